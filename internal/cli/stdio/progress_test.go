package stdio

import (
	"bytes"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(0, 0)
	line := progressLine{to: &b, drawn: true, now: func() time.Time { return now }}
	for done := range 5 {
		line.tell("bringing it up to date", done, 4)
		now = now.Add(40 * time.Millisecond)
	}
	line.tell("tidying", 1, 0)
	want := "\rbringing it up to date · 0 of 4, 0 %" +
		"\rbringing it up to date · 3 of 4, 75 %" +
		"\rbringing it up to date · 4 of 4, 100 %\n" + "\rtidying"
	if b.String() != want {
		t.Errorf("%q", b.String())
	}
	b.Reset()
	line = progressLine{to: &b, now: time.Now}
	for done := range 5 {
		line.tell("bringing it up to date", done, 4)
	}
	if b.String() != "bringing it up to date …\n" {
		t.Errorf("not on a terminal: %q", b.String())
	}
}
