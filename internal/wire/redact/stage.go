package redact

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// stage decodes one encoding as its bytes come. The decoders are readers: one gives text
// when its window is full, at the end of a block or when its sender flushed, so it may
// have taken bytes that it has not produced yet.
type stage struct {
	*coding.Feeder
	name    string
	in      *coding.Input
	decoded int64 // bytes of in.Taken of which everything was produced
	budget  *coding.Budget
	sink    func([]byte)
	broken  bool // it gave up: the input is not in its encoding, or unfolds to too much
}

// messageCoding is how the messages of a WebSocket are compressed: one stream
// through all of them, with a flush at the end of each.
const messageCoding = "permessage-deflate"

func newStage(name string, b *coding.Budget, sink func([]byte)) *stage {
	s := &stage{name: name, budget: b, sink: sink}
	s.Feeder = coding.NewFeeder(s.run)
	return s
}

// clear reports that all input was produced. brotli's decoder produces all it can before
// it asks for more.
func (s *stage) clear() bool { return s.decoded == s.in.Taken || s.name == "br" }

func (s *stage) run(in *coding.Input) {
	s.in = in
	for s.member() {
	}
	for in.More() { // whatever follows
		s.broken = s.broken || s.name == "deflate" // which other bytes may be taken for, for a while
		in.Skip()
		s.decoded = in.Taken
	}
}

// member decodes what one encoder made, and reports whether another may follow: a
// gzip body may have several.
func (s *stage) member() bool {
	r, err := s.open()
	buf := make([]byte, 32<<10)
	for n := 0; err == nil; {
		n, err = r.Read(buf)
		if n > 0 && !s.budget.Spend(n) {
			s.broken = true
			return false
		}
		if n > 0 {
			s.decoded = s.in.Taken
			s.sink(buf[:n])
		}
	}
	whole := errors.Is(err, io.EOF)
	s.broken = !whole && !s.in.Ended
	if whole || s.broken || s.name != "zstd" { // zstd has a block of which nothing was produced
		s.decoded = s.in.Taken
	}
	return whole && !s.in.Ended && (strings.HasSuffix(s.name, "gzip") || s.name == messageCoding)
}

func (s *stage) open() (io.Reader, error) {
	if s.name == messageCoding {
		return flate.NewReader(s.in), nil
	}
	r, err := coding.Open(s.name, s.in)
	if z, ok := r.(*gzip.Reader); ok && err == nil {
		z.Multistream(false)
	}
	return r, err
}
