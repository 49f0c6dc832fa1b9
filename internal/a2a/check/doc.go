// Package check is the list of everything that the console checks: a record for each, with
// its id, the versions it holds in, how binding it is, where the specification says so,
// how to fix what breaks it, and in which exchanges it can show. A finding names its record
// by id. docs/checks.md is made from the list.
package check
