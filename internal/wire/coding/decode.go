package coding

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// MaxLayers bounds nested encodings, because each costs a decoder.
const MaxLayers = 4

// ErrTooDeep is wrapped by the error about a body with more than MaxLayers encodings.
var ErrTooDeep = errors.New("too many nested encodings")

// Decode undoes the Content-Encodings of a body, which may be nested. All layers together produce no more
// than the budget has left. On an error it returns what it could decode; for an unknown encoding, or too
// many, that is the body itself. A body without an encoding, or without bytes, is returned unchanged and
// costs nothing.
func Decode(h http.Header, body []byte, b *Budget) ([]byte, error) {
	names := Names(h)
	if len(names) == 0 || len(body) == 0 {
		return body, nil
	}
	if err := checkSupported(names); err != nil {
		return body, fmt.Errorf("decode body: %w", err)
	}
	if len(body) >= Textual && IsText(body[:Textual]) {
		return body, errPlain(names)
	}
	var r io.Reader = bytes.NewReader(body)
	for _, name := range names {
		var err error
		if r, err = b.Open(name, r); err != nil {
			return body, fmt.Errorf("decode %s body: %w", name, err)
		}
	}
	out, err := readAll(r)
	if err != nil {
		return out, fmt.Errorf("decode %s body: %w", strings.Join(names, ", "), err)
	}
	return out, nil
}

// readAll is io.ReadAll for large inputs: it copies every byte once, where a growing buffer copies it repeatedly.
func readAll(r io.Reader) ([]byte, error) {
	var blocks [][]byte
	var err error
	for size := 4 << 10; err == nil; size = min(2*size, 1<<20) {
		block, n, k := make([]byte, size), 0, 0
		for n < size && err == nil {
			k, err = r.Read(block[n:])
			n += k
		}
		blocks = append(blocks, block[:n])
	}
	if err == io.EOF {
		err = nil
	}
	return bytes.Join(blocks, nil), err
}

// Names returns a body's encodings in lower case, in the order of decoding: the last applied first. It omits
// identity.
func Names(h http.Header) []string {
	if len(h["Content-Encoding"]) == 0 {
		return nil
	}
	names := strings.Split(strings.ToLower(strings.Join(h.Values("Content-Encoding"), ",")), ",")
	slices.Reverse(names)
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" || name == "identity" })
}
