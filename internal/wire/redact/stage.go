package redact

import (
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
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
	name     string
	rest     []byte // fed and not taken
	taken    int64  // bytes
	decoded  int64  // of them: of which everything was produced
	budget   *coding.Budget
	sink     func([]byte)
	produced bool // something
	whole    bool // what it decodes came to its end
	broken   bool // it gave up: the input is not in its encoding, or unfolds to too much
	ended    bool // there will be no more
	asks     func() []byte
	finish   func() // after close; nil does nothing
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
func (s *stage) clear() bool { return s.decoded == s.taken || s.name == "br" }

func (s *stage) run(ask func() []byte) {
	s.asks = ask
	for s.member() {
	}
	for s.more() { // whatever follows
		s.broken = s.broken || s.name == "deflate" // which other bytes may be taken for, for a while
		s.take(len(s.rest))
		s.decoded = s.taken
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
			s.decoded, s.produced = s.taken, true
			s.sink(buf[:n])
		}
	}
	whole := errors.Is(err, io.EOF)
	s.whole = s.whole || whole
	s.broken = !whole && !s.ended
	if whole || s.broken || s.name != "zstd" { // zstd has a block of which nothing was produced
		s.decoded = s.taken
	}
	return whole && !s.ended && (strings.HasSuffix(s.name, "gzip") || s.name == messageCoding)
}

func (s *stage) open() (io.Reader, error) {
	switch s.name {
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(s)
		if err == nil {
			z.Multistream(false)
		}
		return z, err
	case "deflate": // the standard means zlib; many servers send raw deflate
		b, err := s.peek()
		if err == nil && b[0]&0x0f == 8 && (uint(b[0])<<8|uint(b[1]))%31 == 0 {
			return zlib.NewReader(s)
		}
		return flate.NewReader(s), err
	}
	if s.name == messageCoding {
		return flate.NewReader(s), nil
	}
	return coding.Open(s.name, s)
}

// more waits for bytes; false when there will be none.
func (s *stage) more() bool {
	for len(s.rest) == 0 && !s.ended {
		s.rest = s.asks()
		s.ended = s.rest == nil
	}
	return !s.ended
}

func (s *stage) take(n int) {
	s.rest = s.rest[n:]
	s.taken += int64(n)
}

// peek shows the first two bytes.
func (s *stage) peek() ([]byte, error) {
	if !s.more() {
		return nil, io.EOF
	}
	if len(s.rest) == 1 { // it is the feeder's only until more is asked for
		first := s.rest[0]
		s.taken++ // while it waits: nothing was produced of it
		next := s.asks()
		s.taken--
		if s.ended = next == nil; s.ended {
			return nil, io.ErrUnexpectedEOF
		}
		s.rest = append([]byte{first}, next...)
	}
	return s.rest[:2], nil
}

// Read implements io.Reader.
func (s *stage) Read(p []byte) (int, error) {
	if !s.more() {
		return 0, io.EOF
	}
	n := copy(p, s.rest)
	s.take(n)
	return n, nil
}

// ReadByte implements io.ByteReader, so that decoders take no more than they
// need.
func (s *stage) ReadByte() (byte, error) {
	if !s.more() {
		return 0, io.EOF
	}
	c := s.rest[0]
	s.take(1)
	return c, nil
}
