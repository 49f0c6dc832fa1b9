package redact

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// inspector decodes packed bytes as they arrive and searches the output for secrets. A decoder
// returns output only when its window is full, at the end of a block, or where the sender flushed.
// So it may have consumed bytes whose output is still missing.
type inspector struct {
	*coding.Feeder
	name   string
	text   *Redactor // walks the decoded output
	input  *coding.Input
	clear  int64 // input bytes whose output is complete
	budget *coding.Budget
	broken bool // it gave up: the input is not in the declared encoding, or decodes to too much
}

// messageCoding is the compression of WebSocket messages: one stream through all of them, with a flush at the
// end of each.
const messageCoding = "permessage-deflate"

// decodable are the encodings that can be decoded for inspection.
var decodable = wordsOf("coding")

func newInspector(name string, b *coding.Budget, text *Redactor) *inspector {
	s := &inspector{name: name, budget: b, text: text}
	s.Feeder = coding.NewFeeder(s.run)
	return s
}

// isClear reports whether all output of the input was produced. The decoder of brotli produces all that it
// can before it asks for more input.
func (s *inspector) isClear() bool { return s.clear == s.input.Consumed || s.name == "br" }

// reason returns why the packed bytes must not be kept, "" if they may be.
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
	for in.Fill() { // trailing bytes
		s.broken = s.broken || s.name == "deflate" // other data can pass for deflate at first
		in.Skip()
		s.clear = in.Consumed
	}
}

// member decodes the output of one encoder, and reports whether another may follow: a gzip body may have
// several members.
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
	if whole || s.broken || s.name != "zstd" { // zstd may have an unfinished block without output
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
