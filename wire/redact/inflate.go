package redact

import (
	"errors"
	"iter"
)

// inflater undoes DEFLATE (RFC 1951) as the bytes come. Unlike the standard
// library's it gives every byte as soon as it can be told, so that a secret is
// seen in the read that holds its end, not some reads later.
type inflater struct {
	in   []byte
	bits uint64
	have uint
	ask  func() bool // brings more input; false when there will be none

	window [1 << 15]byte
	at     int
	fresh  int          // bytes of the window, up to at, not yet given
	out    func([]byte) // takes what was told
}

var (
	errCorrupt = errors.New("the compressed data is corrupt")
	errShort   = errors.New("the compressed data ends early")
)

// need sees to it that n bits are there, n at most 32.
func (f *inflater) need(n uint) error {
	for f.have < n {
		for len(f.in) == 0 {
			f.give()
			if !f.ask() {
				return errShort
			}
		}
		f.bits |= uint64(f.in[0]) << f.have
		f.in = f.in[1:]
		f.have += 8
	}
	return nil
}

func (f *inflater) take(n uint) (int, error) {
	if err := f.need(n); err != nil {
		return 0, err
	}
	v := f.bits & (1<<n - 1)
	f.bits >>= n
	f.have -= n
	return int(v), nil
}

// align drops the bits up to the next byte.
func (f *inflater) align() {
	f.bits >>= f.have & 7
	f.have -= f.have & 7
}

// give hands over what was told since the last time.
func (f *inflater) give() {
	if f.fresh > 0 {
		f.out(f.window[f.at-f.fresh : f.at])
		f.fresh = 0
	}
}

func (f *inflater) put(c byte) {
	f.window[f.at] = c
	f.at++
	f.fresh++
	if f.at == len(f.window) {
		f.give()
		f.at = 0
	}
}

// stream reads blocks up to the last.
func (f *inflater) stream() error {
	defer f.give()
	for {
		head, err := f.take(3)
		if err != nil {
			return err
		}
		switch head >> 1 {
		case 0:
			err = f.stored()
		case 1:
			lengths := fixedLengths()
			err = f.block(newHuffman(lengths[:]), newHuffman(fixedDistances()))
		case 2:
			err = f.dynamic()
		default:
			err = errCorrupt
		}
		if err != nil || head&1 == 1 {
			return err
		}
	}
}

func (f *inflater) stored() error {
	f.align()
	n, err := f.take(16)
	if err != nil {
		return err
	}
	not, err := f.take(16)
	if err != nil {
		return err
	}
	if n != not^0xffff {
		return errCorrupt
	}
	for range n {
		c, err := f.take(8)
		if err != nil {
			return err
		}
		f.put(byte(c))
	}
	return nil
}

// Bases and extra bits of lengths (codes from 257) and distances.
func lengthCode(i int) (base int, extra uint) {
	switch {
	case i < 8:
		return 3 + i, 0
	case i == 28:
		return 258, 0
	}
	extra = uint(i-4) / 4
	return 3 + (4+i%4)<<extra, extra
}

func distanceCode(i int) (base int, extra uint) {
	if i < 4 {
		return 1 + i, 0
	}
	extra = uint(i-2) / 2
	return 1 + (2+i%2)<<extra, extra
}

func (f *inflater) block(literals, distances *huffman) error {
	for {
		c, err := literals.next(f)
		switch {
		case err != nil:
			return err
		case c < 256:
			f.put(byte(c))
		case c == 256:
			return nil
		case c > 285:
			return errCorrupt
		default:
			if err := f.repeat(c-257, distances); err != nil {
				return err
			}
		}
	}
}

// repeat copies from what was told before. A distance that reaches further back
// copies what happens to be in the window: whoever reads the stream will refuse
// it.
func (f *inflater) repeat(code int, distances *huffman) error {
	n, extra := lengthCode(code)
	more, err := f.take(extra)
	if err != nil {
		return err
	}
	d, err := distances.next(f)
	if err != nil {
		return err
	}
	if d > 29 {
		return errCorrupt
	}
	back, extra := distanceCode(d)
	far, err := f.take(extra)
	if err != nil {
		return err
	}
	for range n + more {
		f.put(f.window[(f.at-back-far+2*len(f.window))%len(f.window)])
	}
	return nil
}

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
		decode(func() []byte {
			for f.chunk == nil {
				if !yield(struct{}{}) {
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

// feed gives the decoder a piece; it is done with it on return. It reports
// whether the decoder still listens.
func (f *feeder) feed(p []byte) bool {
	if len(p) == 0 {
		return true
	}
	f.chunk = p
	_, ok := f.next()
	return ok
}

// close ends the decoder.
func (f *feeder) close() { f.stop() }
