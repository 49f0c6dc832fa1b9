package coding

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Stream undoes a body's Content-Encoding as its bytes come. Senders name
// encodings that they did not use: a body of which nothing could be undone is
// given as it came. Not safe for concurrent use.
type Stream struct {
	*decoding
	names    []string
	unable   error   // why nobody here undoes the encodings
	given    bool    // nothing can be undone, and what came is given
	feed     *Feeder // nil: the body is given as it comes
	told     bool    // the first bytes told whether the body is text
	produced bool    // something was undone
	raw      []byte  // what came until then
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
	s := &Stream{decoding: &decoding{}, names: names}
	if s.unable = undone(names); s.unable != nil {
		return s
	}
	u := s.decoding
	s.feed = NewFeeder(func(in *Input) { u.run(in, names, b) })
	runtime.AddCleanup(s, func(f *Feeder) { f.Close() }, s.feed)
	return s
}

// Feed takes what one read returned and gives what can be told of it. It keeps no
// reference to p.
func (s *Stream) Feed(p []byte) []byte {
	if s.feed == nil && s.told || len(p) == 0 {
		return p
	}
	if !s.produced {
		s.raw = append(s.raw, p...)
	}
	plain := false
	if !s.told {
		if plain = IsText(s.raw[:min(Textual, len(s.raw))]); plain && len(s.raw) < Textual {
			return nil
		}
		s.told, p = true, s.raw
	}
	switch {
	case s.feed == nil:
		return s.letPass()
	case plain:
		s.feed.Close()
		return s.give(errPlain(s.names))
	case !s.over:
		s.feed.Feed(p)
	}
	return s.take()
}

// Close says that no more comes, and gives what is left. The error says why not
// all could be undone.
func (s *Stream) Close() ([]byte, error) {
	short := s.raw
	switch {
	case s.feed == nil && s.told:
		return nil, s.err
	case len(short) == 0 && !s.produced: // as answers to HEAD are, and those of 204 and 304
		if s.feed != nil {
			s.feed.Close()
		}
		s.err = nil
		return nil, nil
	case s.feed == nil:
		out := s.letPass()
		return out, s.err
	}
	if !s.told && len(short) > 0 {
		s.feed.Feed(short)
	}
	s.feed.Close()
	if s.over = true; !s.told && len(short) > 0 && s.err != nil {
		s.raw = short
		return s.give(errPlain(s.names)), s.err
	}
	return s.take(), s.err
}

// letPass is all that came of a body whose encoding nobody here undoes. Some servers name what is
// none, utf-8 say: what reads as a document or as events is given as not encoded.
func (s *Stream) letPass() []byte {
	out := s.raw
	if s.given = !isDocument(out); s.given {
		s.err = fmt.Errorf("decode body: %w", s.unable)
	}
	s.raw, s.told = nil, true
	return out
}

// give is all that came, where nothing can be undone of it.
func (s *Stream) give(err error) []byte {
	out := s.raw
	s.out, s.raw, s.feed, s.err, s.given, s.told = nil, nil, nil, err, true, true
	return out
}

// take is what was undone since, or all that came when nothing can be.
func (s *Stream) take() []byte {
	out := s.out
	s.out = nil
	switch {
	case len(out) > 0:
		s.produced, s.raw = true, nil
	case s.over && !s.produced && s.err != nil && !errors.Is(s.err, ErrTooLong):
		if other := encoder(s.raw); other != "" && !strings.Contains(strings.Join(s.names, " "), other) {
			s.err = fmt.Errorf("decode %s body: it is in the encoding %q", strings.Join(s.names, ", "), other)
		}
		return s.give(s.err)
	}
	return out
}

// Err says why not all of the body can be undone, as far as it came; nil while
// it can.
func (s *Stream) Err() error { return s.err }

// Fault says how the body is not what its head says that it is, ErrPlain or why its encoding does
// not go on, or end; nil while it is, and where others may undo what the console does not.
func (s *Stream) Fault() error {
	if !s.produced && !s.given || IsOurs(s.err) {
		return nil
	}
	return s.err
}

// IsOpaque reports whether what the stream gives is what came, and nothing that can be read.
func (s *Stream) IsOpaque() bool { return s.given && !errors.Is(s.err, ErrPlain) }

// Unread says why of what came not all was read: the console does not undo its encoding, or no
// further. It is nil where all was, and where the body is at fault.
func (s *Stream) Unread() error {
	if !IsOurs(s.err) {
		return nil
	}
	return s.err
}

// IsOurs reports whether an error is about what the console undoes and not about a body.
func IsOurs(err error) bool {
	for _, ours := range []error{ErrTooLong, ErrTooDeep, ErrUnknown, zstd.ErrWindowSizeExceeded, zstd.ErrDecoderSizeExceeded, zstd.ErrUnknownDictionary} {
		if errors.Is(err, ours) {
			return true
		}
	}
	return false
}

// HeldBytes is how many bytes wait for the first that can be told.
func (s *Stream) HeldBytes() int { return len(s.raw) }

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
