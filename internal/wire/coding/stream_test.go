package coding

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func packers() map[string]func(io.Writer) io.WriteCloser {
	return map[string]func(io.Writer) io.WriteCloser{
		"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"br":   func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
		"zstd": func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); return z },
	}
}

func streamed(h http.Header, body []byte, step int, b *Budget) ([]byte, error) {
	s := NewStream(h, b)
	var out []byte
	for ; len(body) > 0; body = body[min(step, len(body)):] {
		out = append(out, s.Feed(bytes.Clone(body[:min(step, len(body))]))...)
	}
	rest, err := s.Close()
	return append(out, rest...), err
}

// TestStreamIsDecode: a Stream returns the same as Decode, however the body is divided, and whether it is
// complete, truncated, corrupt, or in another encoding than it names.
func TestStreamIsDecode(t *testing.T) {
	t.Parallel()
	text, latin := []byte(strings.Repeat("an event of a stream; ", 2000)), []byte("{\"name\":\"Agent of the caf\xe9\"}")
	for name, open := range packers() {
		body := pack(open, text)
		bad := bytes.Clone(body)
		bad[len(bad)/2] ^= 0x55
		for kind, b := range map[string][]byte{"whole": body, "cut": body[:len(body)-3], "bad": bad, "plain": text, "latin": latin, "empty": nil} {
			h := http.Header{"Content-Encoding": {name}}
			want, wantErr := Decode(h, b, NewBudget(MaxDecodedBytes))
			if len(want) == 0 {
				want = b // nothing of it can be decoded
			}
			for _, step := range []int{1, 7, 1 << 20} {
				got, err := streamed(h, b, step, NewBudget(MaxDecodedBytes))
				if !bytes.Equal(got, want) || (err == nil) != (wantErr == nil) || errors.Is(err, ErrPlain) != errors.Is(wantErr, ErrPlain) {
					t.Errorf("%s %s by %d: %d bytes, %v; want %d, %v", name, kind, step, len(got), err, len(want), wantErr)
				}
			}
		}
	}
}

// TestNoBodyIsWhole: a body without bytes is complete in any encoding.
func TestNoBodyIsWhole(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"gzip", "x-gzip", "deflate", "br", "zstd", "br, gzip", "deflate, br"} {
		h := http.Header{"Content-Encoding": {encoding}}
		s := NewStream(h, NewBudget(MaxDecodedBytes))
		s.Feed(nil)
		got, err := s.Close()
		if len(got) > 0 || err != nil || s.Err() != nil || s.Fault() != nil || s.IsOpaque() {
			t.Errorf("%s: %q, %v, %v, %v, opaque %v", encoding, got, err, s.Err(), s.Fault(), s.IsOpaque())
		}
		if got, err := Decode(h, nil, NewBudget(MaxDecodedBytes)); len(got) > 0 || err != nil {
			t.Errorf("%s at once: %q, %v", encoding, got, err)
		}
	}
}

// TestStreamTellsWhatIsFlushed: what a sender flushed is returned before more arrives.
func TestStreamTellsWhatIsFlushed(t *testing.T) {
	t.Parallel()
	for name, open := range packers() {
		var b bytes.Buffer
		w := open(&b)
		s := NewStream(http.Header{"Content-Encoding": {name}}, NewBudget(MaxDecodedBytes))
		for i := range 5 {
			event := fmt.Sprintf("data: %d\n\n", i)
			io.WriteString(w, event)
			w.(interface{ Flush() error }).Flush()
			if got := string(s.Feed(b.Bytes())); got != event {
				t.Errorf("%s: %q was told of %q", name, got, event)
			}
			b.Reset()
		}
		s.Close()
	}
}

// TestStreamIsBounded: a stream ends where its budget does, and returns a body in an unsupported encoding as it came.
func TestStreamIsBounded(t *testing.T) {
	t.Parallel()
	zip := pack(packers()["gzip"], make([]byte, 1<<20))
	if got, err := streamed(http.Header{"Content-Encoding": {"gzip"}}, zip, 100, NewBudget(1000)); len(got) != 1000 || !errors.Is(err, ErrTooLong) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	for encoding, want := range map[string]error{"compress": ErrUnknown, "gzip, gzip, gzip, gzip, gzip": ErrTooDeep} {
		if got, err := streamed(http.Header{"Content-Encoding": {encoding}}, []byte("as it came"), 3, NewBudget(1000)); string(got) != "as it came" || !errors.Is(err, want) {
			t.Errorf("%s: %q, %v", encoding, got, err)
		}
	}
	if NewStream(http.Header{"Content-Encoding": {"identity"}}, nil) != nil {
		t.Error("identity is an encoding")
	}
}

// TestForgottenStreamsEnd: a stream that is never closed is garbage collected.
func TestForgottenStreamsEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 100 {
		NewStream(http.Header{"Content-Encoding": {"gzip"}}, NewBudget(1000)).Feed([]byte{0x1f})
	}
	for range 1000 {
		runtime.GC()
		runtime.Gosched()
		if runtime.NumGoroutine() <= before+2 {
			return
		}
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
