// Package jsonrepair reads JSON as agents really write it: with non-breaking
// spaces, comments, missing or extra commas, lost brackets, or cut short.
//
// Read repairs a document so that a strict parser takes it, and says at which
// byte of the original it had to repair what. It never changes its input, never
// turns a number into a float, takes time linear in the size of the input, and
// gives up with an Error rather than guess without ground. Object and Array
// walk a repaired document member by member, with offsets; Parse checks and lists
// the whole of one that needs no repair, in one pass, as a Tree.
//
// The package knows nothing of A2A and imports only the standard library.
package jsonrepair
