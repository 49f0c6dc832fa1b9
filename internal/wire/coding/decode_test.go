package coding

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func pack(open func(io.Writer) io.WriteCloser, in []byte) []byte {
	var b bytes.Buffer
	w := open(&b)
	w.Write(in)
	w.Close()
	return b.Bytes()
}

func zipped(in []byte, times int) []byte {
	for range times {
		in = pack(func(w io.Writer) io.WriteCloser { z, _ := gzip.NewWriterLevel(w, 9); return z }, in)
	}
	return in
}

// TestDecode undoes each encoding to the last byte of a budget, and no further.
func TestDecode(t *testing.T) {
	t.Parallel()
	text := []byte(strings.Repeat("a body ", 100))
	gz := pack(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }, text)
	zl := pack(func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }, text)
	fl := pack(func(w io.Writer) io.WriteCloser { z, _ := flate.NewWriter(w, 6); return z }, text)
	for name, tt := range map[string]struct {
		encoding string
		body     []byte
	}{
		"gzip": {"GZIP", gz}, "zlib": {"deflate", zl}, "bare": {"deflate", fl},
	} {
		h := http.Header{"Content-Encoding": {tt.encoding}}
		if got, err := Decode(h, tt.body, NewBudget(int64(len(text)))); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if got, err := Decode(h, tt.body, NewBudget(10)); !errors.Is(err, ErrTooLong) || !bytes.Equal(got, text[:10]) {
			t.Errorf("%s limited: %q, %v", name, got, err)
		}
	}
	if got, err := Decode(http.Header{"Content-Encoding": {"gzip"}}, gz[:len(gz)-6], NewBudget(1000)); err == nil || !bytes.HasPrefix(text, got) || len(got) == 0 {
		t.Errorf("cut gzip: %q, %v", got, err)
	}
	if _, err := Decode(http.Header{"Content-Encoding": {"compress"}}, gz, NewBudget(1000)); err == nil || !strings.Contains(err.Error(), `"compress"`) {
		t.Errorf("br: %v", err)
	}
}

// TestDecodeBoundsNesting: each coding costs a decoder, so a header may not name any number of them.
func TestDecodeBoundsNesting(t *testing.T) {
	t.Parallel()
	body := []byte("not zipped at all")
	h := http.Header{"Content-Encoding": {strings.Repeat("deflate, ", 1000) + "deflate"}}
	got, err := Decode(h, body, NewBudget(1<<20))
	if !errors.Is(err, ErrTooDeep) || !strings.Contains(err.Error(), "1001") || string(got) != string(body) {
		t.Errorf("%q, %v", got, err)
	}
	h = http.Header{"Content-Encoding": {"gzip, identity, gzip", "GZIP, gzip"}}
	if got, err := Decode(h, zipped(body, MaxLayers), NewBudget(1<<20)); err != nil || string(got) != string(body) {
		t.Errorf("%d layers: %q, %v", MaxLayers, got, err)
	}
}

// TestLayersShareABudget: the output of inner layers counts like that of the last one; otherwise a small body
// could keep a decoder busy for any time.
func TestLayersShareABudget(t *testing.T) {
	t.Parallel()
	doc := make([]byte, 8<<20)
	h := http.Header{"Content-Encoding": {"gzip, gzip"}}
	body := zipped(doc, 2)
	inner := int64(len(zipped(doc, 1)))
	b := NewBudget(inner + int64(len(doc)))
	if out, err := Decode(h, body, b); err != nil || len(out) != len(doc) || b.Remaining() != 0 {
		t.Errorf("with enough: %d bytes, %v, %d left", len(out), err, b.Remaining())
	}
	if out, err := Decode(h, body, NewBudget(int64(len(doc)))); !errors.Is(err, ErrTooLong) || len(out) >= len(doc) {
		t.Errorf("without the inner layer's bytes: %d bytes, %v", len(out), err)
	}
	hidden := append(zipped(make([]byte, 64<<20), 1), zipped([]byte("small"), 1)...) // an inner layer of two members
	b = NewBudget(1 << 20)
	if out, err := Decode(h, zipped(hidden, 1), b); !errors.Is(err, ErrTooLong) || int64(len(out)) > 1<<20 {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}

// TestBodiesShareABudget: the bodies of one exchange share a budget, and one that is not encoded uses nothing of it.
func TestBodiesShareABudget(t *testing.T) {
	t.Parallel()
	b := NewBudget(1000)
	doc := make([]byte, 600)
	gz := http.Header{"Content-Encoding": {"gzip"}}
	if out, err := Decode(gz, zipped(doc, 1), b); err != nil || len(out) != 600 || b.Remaining() != 400 {
		t.Fatalf("%d bytes, %v, %d left", len(out), err, b.Remaining())
	}
	for _, h := range []http.Header{{}, {"Content-Encoding": {"identity"}}} {
		if out, err := Decode(h, make([]byte, 5000), b); err != nil || len(out) != 5000 || b.Remaining() != 400 {
			t.Errorf("%v: %d bytes, %v, %d left", h, len(out), err, b.Remaining())
		}
	}
	if out, err := Decode(gz, zipped(doc, 1), b); !errors.Is(err, ErrTooLong) || len(out) != 400 {
		t.Errorf("%d bytes, %v", len(out), err)
	}
	if out, err := Decode(gz, zipped(doc, 1), b); !errors.Is(err, ErrTooLong) || len(out) != 0 {
		t.Errorf("when nothing is left: %d bytes, %v", len(out), err)
	}
}
