// Package jsonrepair reads JSON as agents really write it: with non-breaking
// spaces, comments, missing or extra commas, lost brackets, or cut short.
//
// Read repairs a document so that a strict parser takes it, and says at which
// byte of the original it had to repair what. It never changes its input, never
// turns a number into a float, takes time linear in the size of the input, and
// gives up with an Error rather than guess without ground. What was read has its
// structure as a Tree, which Parse makes of strict JSON by itself; Object and Array
// list what is in one value of which no more is asked.
//
// The package knows nothing of A2A and imports only the standard library.
package jsonrepair
