package coding

import (
	"io"
	"iter"
)

// Feeder runs a decoder, which pulls its input, as a coroutine that its caller pushes input to.
type Feeder struct {
	in   *Input
	next func() (struct{}, bool)
	stop func()
}

// Input is what a decoder reads: the pieces fed to its Feeder. It implements io.ByteReader and has Peek, so
// that decoders take no more than they need.
type Input struct {
	Consumed int64  // bytes read
	IsClosed bool   // no more bytes will arrive
	buffered []byte // fed and not yet read
	wait     func() bool
}

// NewFeeder starts decode and runs it until it needs input.
func NewFeeder(decode func(in *Input)) *Feeder {
	f := &Feeder{in: &Input{}}
	in := f.in // so that the coroutine does not refer to f
	f.next, f.stop = iter.Pull(func(yield func(struct{}) bool) {
		in.wait = func() bool { return yield(struct{}{}) }
		decode(in)
	})
	f.next()
	return f
}

// Feed gives the decoder a piece, which must not be empty. The decoder no longer uses it when Feed returns.
func (f *Feeder) Feed(p []byte) {
	f.in.buffered = p
	f.next()
}

// Close ends the input. The decoder produces its remaining output before Close returns.
func (f *Feeder) Close() { f.stop() }

// Fill waits for bytes; it returns false if no more will arrive.
func (in *Input) Fill() bool {
	for len(in.buffered) == 0 && !in.IsClosed {
		in.IsClosed = !in.wait()
	}
	return !in.IsClosed
}

// Skip discards the buffered bytes.
func (in *Input) Skip() {
	in.Consumed += int64(len(in.buffered))
	in.buffered = nil
}

// Peek returns the next n bytes without consuming them. While it waits for the rest, those that have arrived
// count as consumed: a decoder may have begun with them.
func (in *Input) Peek(n int) ([]byte, error) {
	var first []byte // a copy: the caller owns a piece again once more input is requested
	for in.Fill() {
		if first = append(first, in.buffered...); len(first) >= n {
			in.Consumed -= int64(len(first) - len(in.buffered))
			in.buffered = first
			return first[:n], nil
		}
		in.Skip()
	}
	return nil, io.ErrUnexpectedEOF
}

func (in *Input) Read(p []byte) (int, error) {
	if !in.Fill() {
		return 0, io.EOF
	}
	n := copy(p, in.buffered)
	in.buffered = in.buffered[n:]
	in.Consumed += int64(n)
	return n, nil
}

func (in *Input) ReadByte() (byte, error) {
	if !in.Fill() {
		return 0, io.EOF
	}
	c := in.buffered[0]
	in.buffered = in.buffered[1:]
	in.Consumed++
	return c, nil
}
