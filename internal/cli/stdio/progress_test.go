package stdio

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

// TestProgress: on a terminal, work of over a second gets a bar with the count, the rate and the time
// left, which is cleared at the end.
func TestProgress(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(0, 0)
	bar := &Bar{to: &b, drawn: true, now: func() time.Time { return now }}
	bar.Update("reading exchanges again", 0, 400, false)
	bar.Update("reading exchanges again", 4, 400, false)
	if b.Len() > 0 {
		t.Errorf("a bar before a second is over: %q", b.String())
	}
	now = now.Add(progressDelay)
	bar.Update("reading exchanges again", 100, 400, false)
	if got := b.String(); !strings.Contains(got, "reading exchanges again  25%") || !strings.Contains(got, "(100/400, ") || !strings.Contains(got, " items/s)") {
		t.Errorf("%q", got)
	}
	drawn := b.Len()
	bar.Update("reading exchanges again", 400, 400, false)
	if got := b.String()[drawn:]; strings.TrimSpace(got) != "" || !strings.HasSuffix(got, "\r") {
		t.Errorf("what is left of the bar: %q", got)
	}
	for _, quiet := range []*Bar{nil, {to: &b, silent: true, drawn: true, now: time.Now}} {
		b.Reset()
		quiet.Update("removing", 1, 2, false)
		quiet.Clear()
		if b.Len() > 0 {
			t.Errorf("%q", b.String())
		}
	}
}

// TestProgressWithoutTerminal: one line names the long work, without control characters.
func TestProgressWithoutTerminal(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(0, 0)
	bar := &Bar{to: &b, now: func() time.Time { return now }}
	for done := range 5 {
		bar.Update("bringing it up\x1b[2J to date", int64(done), 9, false)
		now = now.Add(progressDelay / 2)
	}
	if got := b.String(); strings.Count(got, "\n") != 1 || strings.ContainsAny(got, "\r\x1b") || !strings.HasSuffix(got, "to date …\n") {
		t.Errorf("%q", got)
	}
}

// TestProgressOfAReader counts bytes.
func TestProgressOfAReader(t *testing.T) {
	var b bytes.Buffer
	now := time.Unix(0, 0)
	bar := &Bar{to: &b, drawn: true, now: func() time.Time { now = now.Add(progressDelay); return now }}
	in := bar.Reader("reading a.jsonl", strings.NewReader(strings.Repeat("x", 4096)), 8192)
	if n, err := io.ReadFull(in, make([]byte, 4096)); n != 4096 || err != nil {
		t.Fatal(n, err)
	}
	bar.Update("reading a.jsonl", 4097, 8192, true)
	if got := b.String(); !strings.Contains(got, "(4.0/8.0 KiB, ") {
		t.Errorf("%q", got)
	}
}
