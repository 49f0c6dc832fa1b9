package coding

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// ErrTooLong is wrapped by Decode's error when a body holds more than asked for.
var ErrTooLong = errors.New("longer than the limit")

// maxCodings bounds how many encodings are undone: each costs a decoder.
const maxCodings = 8

// Decode undoes a body's Content-Encoding, also several, one in another. It returns at most max bytes (0: no limit). With an error it
// returns as much as could be decoded; for an encoding it does not know that is
// the body as it is. A body without an encoding comes back unchanged.
func Decode(h http.Header, body []byte, max int) ([]byte, error) {
	codings := strings.Split(strings.Join(h.Values("Content-Encoding"), ","), ",")
	if len(codings) > maxCodings {
		return body, fmt.Errorf("decode body: %d content encodings, one in another; the console undoes up to %d", len(codings), maxCodings)
	}
	var r io.Reader
	for i := len(codings) - 1; i >= 0; i-- {
		name := strings.ToLower(strings.TrimSpace(codings[i]))
		if name == "" || name == "identity" {
			continue
		}
		if r == nil {
			r = bytes.NewReader(body)
		}
		var err error
		if r, err = Open(name, r); err != nil {
			return body, fmt.Errorf("decode %s body: %w", name, err)
		}
	}
	if r != nil {
		out, err := readMax(r, max)
		if err != nil {
			return out, fmt.Errorf("decode %s body: %w", h.Get("Content-Encoding"), err)
		}
		return out, nil
	}
	if max > 0 && len(body) > max {
		return body[:max], fmt.Errorf("read body of %d bytes: %w", len(body), ErrTooLong)
	}
	return body, nil
}

func readMax(r io.Reader, max int) ([]byte, error) {
	if max <= 0 {
		return io.ReadAll(r)
	}
	out, err := io.ReadAll(io.LimitReader(r, int64(max)+1))
	if len(out) > max {
		return out[:max], ErrTooLong
	}
	return out, err
}
