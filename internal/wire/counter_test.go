package wire_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// agree feeds a Splitter and a Counter the same reads and reports the first
// difference.
func agree(t *testing.T, kind wire.FrameKind, limit int64, in []byte, size func() int) {
	t.Helper()
	s, c := wire.NewSplitter(kind, limit), wire.NewCounter(kind, limit)
	var end int64
	same := func(list []wire.Frame, n wire.Count, at int64) {
		want := wire.Count{Frames: len(list)}
		for _, f := range list {
			if f.Kind != wire.Comment {
				want.Events++
			}
		}
		if len(list) > 0 {
			last := list[len(list)-1]
			end = last.Offset + last.Length
		}
		if want != n || end != at {
			t.Fatalf("%s, limit %d: %+v to %d, counted %+v to %d, with %d bytes left of %q", kind, limit, want, end, n, at, len(in), in)
		}
	}
	for len(in) > 0 {
		p := in[:min(max(size(), 1), len(in))]
		in = in[len(p):]
		list := s.Feed(time.Time{}, p)
		n, at := c.Feed(p)
		same(list, n, at)
	}
	list := s.Close(time.Time{})
	n, at := c.Close()
	same(list, n, at)
}

// A Counter counts what a Splitter cuts, read by read, for any stream and any division into reads.
func TestCounterAgreesWithSplitter(t *testing.T) {
	t.Parallel()
	counterAgrees(t, 0, fewSeeds)
}

// fewSeeds is how many streams the fast test tries.
const fewSeeds = 100

func counterAgrees(t *testing.T, from, to uint64) {
	t.Helper()
	pieces := []string{"data: {\"a\":1}\n\n", "data: x\r\n\r\n", ": ping\n\n", "data\n\n", "datas: 1\n\n", "event: e\rdata: y\r\r", "\n", "\r", "\r\n", "\xef\xbb\xbf", "data: unfinished"}
	long := make([]byte, 5000)
	for i := range long {
		long[i] = 'z'
	}
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		var in []byte
		for range r.IntN(80) {
			if r.IntN(12) == 0 {
				in = append(in, "data: "...)
				in = append(in, long[:r.IntN(len(long))]...)
			}
			in = append(in, pieces[r.IntN(len(pieces))]...)
		}
		most := []int{1, 3, 40, 3000, 1 << 20}[r.IntN(5)]
		limit := []int64{0, 1, 7, 100, 3000}[r.IntN(5)]
		for _, kind := range []wire.FrameKind{wire.SSE, wire.Line, wire.WebSocket, wire.Body} {
			agree(t, kind, limit, in, func() int { return 1 + r.IntN(most) })
		}
	}
}

func TestCounterCopiesNothingOfWholeEvents(t *testing.T) {
	in := []byte("data: 1\n\ndata: 2\n\n")
	c := wire.NewCounter(wire.SSE, 0)
	if n := testing.AllocsPerRun(100, func() { c.Feed(in) }); n != 0 {
		t.Errorf("%v allocations for a read of whole events", n)
	}
}
