// Package report writes a session as a Markdown document for people: who said what to whom, how tasks went, what was
// wrong, and a sequence diagram in Mermaid, which code hosts draw. It is a wire.Sink: a session's exchanges come in one
// by one. It quotes agents so that nothing they said is read as Markdown.
package report
