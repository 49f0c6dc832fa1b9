package coding

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// ErrUnknown is wrapped by errors about an unsupported encoding.
var ErrUnknown = errors.New("not one the console can undo (gzip, deflate, br and zstd are)")

// zstdWindow bounds the window of a zstd stream (RFC 9659 §3).
const zstdWindow = 8 << 20

// peeker is an Input or a bufio.Reader.
type peeker interface {
	io.Reader
	Peek(n int) ([]byte, error)
}

// openers are the decoders by encoding name, in lower case.
var openers = map[string]func(io.Reader) (io.Reader, error){
	"gzip":    func(from io.Reader) (io.Reader, error) { return gzip.NewReader(from) },
	"x-gzip":  func(from io.Reader) (io.Reader, error) { return gzip.NewReader(from) },
	"deflate": inflate,
	"br":      func(from io.Reader) (io.Reader, error) { return brotli.NewReader(from), nil },
	"zstd": func(from io.Reader) (io.Reader, error) {
		return zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(zstdWindow))
	},
}

// Open returns a decoder for one encoding, named in lower case. The reader returns what it can decode before
// it asks for more input.
func Open(name string, from io.Reader) (io.Reader, error) {
	if open := openers[name]; open != nil {
		return open(from)
	}
	return nil, fmt.Errorf("encoding %q is %w", name, ErrUnknown)
}

// inflate decodes deflate. The standard means zlib; many servers send raw deflate.
func inflate(from io.Reader) (io.Reader, error) {
	r, ok := from.(peeker)
	if !ok {
		r = bufio.NewReader(from)
	}
	if h, err := r.Peek(2); err == nil && h[0]&0x0f == 8 && (uint(h[0])<<8|uint(h[1]))%31 == 0 {
		return zlib.NewReader(r)
	}
	return flate.NewReader(r), nil
}

// checkSupported returns why the console cannot undo a list of encodings, nil if it can.
func checkSupported(names []string) error {
	if len(names) > MaxLayers {
		return fmt.Errorf("%d content encodings: %w; the console undoes at most %d", len(names), ErrTooDeep, MaxLayers)
	}
	for _, name := range names {
		if openers[name] == nil {
			return fmt.Errorf("encoding %q is %w", name, ErrUnknown)
		}
	}
	return nil
}
