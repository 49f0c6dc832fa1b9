package redact_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// zeros encodes n MiB of repeated JSON with each of the named encodings in turn.
func zeros(t testing.TB, n int, names ...string) []byte {
	t.Helper()
	return encode(t, bytes.Repeat([]byte(`{"a":"bbbbbbbb"} `), n<<20/17), 9, names...)
}

// TestBombsHaveABudget: the decoded size of a body is bounded: from there on it is filler that says so.
// Wasted decoding is bounded by the size of the input, not by what it claims to contain.
func TestBombsHaveABudget(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{{"gzip"}, {"br"}, {"zstd"}} {
		body := zeros(t, 50, names...)
		r := coded(codings(names))
		out := run(r, body, 1000)
		found := r.Take()
		if len(found) != 1 || !strings.Contains(found[0].Detail, "more than is inspected") || found[0].Offset+found[0].Length != int64(len(body)) || len(out) != len(body) {
			t.Errorf("%v: %d of %d bytes, %+v", names, len(out), len(body), found)
		}
	}
	small := zeros(t, 15, "gzip")
	r := coded(codings([]string{"gzip"}))
	if out := run(r, small, 1000); !bytes.Equal(out, small) || len(r.Take()) > 0 {
		t.Error("what is within the budget became filler")
	}
}

// TestWhatIsReadWasLookedInto: redaction inspects everything that the readers' budget allows.
func TestWhatIsReadWasLookedInto(t *testing.T) {
	t.Parallel()
	secret := []byte(`,"token":"s3cret"}`)
	for _, names := range [][]string{{"gzip"}, {"br"}} {
		doc := append([]byte(`{"a":"`), bytes.Repeat([]byte("b"), coding.MaxDecodedBytes-len(secret)-7)...)
		body := encode(t, append(append(doc, '"'), secret...), 6, names...)
		if plain, err := coding.Decode(codings(names), body, coding.NewBudget(coding.MaxDecodedBytes)); err != nil || !bytes.HasSuffix(plain, secret) {
			t.Fatalf("%v: %v", names, err)
		}
		r := coded(codings(names))
		run(r, body, 1<<20)
		if found := told(r); len(found) != 1 || found[0].Detail != "holds token" {
			t.Errorf("%v: %+v", names, found)
		}
	}
}

// TestEncodingsInOneAnother: nested encodings are not decoded, and not kept.
func TestEncodingsInOneAnother(t *testing.T) {
	t.Parallel()
	names := []string{"gzip", "gzip"}
	body := encode(t, []byte(`{"token":"s3cret"}`), 6, names...)
	r := coded(codings(names))
	out := run(r, body, 7)
	if found := r.Take(); strings.Trim(string(out), "*") != "" || len(found) != 1 || !strings.Contains(found[0].Detail, "cannot be inspected") {
		t.Errorf("%q, %+v", out, found)
	}
}

// TestKeptBackIsBounded: no more than a block or a message is held back for inspection.
func TestKeptBackIsBounded(t *testing.T) {
	t.Parallel()
	var doc strings.Builder
	for i := range 80_000 {
		fmt.Fprintf(&doc, `{"n":%d,"x":%d},`, i*7919, i*i)
	}
	for _, name := range []string{"gzip", "deflate", "raw", "br", "zstd"} {
		body := encode(t, []byte("["+doc.String()+"0]"), 6, name)
		r := coded(codings([]string{name}))
		given, most := 0, 0
		for at := 0; at < len(body); at += 1000 {
			end := min(at+1000, len(body))
			given += len(r.Body(body[at:end]))
			most = max(most, end-given)
		}
		if given += len(r.Close()); given != len(body) || len(r.Take()) > 0 {
			t.Errorf("%s: %d of %d bytes", name, given, len(body))
		}
		if most > 200<<10 {
			t.Errorf("%s: %d bytes were kept back", name, most)
		}
	}
}

// TestFlushedIsSettled: what a sender flushes is released at once, so that a stream of events is on record
// event by event.
func TestFlushedIsSettled(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gzip", "deflate", "br", "zstd"} {
		var b bytes.Buffer
		w := flusher(t, name, &b)
		r := redact.NewCodedRedactor(codings([]string{name}), "text/event-stream", redact.NewMembers("token"), key)
		for i := range 20 {
			fmt.Fprintf(w, "data: {\"n\":%d}\n\n", i)
			w.Flush()
			if out := r.Body(b.Bytes()); !bytes.Equal(out, b.Bytes()) {
				t.Errorf("%s: event %d: %d of %d bytes", name, i, len(out), b.Len())
			}
			b.Reset()
		}
		fmt.Fprintf(w, "data: {\"token\":\"s3cret\"}\n\n")
		w.Flush()
		if out := r.Body(b.Bytes()); strings.Trim(string(out), "*") != "" || len(out) != b.Len() {
			t.Errorf("%s: the event with a secret is %q", name, out)
		}
		if r.Close(); len(r.Take()) != 1 {
			t.Errorf("%s: not told", name)
		}
	}
}

// TestGRPCBombsTogether: the messages of a stream share a decoding budget.
func TestGRPCBombsTogether(t *testing.T) {
	t.Parallel()
	packed := func(message []byte) []byte {
		b := wire.AppendGRPC(nil, encode(t, message, 9, "gzip"))
		b[0] = 1
		return b
	}
	r := redact.NewGRPCRedactor(secretFields(), "gzip", key, "x")
	r.Spend(coding.MaxDecodedBytes - 100)
	small, large := packed(bytesField(1, []byte("x"))), packed(bytesField(7, make([]byte, 100)))
	in := append(bytes.Clone(small), bytes.Repeat(large, 3)...)
	for range 3 {
		in = append(in, packed(append([]byte{1<<3 | 2, 0x80, 0x80, 0x40}, make([]byte, 1<<20)...))...)
	}
	out := run(r, in, 100)
	if !bytes.HasPrefix(out, small) || len(out) != len(in) {
		t.Error("what is within the budget was changed")
	}
	last := messages(out)
	if strings.Trim(string(last[len(last)-1].Data), "*") != "" || !strings.Contains(r.Take()[0].Detail, "more than is inspected") {
		t.Error("what is beyond the budget was kept")
	}
}
