// Package datafile parses embedded text files of records. A line is "label: value", a blank line ends a
// record, and a line that starts with # is a comment.
package datafile

import (
	"iter"
	"strings"
)

// Record is the lines of a record, at least one.
type Record []Line

// Line is a label and its value. A line without a value is all label.
type Line struct {
	Number       int // in the text, from 1
	Label, Value string
}

// Records returns the records of a text.
func Records(text string) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		var r Record
		for i, line := range strings.Split(text+"\n\n", "\n") {
			switch label, value, _ := strings.Cut(line, ": "); {
			case strings.HasPrefix(line, "#"):
			case value != "":
				r = append(r, Line{i + 1, label, value})
			case line != "":
				r = append(r, Line{i + 1, line, ""})
			case len(r) > 0:
				if !yield(r) {
					return
				}
				r = nil
			}
		}
	}
}

// Value returns the value of the first line with a label, "" for none.
func (r Record) Value(label string) string {
	if all := r.Values(label); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Values returns the values of all lines with a label.
func (r Record) Values(label string) (all []string) {
	for _, l := range r {
		if l.Label == label {
			all = append(all, l.Value)
		}
	}
	return all
}
