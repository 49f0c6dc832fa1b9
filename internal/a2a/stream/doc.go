// Package stream folds the events of an exchange into what a person can follow: a gutter with one line per
// event or run of similar events, the states that a task went through, and the content that the events built
// up.
//
// A Fold takes each event once, in order. Its cost per event does not grow with the stream, so a live view
// folds on from the last event that it saw. Folding event by event gives the same result as folding all at
// once, and the text does not depend on how it was chunked.
//
// Everything that changes carries a revision, which tells a view what to redraw. A Fold is not safe for
// concurrent use.
package stream
