// Package judge finds what only several things together can tell: an answer beside its
// request, calls beside the card, an exchange beside those that went before. What one
// document, event or exchange tells alone is found by its reading.
//
//	j := judge.New(judge.Options{})
//	g := j.Gather(x)                                        // beside the reader of an exchange
//	r := reading.New(x, reading.Options{Each: g.Piece})     // …
//	found := j.Judge(g.Seen(x, r))                          // once it ended
//
// Exchanges are given in the order of their numbers, or in that in which they end: what
// is found is the same, because only what was over when an exchange began, by the times
// on record, counts against it. What is remembered is bounded, and what was forgotten is
// never a finding. Nothing here does I/O or asks for the time.
package judge
