// Package version says what a version of the protocol is: one value, made in the
// version's own folder and listed by package registry. It has all that tells one
// version from another: names and shapes, how it is recognised, bindings, rules of
// streams, sections of its specification, and how an agent of that version behaves.
// Nothing outside the folders asks which version it has; it asks for a fact.
package version
