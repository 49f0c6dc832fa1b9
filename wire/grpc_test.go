package wire_test

import (
	"bytes"
	"compress/gzip"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/wire"
	"github.com/a2a-console/a2a-console/wire/coding"
)

func grpcHeader(kind string) http.Header { return http.Header{"Content-Type": {kind}} }

func TestFramingOfGRPC(t *testing.T) {
	for kind, want := range map[string]wire.FrameKind{
		"application/grpc": wire.GRPC, "application/grpc+proto": wire.GRPC, "Application/GRPC; charset=x": wire.GRPC,
		"application/grpc-web": wire.Body, "application/grpcx": wire.Body, "text/html": wire.Body,
	} {
		if got := wire.FramingOf(grpcHeader(kind)); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
	}
}

func TestSplitGRPC(t *testing.T) {
	in := wire.AppendGRPC(wire.AppendGRPC(nil, []byte("first")), nil)
	in = append(in, 1, 0, 0, 0, 2, 'z', 'z', 4, 0, 0, 0, 9, 'h', 'a')
	for _, sizes := range [][]int{{len(in)}, {1}, {3, 1, 7}} {
		got := cut(wire.GRPC, 0, in, sizes...)
		if len(got) != 4 {
			t.Fatalf("%d frames: %+v", len(got), got)
		}
		if string(got[0].Data) != "first" || got[0].Partial || got[1].Data == nil || len(got[1].Data) != 0 || got[1].Offset != 10 {
			t.Errorf("whole messages: %+v", got[:2])
		}
		if string(got[2].Data) != "zz" || got[2].Raw[0] != 1 || got[2].Partial || len(got[2].Problems) != 0 {
			t.Errorf("compressed: %+v", got[2])
		}
		half := got[3]
		if !half.Partial || string(half.Data) != "ha" || len(half.Problems) != 2 || half.Problems[0].Offset != 22-5 && half.Problems[0].Offset != half.Offset ||
			!strings.Contains(half.Problems[1].Message, "2 of 9 bytes") {
			t.Errorf("half: %+v", half)
		}
	}
}

func TestSplitGRPCLimit(t *testing.T) {
	in := wire.AppendGRPC(wire.AppendGRPC(nil, bytes.Repeat([]byte("x"), 25)), []byte("end"))
	var sizes []int64
	got := cut(wire.GRPC, 12, in, 1)
	for _, f := range got {
		sizes = append(sizes, f.Length)
	}
	if len(got) != 4 || sizes[0] != 12 || sizes[1] != 12 || sizes[2] != 6 || !got[0].Partial || !got[2].Partial || got[3].Partial || string(got[3].Data) != "end" {
		t.Fatalf("%v: %+v", sizes, got)
	}
}

// varint and bytesField build protobuf by hand: a tag, a length, the bytes.
func bytesField(number byte, value []byte) []byte {
	return append([]byte{number<<3 | 2, byte(len(value))}, value...)
}

func secretFields() []wire.Field {
	return []wire.Field{{Name: "config.token", Numbers: []int32{2, 3}}, {Name: "config.authentication.credentials", Numbers: []int32{2, 4, 2}}}
}

func secretMessage() []byte {
	auth := append(bytesField(1, []byte("Bearer")), bytesField(2, []byte("hush-hush"))...)
	config := bytes.Join([][]byte{bytesField(1, []byte("id")), {8<<3 | 0, 0x96, 0x01}, bytesField(3, []byte("s3cret")), bytesField(4, auth), {9<<3 | 5, 1, 2, 3, 4}}, nil)
	return bytes.Join([][]byte{bytesField(1, []byte("token")), bytesField(2, config), bytesField(3, []byte("after"))}, nil)
}

func TestSecretsInGRPC(t *testing.T) {
	in := wire.AppendGRPC(wire.AppendGRPC(nil, secretMessage()), bytesField(1, []byte("s3cret")))
	want := bytes.Replace(in, []byte("s3cret"), []byte("******"), 1)
	want = bytes.Replace(want, []byte("hush-hush"), []byte("*********"), 1)
	for _, sizes := range [][]int{{len(in)}, {1}, {2, 5, 3}} {
		r := wire.NewGRPCRedactor(secretFields(), "", coding.Open, key, "request.body")
		given := bytes.Clone(in)
		got := redact(r, in, sizes...)
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

// A compressed message with a secret goes from the read on that shows it; the
// head stays, so that the messages after it can be told.
func TestSecretsInCompressedGRPC(t *testing.T) {
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
		r := wire.NewGRPCRedactor(secretFields(), coded, coding.Open, key, "request.body")
		got := redact(r, in)
		frames := cut(wire.GRPC, 0, got)
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

// FuzzGRPCRedactor: whatever comes, lengths stay, cuts change nothing, and only
// what is told was changed.
func FuzzGRPCRedactor(f *testing.F) {
	f.Add(wire.AppendGRPC(nil, secretMessage()), []byte{1, 3})
	f.Add([]byte{0, 0, 0, 0, 6, 0x12, 0x7f, 0x1a, 2, 'a', 'b', 0, 0xff}, []byte{2})
	f.Fuzz(func(t *testing.T, in []byte, sizes []byte) {
		n := []int{1}
		for _, b := range sizes {
			n = append(n, int(b))
		}
		a := wire.NewGRPCRedactor(secretFields(), "", nil, key, "x")
		b := wire.NewGRPCRedactor(secretFields(), "", nil, key, "x")
		defer a.Close()
		defer b.Close()
		whole, pieces := redact(a, in), redact(b, in, n...)
		if len(whole) != len(in) {
			t.Fatalf("%d bytes became %d", len(in), len(whole))
		}
		packed := false
		for _, f := range cut(wire.GRPC, 0, in) {
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

// Property: messages cut from any reads are those that were framed, in a
// Splitter and in a Counter.
func TestGRPCInAnyReads(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 11))
		var in []byte
		var want [][]byte
		for range r.IntN(20) {
			m := make([]byte, r.IntN(300))
			for i := range m {
				m[i] = byte(r.Uint32())
			}
			want = append(want, m)
			in = wire.AppendGRPC(in, m)
		}
		most := []int{1, 4, 50, 5000}[r.IntN(4)]
		s := wire.NewSplitter(wire.GRPC, 0)
		var got []wire.Frame
		for rest := in; len(rest) > 0; {
			n := min(1+r.IntN(most), len(rest))
			got = append(got, s.Feed(time.Time{}, rest[:n])...)
			rest = rest[n:]
		}
		got = append(got, s.Close(time.Time{})...)
		if len(got) != len(want) {
			t.Fatalf("%d messages, want %d", len(got), len(want))
		}
		for i := range got {
			if !bytes.Equal(got[i].Data, want[i]) || got[i].Partial {
				t.Fatalf("message %d: %q, want %q", i, got[i].Data, want[i])
			}
		}
		agree(t, wire.GRPC, []int64{0, 1, 7, 100}[r.IntN(4)], in, func() int { return 1 + r.IntN(most) })
	}
}

// TestManySecretsInGRPC: each message adds what was found in it; what was found
// before is not copied for each.
func TestManySecretsInGRPC(t *testing.T) {
	const messages = 4000
	stream := bytes.Repeat(wire.AppendGRPC(nil, secretMessage()), messages)
	r := wire.NewGRPCRedactor(secretFields(), "", nil, key, "x")
	defer r.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := r.Body(stream)
	runtime.ReadMemStats(&after)
	found := told(r)
	last := found[len(found)-1]
	if len(found) != wire.RedactionLimit+1 || last.Kind != wire.Several || last.Detail != "3000 secrets beyond the first 5000 of this body" || len(out) != len(stream) {
		t.Fatalf("found %d, the last %+v", len(found), last)
	}
	if end := last.Offset + last.Length; bytes.Contains(out, []byte("hush")) || bytes.Contains(out, []byte("s3cret")) || int(end) > len(stream) || len(stream)-int(end) > len(stream)/messages {
		t.Errorf("what stands for the rest ends at %d of %d", end, len(stream))
	}
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 200 {
		t.Errorf("%d MiB for %d secrets", got, len(found))
	}
}
