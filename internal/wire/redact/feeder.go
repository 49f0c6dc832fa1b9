package redact

import "iter"

// feeder runs a decoder that pulls as a coroutine that is pushed.
type feeder struct {
	chunk []byte
	next  func() (struct{}, bool)
	stop  func()
}

// newFeeder starts decode, which asks for input with ask: nil when there will
// be none. feed runs it until it asks again.
func newFeeder(decode func(ask func() []byte)) *feeder {
	f := &feeder{}
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

// feed gives the decoder a piece, not empty; it is done with it on return.
func (f *feeder) feed(p []byte) {
	f.chunk = p
	f.next()
}

// close says that there is no more. What the decoder makes of that it gives
// before it returns.
func (f *feeder) close() { f.stop() }
