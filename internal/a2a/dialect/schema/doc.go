// Package schema reads and writes the documents of a protocol version by a table. The
// table is text: one block for each type, with its members, their types and presence, the
// field of package a2a that each goes to, and the rules that findings refer to. A version
// that differs little from another is the difference.
//
// Compile makes a Dialect of a table. Its reader walks a jsonrepair.Tree along the types
// and reports each finding where it stands; the order of the lines is the order of the
// findings. Its writer goes back, and notes what the version cannot say. What is no shape
// is a verb of its own: a named function that a line calls.
//
// The package knows no version: what tells versions apart is in their tables.
package schema
