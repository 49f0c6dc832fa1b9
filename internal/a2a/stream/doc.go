// Package stream folds the events of an exchange into what a person can
// follow: a gutter with one line per event or run of like events, the states a
// task went through, and the content the events built up.
//
// A Fold takes each event once, in order, and its cost per event does not grow
// with the stream: a view that draws while events arrive folds from the last
// one it saw. Folding event by event gives the same as folding all at once, and
// text comes out the same however it was cut into chunks.
//
// Everything that changes carries a revision, so that a view knows what to
// draw again. A Fold is not safe for concurrent use.
package stream
