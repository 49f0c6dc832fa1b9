package coding

import (
	"io"
	"iter"
)

// Feeder runs a decoder that pulls as a coroutine that is pushed.
type Feeder struct {
	in   *Input
	next func() (struct{}, bool)
	stop func()
}

// Input is what a decoder reads: the pieces that its Feeder is fed. It is an
// io.ByteReader and has Peek, so that decoders take no more than they need.
type Input struct {
	Consumed int64  // bytes that were read
	IsClosed bool   // there will be no more
	buffered []byte // fed and not taken
	wait     func() bool
}

// NewFeeder starts decode. Feed runs it until it needs more than it was fed.
func NewFeeder(decode func(in *Input)) *Feeder {
	f := &Feeder{in: &Input{}}
	in := f.in // the coroutine does not refer to the rest
	f.next, f.stop = iter.Pull(func(yield func(struct{}) bool) {
		in.wait = func() bool { return yield(struct{}{}) }
		decode(in)
	})
	f.next()
	return f
}

// Feed gives the decoder a piece, not empty; it is done with it on return.
func (f *Feeder) Feed(p []byte) {
	f.in.buffered = p
	f.next()
}

// Close says that there is no more. What the decoder makes of that it gives
// before it returns.
func (f *Feeder) Close() { f.stop() }

// Fill waits for bytes; false when there will be none.
func (in *Input) Fill() bool {
	for len(in.buffered) == 0 && !in.IsClosed {
		in.IsClosed = !in.wait()
	}
	return !in.IsClosed
}

// Skip takes what there is.
func (in *Input) Skip() {
	in.Consumed += int64(len(in.buffered))
	in.buffered = nil
}

// Peek shows the next n bytes. Those that came count as taken while it waits for the
// others: a decoder may have begun with them.
func (in *Input) Peek(n int) ([]byte, error) {
	var first []byte // it is the feeder's only until more is asked for
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

// Read implements io.Reader.
func (in *Input) Read(p []byte) (int, error) {
	if !in.Fill() {
		return 0, io.EOF
	}
	n := copy(p, in.buffered)
	in.buffered = in.buffered[n:]
	in.Consumed += int64(n)
	return n, nil
}

// ReadByte implements io.ByteReader.
func (in *Input) ReadByte() (byte, error) {
	if !in.Fill() {
		return 0, io.EOF
	}
	c := in.buffered[0]
	in.buffered = in.buffered[1:]
	in.Consumed++
	return c, nil
}
