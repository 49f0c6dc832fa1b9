package coding

import "iter"

// Feeder runs a decoder that pulls as a coroutine that is pushed.
type Feeder struct {
	chunk []byte
	next  func() (struct{}, bool)
	stop  func()
}

// NewFeeder starts decode, which asks for input with ask: nil when there will
// be none. Feed runs it until it asks again.
func NewFeeder(decode func(ask func() []byte)) *Feeder {
	f := &Feeder{}
	f.next, f.stop = iter.Pull(func(yield func(struct{}) bool) {
		ended := false
		decode(func() []byte {
			for f.chunk == nil {
				if ended = ended || !yield(struct{}{}); ended {
					return nil
				}
			}
			c := f.chunk
			f.chunk = nil
			return c
		})
	})
	f.next()
	return f
}

// Feed gives the decoder a piece, not empty; it is done with it on return.
func (f *Feeder) Feed(p []byte) {
	f.chunk = p
	f.next()
}

// Close says that there is no more. What the decoder makes of that it gives
// before it returns.
func (f *Feeder) Close() { f.stop() }
