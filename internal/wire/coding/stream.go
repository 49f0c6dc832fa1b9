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
	*decoderState
	names       []string
	unsupported error   // why nobody here undoes the encodings
	isRaw       bool    // nothing can be undone, and what came is given
	feeder      *Feeder // nil: the body is given as it comes
	isProbed    bool    // the first bytes told whether the body is text
	hasOutput   bool    // something was undone
	raw         []byte  // what came until then
}

// decoderState is the decoder's part of a Stream, which does not refer to the rest:
// that of a Stream that is never closed is stopped when it is garbage.
type decoderState struct {
	output []byte
	err    error
	isDone bool // the decoder ended
}

// NewStream returns what undoes the encodings of a body with these headers
// within a budget, nil when it has none.
func NewStream(h http.Header, b *Budget) *Stream {
	names := Names(h)
	if len(names) == 0 {
		return nil
	}
	s := &Stream{decoderState: &decoderState{}, names: names}
	if s.unsupported = checkSupported(names); s.unsupported != nil {
		return s
	}
	u := s.decoderState
	s.feeder = NewFeeder(func(in *Input) { u.run(in, names, b) })
	runtime.AddCleanup(s, func(f *Feeder) { f.Close() }, s.feeder)
	return s
}

// Feed takes what one read returned and gives what can be told of it. It keeps no
// reference to p.
func (s *Stream) Feed(p []byte) []byte {
	if s.feeder == nil && s.isProbed || len(p) == 0 {
		return p
	}
	if !s.hasOutput {
		s.raw = append(s.raw, p...)
	}
	plain := false
	if !s.isProbed {
		if plain = IsText(s.raw[:min(Textual, len(s.raw))]); plain && len(s.raw) < Textual {
			return nil
		}
		s.isProbed, p = true, s.raw
	}
	switch {
	case s.feeder == nil:
		return s.passUnsupported()
	case plain:
		s.feeder.Close()
		return s.passRaw(errPlain(s.names))
	case !s.isDone:
		s.feeder.Feed(p)
	}
	return s.takeDecoded()
}

// Close says that no more comes, and gives what is left. The error says why not
// all could be undone.
func (s *Stream) Close() ([]byte, error) {
	short := s.raw
	switch {
	case s.feeder == nil && s.isProbed:
		return nil, s.err
	case len(short) == 0 && !s.hasOutput: // as answers to HEAD are, and those of 204 and 304
		if s.feeder != nil {
			s.feeder.Close()
		}
		s.err = nil
		return nil, nil
	case s.feeder == nil:
		out := s.passUnsupported()
		return out, s.err
	}
	if !s.isProbed && len(short) > 0 {
		s.feeder.Feed(short)
	}
	s.feeder.Close()
	if s.isDone = true; !s.isProbed && len(short) > 0 && s.err != nil {
		s.raw = short
		return s.passRaw(errPlain(s.names)), s.err
	}
	return s.takeDecoded(), s.err
}

// passUnsupported is all that came of a body whose encoding nobody here undoes. Some servers name what is
// none, utf-8 say: what reads as a document or as events is given as not encoded.
func (s *Stream) passUnsupported() []byte {
	out := s.raw
	if s.isRaw = !isDocument(out); s.isRaw {
		s.err = fmt.Errorf("decode body: %w", s.unsupported)
	}
	s.raw, s.isProbed = nil, true
	return out
}

// passRaw is all that came, where nothing can be undone of it.
func (s *Stream) passRaw(err error) []byte {
	out := s.raw
	s.output, s.raw, s.feeder, s.err, s.isRaw, s.isProbed = nil, nil, nil, err, true, true
	return out
}

// takeDecoded is what was undone since, or all that came when nothing can be.
func (s *Stream) takeDecoded() []byte {
	out := s.output
	s.output = nil
	switch {
	case len(out) > 0:
		s.hasOutput, s.raw = true, nil
	case s.isDone && !s.hasOutput && s.err != nil && !errors.Is(s.err, ErrTooLong):
		if other := detectEncoding(s.raw); other != "" && !strings.Contains(strings.Join(s.names, " "), other) {
			s.err = fmt.Errorf("decode %s body: it is in the encoding %q", strings.Join(s.names, ", "), other)
		}
		return s.passRaw(s.err)
	}
	return out
}

// Err says why not all of the body can be undone, as far as it came; nil while
// it can.
func (s *Stream) Err() error { return s.err }

// Fault says how the body is not what its head says that it is, ErrPlain or why its encoding does
// not go on, or end; nil while it is, and where others may undo what the console does not.
func (s *Stream) Fault() error {
	if !s.hasOutput && !s.isRaw || IsDecoderLimit(s.err) {
		return nil
	}
	return s.err
}

// IsOpaque reports whether what the stream gives is what came, and nothing that can be read.
func (s *Stream) IsOpaque() bool { return s.isRaw && !errors.Is(s.err, ErrPlain) }

// UnreadReason says why of what came not all was read: the console does not undo its encoding, or no
// further. It is nil where all was, and where the body is at fault.
func (s *Stream) UnreadReason() error {
	if !IsDecoderLimit(s.err) {
		return nil
	}
	return s.err
}

// IsDecoderLimit reports whether an error is about what the console undoes and not about a body.
func IsDecoderLimit(err error) bool {
	for _, ours := range []error{ErrTooLong, ErrTooDeep, ErrUnknown, zstd.ErrWindowSizeExceeded, zstd.ErrDecoderSizeExceeded, zstd.ErrUnknownDictionary} {
		if errors.Is(err, ours) {
			return true
		}
	}
	return false
}

// BufferedBytes is how many bytes wait for the first that can be told.
func (s *Stream) BufferedBytes() int { return len(s.raw) }

func (u *decoderState) run(r io.Reader, names []string, b *Budget) {
	var err error
	for _, name := range names {
		if r, err = b.Open(name, r); err != nil {
			break
		}
	}
	for buf := make([]byte, 32<<10); err == nil; {
		var n int
		n, err = r.Read(buf)
		u.output = append(u.output, buf[:n]...)
	}
	if !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		u.err = fmt.Errorf("decode %s body: %w", strings.Join(names, ", "), err)
	}
	u.isDone = true
}
