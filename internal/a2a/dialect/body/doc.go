// Package body takes bodies apart as they crossed the wire: it undoes their content
// encodings, tells how they are framed (events, lines, messages, or one document) by
// their heads and by what they begin with, and cuts them into frames.
package body
