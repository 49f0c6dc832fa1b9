// Package check is the list of everything that the console checks: a row for each, with
// its id, the versions it holds in, how binding it is, where the specification says so,
// and how to fix what breaks it. A finding names its row by id. docs/checks.md is made
// from the list.
package check
