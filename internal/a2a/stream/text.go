package stream

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

const (
	segmentLeast = 400      // bytes a segment has at least before a blank line ends it
	segmentMost  = 16 << 10 // bytes after which a segment ends, at a line or word if there is one
	segmentBlank = 1 << 10  // bytes before that in which that is looked for
)

// Segment is a stretch of a text. All but the last of a text are finished and
// never change again.
type Segment struct {
	Text     []byte
	From, To int // rows that wrote it
	Rev      int
}

// Text is a text that grows. Where it is cut into segments depends on the text
// alone, not on how it arrived: after a blank line outside a code fence, or
// when a segment is full.
type Text struct {
	Segments []Segment
	Length   int

	line   int  // where the tail's current line begins
	fenced bool // the tail is inside a code fence
}

func (t *Text) write(p []byte, row int) {
	t.Length += len(p)
	for len(p) > 0 {
		if len(t.Segments) == 0 {
			t.Segments = append(t.Segments, Segment{From: row, To: row})
		}
		tail := &t.Segments[len(t.Segments)-1]
		if len(tail.Text) == 0 {
			tail.From = row
		}
		tail.To = row
		tail.Rev++
		n := t.fill(tail, p)
		p = p[n:]
	}
}

// fill adds bytes of p to the tail up to and including the end of a line, and
// begins a new segment when this one is over. It returns how many it took.
func (t *Text) fill(tail *Segment, p []byte) int {
	n := min(len(p), segmentMost+utf8.UTFMax-len(tail.Text))
	end := bytes.IndexByte(p[:n], '\n')
	if end >= 0 {
		n = end + 1
	}
	tail.Text = append(tail.Text, p[:n]...)
	if at := t.full(tail); at >= 0 {
		tail = t.cut(tail, at)
	}
	if end >= 0 && t.endLine(tail) {
		t.begin()
	}
	return n
}

// full returns where the tail must be cut because it is too long, or -1.
func (t *Text) full(tail *Segment) int {
	if len(tail.Text) < segmentMost+utf8.UTFMax {
		return -1
	}
	for _, ends := range []string{"\n", " \t"} {
		if i := bytes.LastIndexAny(tail.Text[segmentMost-segmentBlank:segmentMost], ends); i >= 0 {
			return segmentMost - segmentBlank + i + 1
		}
	}
	for i := segmentMost; i > segmentMost-utf8.UTFMax; i-- {
		if utf8.RuneStart(tail.Text[i]) {
			return i
		}
	}
	return segmentMost
}

// cut ends the tail at a place and begins a new one with what lies past it.
func (t *Text) cut(tail *Segment, at int) *Segment {
	rest := bytes.Clone(tail.Text[at:])
	tail.Text = tail.Text[:at:at]
	line := t.line
	t.begin()
	t.line = max(0, line-at)
	tail = &t.Segments[len(t.Segments)-1]
	tail.Text = rest
	return tail
}

// endLine looks at the line that just ended and reports whether it also ends
// the segment.
func (t *Text) endLine(tail *Segment) bool {
	line := bytes.TrimSpace(tail.Text[t.line:])
	t.line = len(tail.Text)
	if bytes.HasPrefix(line, []byte("```")) {
		t.fenced = !t.fenced
	}
	return len(line) == 0 && !t.fenced && len(tail.Text) >= segmentLeast
}

func (t *Text) begin() {
	row := t.Segments[len(t.Segments)-1].To
	t.Segments = append(t.Segments, Segment{From: row, To: row})
	t.line = 0
}

// Bytes is the whole text, copied.
func (t *Text) Bytes() []byte {
	out := make([]byte, 0, t.Length)
	for _, s := range t.Segments {
		out = append(out, s.Text...)
	}
	return out
}

// same reports whether two texts are equal: then they are cut into the same segments.
func (t *Text) same(o *Text) bool {
	return t.Length == o.Length && slices.EqualFunc(t.Segments, o.Segments, func(a, b Segment) bool { return bytes.Equal(a.Text, b.Text) })
}

// extends reports whether the text begins with what is written already, in which
// case rest is what is new.
func (t *Text) extends(whole string) (rest string, ok bool) {
	if len(whole) < t.Length {
		return "", false
	}
	at := 0
	for _, s := range t.Segments {
		if whole[at:at+len(s.Text)] != string(s.Text) {
			return "", false
		}
		at += len(s.Text)
	}
	return whole[at:], true
}
