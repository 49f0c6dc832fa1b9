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

// Stream undoes a body's Content-Encoding as its bytes arrive. Some senders name encodings that
// they did not use: a body of which nothing could be decoded is returned as it arrived. Not safe
// for concurrent use.
type Stream struct {
	*decoderState
	names       []string
	unsupported error   // why the encodings cannot be decoded, nil if they can
	isRaw       bool    // nothing can be decoded, and the raw bytes are returned
	feeder      *Feeder // nil: the body is returned as it arrives
	isProbed    bool    // the first bytes were checked for plain text
	hasOutput   bool    // something was decoded
	raw         []byte  // input before the first output
}

// decoderState is the decoder's part of a Stream. It does not refer to the Stream, so that garbage collection
// can stop the decoder of one that was never closed.
type decoderState struct {
	output []byte
	err    error
	isDone bool
}

// NewStream returns a decoder for a body with these headers within a budget, nil if the body has no encoding.
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

// Feed takes what one read returned and returns the output that is available. It keeps no reference to p.
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

// Close ends the input and returns the remaining output. The error says why not everything could be decoded.
func (s *Stream) Close() ([]byte, error) {
	short := s.raw
	switch {
	case s.feeder == nil && s.isProbed:
		return nil, s.err
	case len(short) == 0 && !s.hasOutput: // as in responses to HEAD, and with status 204 and 304
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

// passUnsupported returns everything that arrived of a body with an unsupported encoding. Some servers name
// something that is not an encoding, such as utf-8: what looks like a document or events is returned as not
// encoded.
func (s *Stream) passUnsupported() []byte {
	out := s.raw
	if s.isRaw = !isDocument(out); s.isRaw {
		s.err = fmt.Errorf("decode body: %w", s.unsupported)
	}
	s.raw, s.isProbed = nil, true
	return out
}

// passRaw returns everything that arrived, because nothing of it can be decoded.
func (s *Stream) passRaw(err error) []byte {
	out := s.raw
	s.output, s.raw, s.feeder, s.err, s.isRaw, s.isProbed = nil, nil, nil, err, true, true
	return out
}

// takeDecoded returns the new output, or everything that arrived if nothing can be decoded.
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

// Err returns why not all of the body so far can be decoded, nil if all of it can.
func (s *Stream) Err() error { return s.err }

// Fault returns how the body contradicts its head: ErrPlain, or why its encoding is broken. It
// returns nil if the body agrees with its head, or if only the console cannot decode it.
func (s *Stream) Fault() error {
	if !s.hasOutput && !s.isRaw || IsDecoderLimit(s.err) {
		return nil
	}
	return s.err
}

// IsOpaque reports whether the output is the raw input, and not readable.
func (s *Stream) IsOpaque() bool { return s.isRaw && !errors.Is(s.err, ErrPlain) }

// UnreadReason returns why the console could not decode everything: an unsupported encoding, or a
// limit. It returns nil if everything was decoded, or if the body is at fault.
func (s *Stream) UnreadReason() error {
	if !IsDecoderLimit(s.err) {
		return nil
	}
	return s.err
}

// IsDecoderLimit reports whether an error is about the console's limits and not about a body.
func IsDecoderLimit(err error) bool {
	for _, ours := range []error{ErrTooLong, ErrTooDeep, ErrUnknown, zstd.ErrWindowSizeExceeded, zstd.ErrDecoderSizeExceeded, zstd.ErrUnknownDictionary} {
		if errors.Is(err, ours) {
			return true
		}
	}
	return false
}

// BufferedBytes is the number of input bytes kept until the first output.
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
