package coding

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
)

// Stream undoes a body's Content-Encoding as its bytes come. Senders name
// encodings that they did not use: a body of which nothing could be undone is
// given as it came. Not safe for concurrent use.
type Stream struct {
	*decoding
	feed     *Feeder // nil: the body is given as it comes
	produced bool    // something was undone
	raw      []byte  // what came until then
	begun    bool    // nothing was, of what begins as the encoding does
}

// decoding is the decoder's part of a Stream, which does not refer to the rest:
// that of a Stream that is never closed is stopped when it is garbage.
type decoding struct {
	out  []byte
	err  error
	over bool // the decoder ended
}

// NewStream returns what undoes the encodings of a body with these headers
// within a budget, nil when it has none.
func NewStream(h http.Header, b *Budget) *Stream {
	names := Names(h)
	if len(names) == 0 {
		return nil
	}
	s := &Stream{decoding: &decoding{}}
	if len(names) > MaxLayers {
		s.err = fmt.Errorf("decode body: %d content encodings: %w; the console undoes up to %d", len(names), ErrTooDeep, MaxLayers)
		return s
	}
	u := s.decoding
	s.feed = NewFeeder(func(in *Input) { u.run(in, names, b) })
	if errors.Is(s.err, ErrUnknown) {
		s.feed = nil
		return s
	}
	runtime.AddCleanup(s, func(f *Feeder) { f.Close() }, s.feed)
	return s
}

// Feed takes what one read returned and gives what can be told of it. It keeps no
// reference to p.
func (s *Stream) Feed(p []byte) []byte {
	if s.feed == nil || len(p) == 0 {
		return p
	}
	if !s.produced {
		s.raw = append(s.raw, p...)
	}
	if !s.over {
		s.feed.Feed(p)
	}
	return s.take()
}

// Close says that no more comes, and gives what is left. The error says why not
// all could be undone.
func (s *Stream) Close() ([]byte, error) {
	if s.feed == nil {
		return nil, s.err
	}
	s.feed.Close()
	s.over = true
	return s.take(), s.err
}

// take is what was undone since, or all that came when nothing can be.
func (s *Stream) take() []byte {
	out := s.out
	s.out = nil
	switch {
	case len(out) > 0:
		s.produced, s.raw = true, nil
	case s.over && !s.produced && s.err != nil && !errors.Is(s.err, ErrTooLong):
		s.begun = errors.Is(s.err, io.ErrUnexpectedEOF) && (bytes.HasPrefix(s.raw, []byte("\x1f\x8b")) || bytes.HasPrefix(s.raw, []byte("\x28\xb5\x2f\xfd")))
		out, s.raw, s.feed = s.raw, nil, nil
	}
	return out
}

// Err says why not all of the body can be undone, as far as it came; nil while
// it can.
func (s *Stream) Err() error { return s.err }

// IsBroken reports whether the body is encoded, and its encoding does not go on, or does not end,
// as it has to.
func (s *Stream) IsBroken() bool {
	return s.begun || s.produced && s.err != nil && !errors.Is(s.err, ErrTooLong)
}

// Held is how many bytes wait for the first that can be told.
func (s *Stream) Held() int { return len(s.raw) }

func (u *decoding) run(r io.Reader, names []string, b *Budget) {
	var err error
	for _, name := range names {
		if r, err = b.Open(name, r); err != nil {
			break
		}
	}
	for buf := make([]byte, 32<<10); err == nil; {
		var n int
		n, err = r.Read(buf)
		u.out = append(u.out, buf[:n]...)
	}
	if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		u.err = fmt.Errorf("decode %s body: %w", strings.Join(names, ", "), err)
	}
	u.over = true
}
