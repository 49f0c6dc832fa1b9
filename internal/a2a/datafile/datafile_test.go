package datafile

import (
	"fmt"
	"slices"
	"testing"
)

// TestRecords: blank lines separate records, comments belong to none, and a line without a value is all
// label.
func TestRecords(t *testing.T) {
	got := slices.Collect(Records("# about the file\n#\n\n# a comment\nname: a: b\nrule: one\nrule: two\n\n\n\nodd: \nname\n"))
	want := "[[{5 name a: b} {6 rule one} {7 rule two}] [{11 odd:  } {12 name }]]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	if r := got[0]; r.Value("name") != "a: b" || r.Value("rule") != "one" || fmt.Sprint(r.Values("rule")) != "[one two]" || r.Value("none") != "" {
		t.Errorf("%v", r)
	}
	for range Records("a: b\n\nc: d") {
		break // stop early
	}
}
