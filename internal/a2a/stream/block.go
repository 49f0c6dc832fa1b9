package stream

import (
	"bytes"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

type BlockKind string

const (
	MessageBlock  BlockKind = "message"  // a message in answer to the call
	StatusBlock   BlockKind = "status"   // a status with a message, or with a state that no version defines
	ArtifactBlock BlockKind = "artifact" // an artifact, as far as it has arrived
	ErrorBlock    BlockKind = "error"    // a protocol error
	OtherBlock    BlockKind = "other"    // any other result, or an unreadable one: shown raw
)

// Block is a piece of content that one or more events built up.
type Block struct {
	Number   int // from 0, stable
	Kind     BlockKind
	At       time.Time
	Rows     [2]int        // first and last row that contributed
	Message  *a2a.Message  // MessageBlock, StatusBlock; nil for a status without one, whose state no version defines
	Offset   int64         // of the event that brought Message or Raw
	Index    int           // position of Message's first part among the event's parts
	State    a2a.State     // StatusBlock
	Artifact a2a.Artifact  // ArtifactBlock, without parts: see Pieces
	Pieces   []Piece       // ArtifactBlock
	Began    bool          // the artifact's beginning was seen, not only appended chunks
	Done     bool          // no more content will arrive
	Error    *a2a.Error    // ErrorBlock
	Reading  *a2a.Reading  // OtherBlock, ErrorBlock
	Problems []a2a.Problem // OtherBlock
	Replaced *Replaced     `json:",omitempty"` // ArtifactBlock: the last replacement of its content; nil for none
	Gen      int           // grows when the content was replaced rather than extended
	Rev      int           // grows with every change
}

// Replaced describes content that an update replaced.
type Replaced struct {
	Event int // number of the event, from 1
	Bytes int64
}

// Piece is a part of an artifact. Adjacent text parts of one media type form one growing piece.
type Piece struct {
	Part   a2a.Part // without Text for text
	Text   *Text    // text parts
	Offset int64    // of the event that brought it
	Index  int      // position among the event's parts
	Row    int
}

// Size returns the size of the block's content in bytes.
func (b *Block) Size() int64 {
	var n int64
	for _, p := range b.Pieces {
		if p.Text != nil {
			n += int64(p.Text.Length)
		} else {
			n += int64(len(p.Part.Bytes) + len(p.Part.Data) + len(p.Part.Encoded))
		}
	}
	return n
}

func (b *Block) add(parts []a2a.Part, offset int64, index, row int) {
	b.Rows[1] = row
	b.Rev++
	for i, p := range parts {
		if p.Kind != a2a.TextPart {
			b.Pieces = append(b.Pieces, Piece{Part: p, Offset: offset, Index: index + i, Row: row})
			continue
		}
		t := b.growing(p)
		if t == nil {
			t = &Text{}
			head := p
			head.Text, head.Raw = "", nil
			b.Pieces = append(b.Pieces, Piece{Part: head, Text: t, Offset: offset, Index: index + i, Row: row})
		}
		t.write([]byte(p.Text), row)
	}
}

// growing returns the last piece's text if p continues it.
func (b *Block) growing(p a2a.Part) *Text {
	if n := len(b.Pieces) - 1; n >= 0 && b.Pieces[n].Part.MediaType == p.MediaType && string(b.Pieces[n].Part.Metadata) == string(p.Metadata) {
		return b.Pieces[n].Text
	}
	return nil
}

// set replaces the whole content with parts. If an agent resends the growing artifact each time, set only
// appends, so that what is drawn can stay.
func (b *Block) set(parts []a2a.Part, offset int64, index, row int) {
	if len(parts) == 1 && len(b.Pieces) == 1 && parts[0].Kind == a2a.TextPart && b.growing(parts[0]) != nil {
		if rest, ok := b.Pieces[0].Text.extends(parts[0].Text); ok {
			b.Rows[1] = row
			if rest != "" {
				b.Rev++
				b.Pieces[0].Text.write([]byte(rest), row)
			}
			return
		}
	}
	b.Pieces = nil
	b.Gen++
	b.add(parts, offset, index, row)
}

func (b *Block) HasSameContent(o *Block) bool {
	return slices.EqualFunc(b.Pieces, o.Pieces, func(x, y Piece) bool {
		p, q := x.Part, y.Part
		if x.Text != nil && y.Text != nil {
			return x.Text.Length == y.Text.Length && slices.EqualFunc(x.Text.Segments, y.Text.Segments, func(a, b Segment) bool { return bytes.Equal(a.Text, b.Text) })
		}
		return x.Text == nil && y.Text == nil && p.Kind == q.Kind && p.MediaType == q.MediaType && p.Filename == q.Filename && p.URL == q.URL &&
			p.Encoded == q.Encoded && bytes.Equal(p.Bytes, q.Bytes) && bytes.Equal(p.Data, q.Data)
	})
}

const (
	segmentLeast = 400      // minimum bytes of a segment before a blank line ends it
	segmentMost  = 16 << 10 // bytes after which a segment ends, at a line or word if possible
	segmentBlank = 1 << 10  // bytes before that in which to look for one
)

// Segment is a part of a text. All but the last segment of a text are final.
type Segment struct {
	Text     []byte
	From, To int // first and last row that contributed
	Rev      int
}

// Text is a growing text. Its segments depend on the text alone, not on how it arrived: a segment ends after
// a blank line outside a code fence, or when it is full.
type Text struct {
	Segments []Segment
	Length   int

	line   int  // start of the tail's current line
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

// fill adds bytes of p to the tail, at most up to the end of a line, and starts a new segment when this one
// is finished. It returns how many bytes it took.
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

// full returns where to cut a tail that is too long, or -1.
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

// cut ends the tail at a place and moves the rest to a new one.
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

// endLine processes the line that just ended and reports whether it also ends the segment.
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

// Bytes returns a copy of the whole text.
func (t *Text) Bytes() []byte {
	out := make([]byte, 0, t.Length)
	for _, s := range t.Segments {
		out = append(out, s.Text...)
	}
	return out
}

// extends reports whether whole starts with the text so far. rest is the new part.
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
