package redact_test

import (
	"bytes"
	"compress/gzip"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// bytesField encodes a protobuf field by hand: a tag, a length, the bytes.
func bytesField(number byte, value []byte) []byte {
	return append([]byte{number<<3 | 2, byte(len(value))}, value...)
}

func secretFields() []redact.Field {
	return []redact.Field{{Name: "config.token", Numbers: []int32{2, 3}}, {Name: "config.authentication.credentials", Numbers: []int32{2, 4, 2}}}
}

func secretMessage() []byte {
	auth := append(bytesField(1, []byte("Bearer")), bytesField(2, []byte("hush-hush"))...)
	config := bytes.Join([][]byte{bytesField(1, []byte("id")), {8 << 3, 0x96, 0x01}, bytesField(3, []byte("s3cret")), bytesField(4, auth), {9<<3 | 5, 1, 2, 3, 4}}, nil)
	return bytes.Join([][]byte{bytesField(1, []byte("token")), bytesField(2, config), bytesField(3, []byte("after"))}, nil)
}

func TestSecretsInGRPC(t *testing.T) {
	t.Parallel()
	in := wire.AppendGRPC(wire.AppendGRPC(nil, secretMessage()), bytesField(1, []byte("s3cret")))
	want := bytes.Replace(in, []byte("s3cret"), []byte("******"), 1)
	want = bytes.Replace(want, []byte("hush-hush"), []byte("*********"), 1)
	for _, sizes := range [][]int{{len(in)}, {1}, {2, 5, 3}} {
		r := redact.NewGRPCRedactor(secretFields(), "", key, "request.body")
		given := bytes.Clone(in)
		got := run(r, in, sizes...)
		if !bytes.Equal(in, given) {
			t.Fatal("the input was changed")
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%q\nwant %q", got, want)
		}
		found := told(r)
		if len(found) != 2 || found[0].Name != "config.token" || found[1].Name != "config.authentication.credentials" {
			t.Fatalf("%+v", found)
		}
		for i, word := range []string{"s3cret", "hush-hush"} {
			if at := found[i].Offset; string(in[at:at+found[i].Length]) != word || found[i].Fingerprint == "" {
				t.Errorf("%+v marks %q", found[i], in[at:at+found[i].Length])
			}
		}
		r.Close()
	}
}

// messages splits a stream of gRPC messages.
func messages(body []byte) []wire.Frame {
	s := wire.NewSplitter(wire.GRPC, 0)
	return append(s.Feed(time.Time{}, body), s.Close(time.Time{})...)
}

// A compressed message with a secret becomes filler as a whole; its prefix stays, so that the messages
// after it can be found.
func TestSecretsInCompressedGRPC(t *testing.T) {
	t.Parallel()
	pack := func(message []byte) []byte {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(message)
		w.Close()
		out := wire.AppendGRPC(nil, z.Bytes())
		out[0] = 1
		return out
	}
	clean, dirty := pack(bytesField(1, []byte("s3cret"))), pack(secretMessage())
	in := append(append(bytes.Clone(clean), dirty...), clean...)
	for _, coded := range []string{"gzip", "snappy"} {
		r := redact.NewGRPCRedactor(secretFields(), coded, key, "request.body")
		got := run(r, in)
		frames := messages(got)
		if len(frames) != 3 || len(got) != len(in) {
			t.Fatalf("%s: %d frames", coded, len(frames))
		}
		if strings.Trim(string(frames[1].Data), "*") != "" {
			t.Errorf("%s: the message with a secret is %q", coded, frames[1].Data)
		}
		if kept := bytes.Equal(frames[0].Raw, clean) && bytes.Equal(frames[2].Raw, clean); kept != (coded == "gzip") {
			t.Errorf("%s: the others: %q %q", coded, frames[0].Raw, frames[2].Raw)
		}
		if f := told(r); f[len(f)-1].Kind != "encoded" {
			t.Errorf("%+v", f)
		}
		r.Close()
	}
}

// FuzzGRPCRedactor: for any input, lengths stay, the division into reads changes nothing, and only reported
// bytes changed.
func FuzzGRPCRedactor(f *testing.F) {
	f.Add(wire.AppendGRPC(nil, secretMessage()), []byte{1, 3})
	f.Add([]byte{0, 0, 0, 0, 6, 0x12, 0x7f, 0x1a, 2, 'a', 'b', 0, 0xff}, []byte{2})
	f.Fuzz(func(t *testing.T, in []byte, sizes []byte) {
		n := []int{1}
		for _, b := range sizes {
			n = append(n, int(b))
		}
		a := redact.NewGRPCRedactor(secretFields(), "", key, "x")
		b := redact.NewGRPCRedactor(secretFields(), "", key, "x")
		defer a.Close()
		defer b.Close()
		whole, pieces := run(a, in), run(b, in, n...)
		if len(whole) != len(in) {
			t.Fatalf("%d bytes became %d", len(in), len(whole))
		}
		packed := false
		for _, f := range messages(in) {
			packed = packed || f.Raw[0]&1 != 0
		}
		if !packed && !bytes.Equal(whole, pieces) {
			t.Fatalf("one read %q\nmany %q", whole, pieces)
		}
		at := 0
		for _, r := range told(a) {
			if !bytes.Equal(whole[at:r.Offset], in[at:r.Offset]) {
				t.Fatalf("bytes before %+v were changed", r)
			}
			at = int(r.Offset + r.Length)
		}
		if !bytes.Equal(whole[at:], in[at:]) {
			t.Fatal("bytes after the last secret were changed")
		}
	})
}

// TestManySecretsInGRPC: each message adds its own secrets, without copying those of earlier ones.
func TestManySecretsInGRPC(t *testing.T) {
	const messages = 4000
	stream := bytes.Repeat(wire.AppendGRPC(nil, secretMessage()), messages)
	r := redact.NewGRPCRedactor(secretFields(), "", key, "x")
	defer r.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := r.Body(stream)
	runtime.ReadMemStats(&after)
	found := told(r)
	last := found[len(found)-1]
	if len(found) != redact.MaxListed+1 || last.Kind != redact.KindSeveral || last.Detail != "3000 secrets beyond the first 5000 of this body" || len(out) != len(stream) {
		t.Fatalf("found %d, the last %+v", len(found), last)
	}
	if end := last.Offset + last.Length; bytes.Contains(out, []byte("hush")) || bytes.Contains(out, []byte("s3cret")) || int(end) > len(stream) || len(stream)-int(end) > len(stream)/messages {
		t.Errorf("what stands for the rest ends at %d of %d", end, len(stream))
	}
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 200 {
		t.Errorf("%d MiB for %d secrets", got, len(found))
	}
}
