// Package report writes a session as a Markdown document for people: who said
// what to whom, how the tasks went, what was wrong, and a sequence diagram
// (Mermaid, which code hosts draw). What agents said is quoted so that nothing
// in it is read as Markdown.
package report
