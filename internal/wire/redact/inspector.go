package redact

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// inspector undoes what is packed, as it comes, and looks for secrets in it. The decoders are
// readers: one gives text when its window is full, at the end of a block or when its sender
// flushed, so it may have taken bytes that it has not produced yet.
type inspector struct {
	*coding.Feeder
	name   string
	text   *Redactor // what is packed
	input  *coding.Input
	clear  int64 // bytes of the input of which everything was produced
	budget *coding.Budget
	broken bool // it gave up: the input is not in its encoding, or unfolds to too much
}

// messageCoding is how the messages of a WebSocket are compressed: one stream
// through all of them, with a flush at the end of each.
const messageCoding = "permessage-deflate"

// decodable are the encodings that are undone to be looked into.
var decodable = wordsOf("coding")

func newInspector(name string, b *coding.Budget, text *Redactor) *inspector {
	s := &inspector{name: name, budget: b, text: text}
	s.Feeder = coding.NewFeeder(s.run)
	return s
}

// isClear reports that all input was produced. brotli's decoder produces all it can before
// it asks for more.
func (s *inspector) isClear() bool { return s.clear == s.input.Consumed || s.name == "br" }

// reason says why what was packed cannot stay; "" when it can.
func (s *inspector) reason() string {
	switch name := s.text.firstName(); {
	case name != "":
		return "holds " + name
	case s.budget.Exceeded():
		return detailTooLarge
	case s.broken:
		return detailNotDecoded
	}
	return ""
}

func (s *inspector) run(in *coding.Input) {
	s.input = in
	for s.member() {
	}
	for in.Fill() { // whatever follows
		s.broken = s.broken || s.name == "deflate" // which other bytes may be taken for, for a while
		in.Skip()
		s.clear = in.Consumed
	}
}

// member decodes what one encoder made, and reports whether another may follow: a
// gzip body may have several.
func (s *inspector) member() bool {
	r, err := s.open()
	buf := make([]byte, 32<<10)
	for n := 0; err == nil; {
		n, err = r.Read(buf)
		if n > 0 && !s.budget.Spend(n) {
			s.broken = true
			return false
		}
		if n > 0 {
			s.clear = s.input.Consumed
			if s.text.firstName() == "" {
				s.text.Body(buf[:n])
			}
		}
	}
	whole := errors.Is(err, io.EOF)
	s.broken = !whole && !s.input.IsClosed
	if whole || s.broken || s.name != "zstd" { // zstd has a block of which nothing was produced
		s.clear = s.input.Consumed
	}
	return whole && !s.input.IsClosed && (strings.HasSuffix(s.name, "gzip") || s.name == messageCoding)
}

func (s *inspector) open() (io.Reader, error) {
	if s.name == messageCoding {
		return flate.NewReader(s.input), nil
	}
	r, err := coding.Open(s.name, s.input)
	if z, ok := r.(*gzip.Reader); ok && err == nil {
		z.Multistream(false)
	}
	return r, err
}
