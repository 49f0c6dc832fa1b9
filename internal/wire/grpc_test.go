package wire_test

import (
	"bytes"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func grpcHeader(kind string) http.Header { return http.Header{"Content-Type": {kind}} }

func TestFramingOfGRPC(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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

// Property: however messages are divided into reads, a Splitter returns them, and a Counter counts them, as
// they were framed.
func TestGRPCInAnyReads(t *testing.T) {
	t.Parallel()
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
