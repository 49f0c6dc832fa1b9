// Package report writes a session as a Markdown document for people: who said what to whom, how tasks went,
// what was wrong, and a sequence diagram in Mermaid, which code hosts draw. New returns a wire.Sink that takes
// a session's exchanges one by one. Text of agents is quoted, so that none of it is read as Markdown.
package report
