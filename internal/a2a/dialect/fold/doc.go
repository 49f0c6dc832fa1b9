// Package fold takes the readings of an exchange one after the other: it puts the
// task together, judges what only the order of events can tell, and gathers labels.
// What it holds is bounded, however long a stream is.
package fold
