// Package jsonrepair reads JSON as agents really write it: with non-breaking spaces, comments, missing or
// extra commas, lost brackets, or cut short.
//
// Read repairs a document until a strict parser accepts it, and reports each repair with its byte offset in
// the original. It never changes its input, never turns a number into a float, takes linear time, and returns
// an Error rather than make an unfounded guess. Its result has a Tree of the document's structure; Parse
// makes one from strict JSON directly. Object and Array list the members of a single value, for callers that
// need no more than that.
//
// The package does not depend on A2A and imports only the standard library.
package jsonrepair
