package recorder

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// TestKeptBackReads: reads of a compressed body that cannot be searched yet are counted at once and recorded
// later, in order, each with its own time.
func TestKeptBackReads(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	for i := range 3000 {
		fmt.Fprintf(z, `{"n":%d}`, i*7919)
	}
	z.Close()
	body := packed.Bytes()
	for _, secret := range []bool{false, true} {
		s := open(t, func(o *Options) {
			o.Secrets = func(*wire.Exchange) redact.Secrets {
				if secret {
					return redact.Secrets{Response: redact.NewMembers("n")}
				}
				return redact.Secrets{Response: redact.NewMembers("token")}
			}
		})
		tape := s.Begin(call())
		at := time.Now()
		tape.WriteResponseHead(at, wire.Head{Status: 200, Header: http.Header{"Content-Encoding": {"gzip"}}})
		var times []time.Time
		for i := 0; i < len(body); i += 500 {
			at = at.Add(time.Millisecond)
			times = append(times, at)
			piece := bytes.Clone(body[i:min(i+500, len(body))])
			tape.Write(wire.Response, at, piece, false)
			clear(piece) // the reader reuses its memory
		}
		commit(t, tape)
		x, err := s.Exchange(t.Context(), tape.ID())
		if err != nil || x.ResponseBytes != int64(len(body)) || x.ResponseKept > int64(len(body)) {
			t.Fatalf("%d of %d bytes counted, %d kept: %v", x.ResponseBytes, len(body), x.ResponseKept, err)
		}
		tape.End(wire.End{At: at, Outcome: wire.ByAgent})
		commit(t, tape)
		chunks, err := s.Chunks(t.Context(), tape.ID(), wire.Response, 0, 0)
		if err != nil || len(chunks) != len(times) {
			t.Fatalf("%d reads on record, %d were: %v", len(chunks), len(times), err)
		}
		var got []byte
		for i, c := range chunks {
			if !c.At.Equal(times[i]) || c.Offset != int64(len(got)) {
				t.Errorf("read %d: at %v, offset %d", i, c.At, c.Offset)
			}
			got = append(got, c.Data...)
		}
		if !secret && !bytes.Equal(got, body) || secret && bytes.Trim(got, "*") != nil || len(got) != len(body) {
			t.Errorf("secret %v: what is on record differs", secret)
		}
	}
}

// TestKeptBackAtTheEnd: a body that ends within a block is recorded as far as it arrived.
func TestKeptBackAtTheEnd(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for i := range 300 {
		fmt.Fprintf(z, `{"n":%d}`, i*7919)
	}
	z.Close()
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets { return redact.Secrets{Request: redact.NewMembers("token")} }
	})
	x := call()
	x.Request.Header = http.Header{"Content-Encoding": {"gzip"}}
	tape := s.Begin(x)
	cut := packed.Bytes()[:packed.Len()/2]
	tape.Write(wire.Request, time.Now(), cut, false)
	commit(t, tape)
	got, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || got.RequestBytes != int64(len(cut)) || got.RequestKept != 0 {
		t.Errorf("while it goes on: %d bytes, %d kept, %v", got.RequestBytes, got.RequestKept, err)
	}
	tape.EndRequest(time.Now(), nil)
	commit(t, tape)
	body, err := wire.ReadBody(t.Context(), s, tape.ID(), wire.Request)
	if err != nil || !bytes.Equal(body, cut) {
		t.Errorf("%d of %d bytes, %v", len(body), len(cut), err)
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
}

// TestLimitAfterWhatIsKeptBack: the gap for bytes over the limit begins where the recorded bytes end,
// including those that were kept back when it began.
func TestLimitAfterWhatIsKeptBack(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for i := range 300 {
		fmt.Fprintf(z, `{"n":%d}`, i*7919)
	}
	z.Close()
	body := packed.Bytes()
	limit := len(body) * 2 / 3
	s := open(t, func(o *Options) {
		o.MaxBody = int64(limit)
		o.Secrets = func(*wire.Exchange) redact.Secrets { return redact.Secrets{Response: redact.NewMembers("token")} }
	})
	tape := s.Begin(call())
	tape.WriteResponseHead(time.Now(), wire.Head{Status: 200, Header: http.Header{"Content-Encoding": {"gzip"}}})
	tape.Write(wire.Response, time.Now(), bytes.Clone(body[:limit/2]), false)
	tape.Write(wire.Response, time.Now(), bytes.Clone(body[limit/2:]), false)
	commit(t, tape)
	x, err := s.Exchange(t.Context(), tape.ID())
	if err != nil || x.ResponseKept >= int64(limit) {
		t.Fatalf("while it goes on: nothing is kept back, %d bytes are on record: %v", x.ResponseKept, err)
	}
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, tape)
	x, err = s.Exchange(t.Context(), tape.ID())
	if err != nil || x.ResponseKept != int64(limit) || len(x.Gaps) != 1 {
		t.Fatalf("%d bytes are on record, %d gaps: %v", x.ResponseKept, len(x.Gaps), err)
	}
	if g := x.Gaps[0]; g.Offset != int64(limit) || g.Offset+g.Bytes != int64(len(body)) {
		t.Errorf("%d bytes are missing from %d on, of %d with %d on record", g.Bytes, g.Offset, len(body), limit)
	}
}

// TestGapThatGrewToTheFront: a gap that began at the limit stays one gap when there is no room for what was
// kept back before it.
func TestGapThatGrewToTheFront(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	x := s.Begin(call()).(*tape)
	k := &x.sides[wire.Response]
	k.heldReads = []arrival{{size: 40}}
	if !k.addOverLimit(wire.Response, 10, time.Now(), 40) || k.gap.Offset != 40 {
		t.Fatalf("%+v", k.gap)
	}
	x.add(&entry.Entry{Kind: entry.Gap, Gap: *k.gap})
	commit(t, x)
	if k.drop(&entry.Chunk{Side: wire.Response}, 40, time.Now(), wire.GapDiskFull, "") {
		t.Error("another gap begins")
	}
	x.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	commit(t, x)
	got, err := s.Exchange(t.Context(), x.ID())
	if err != nil || len(got.Gaps) != 1 {
		t.Fatalf("%+v, %v", got.Gaps, err)
	}
	if g := got.Gaps[0]; g.Offset != 0 || g.Bytes != 50 {
		t.Errorf("%d bytes are missing from %d on", g.Bytes, g.Offset)
	}
}
