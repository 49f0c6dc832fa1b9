package archive_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// many writes a session of n exchanges as jsonl: half plain, half streams of
// five events.
func many(t testing.TB, w io.Writer, n int) {
	ctx := t.Context()
	to := archive.NewJSONL(w, archive.Provenance{Program: "bench"})
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(to.Session(ctx, &wire.Session{ID: wire.NewID(), Started: at, Ended: at.Add(time.Hour), Exchanges: n}))
	for i := range n {
		at = at.Add(time.Millisecond)
		x := wire.Exchange{ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9000", Method: "POST", URL: "http://127.0.0.1:9000/rpc",
			Request:  wire.Head{Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}, "User-Agent": {"bench/1"}}},
			Response: wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"application/json"}}},
			Started:  at, RequestDone: at, Answered: at, FirstByte: at, LastByte: at, Ended: at, Outcome: wire.ByAgent, Frames: 1}
		answer, reads := []byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"task":{"id":"t%d","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`, i, i)), 1
		if i%2 == 1 {
			x.Response.Header, x.Frames = http.Header{"Content-Type": {"text/event-stream"}}, 5
			answer, reads = []byte(fmt.Sprintf("data: {\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"statusUpdate\":{\"taskId\":\"t%d\",\"status\":{\"state\":\"TASK_STATE_WORKING\"}}}}\n\n", i, i)), 5
		}
		request := []byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"SendMessage","params":{"message":{"messageId":"m%d","role":"ROLE_USER","parts":[{"text":"tell me a joke"}]}}}`, i, i))
		x.RequestBytes, x.ResponseBytes = int64(len(request)), int64(reads*len(answer))
		must(to.Exchange(ctx, &x))
		must(to.Chunk(ctx, &wire.Chunk{Side: wire.Request, At: at, Data: request}))
		for k := range reads {
			must(to.Chunk(ctx, &wire.Chunk{Side: wire.Response, Offset: int64(k * len(answer)), At: at, Data: answer}))
		}
	}
	must(to.Close(ctx))
}

// peak samples the heap while f runs.
func peak(f func()) uint64 {
	var top atomic.Uint64
	done, ended := make(chan struct{}), make(chan struct{})
	runtime.GC()
	go func() {
		defer close(ended)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		var m runtime.MemStats
		for {
			runtime.ReadMemStats(&m)
			top.Store(max(top.Load(), m.HeapAlloc))
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	}()
	f()
	close(done)
	<-ended
	return top.Load()
}

const manyExchanges = 100_000

// BenchmarkImport imports 100,000 exchanges, without labels.
func BenchmarkImport(b *testing.B) {
	path := filepath.Join(b.TempDir(), "x.jsonl")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	many(b, f, manyExchanges)
	f.Close()
	info, _ := os.Stat(path)
	b.SetBytes(info.Size())
	for b.Loop() {
		s := open(b, func(o *recorder.Options) { o.NoSession = true })
		in, err := os.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		top := peak(func() {
			if _, err := archive.Read(b.Context(), in, archive.ReadOptions{}, s.Import("x")); err != nil {
				b.Fatal(err)
			}
		})
		in.Close()
		b.ReportMetric(float64(top)/(1<<20), "peak-MiB")
	}
	b.ReportMetric(manyExchanges*float64(b.N)/b.Elapsed().Seconds(), "exchanges/s")
}

// BenchmarkExport exports 100,000 exchanges and redacts them.
func BenchmarkExport(b *testing.B) {
	var file bytes.Buffer
	many(b, &file, manyExchanges)
	s := open(b, func(o *recorder.Options) { o.NoSession = true })
	sum, err := archive.Read(b.Context(), &file, archive.ReadOptions{}, s.Import("x"))
	if err != nil {
		b.Fatal(err)
	}
	file = bytes.Buffer{}
	for name, make := range map[string]func() wire.Sink{
		"jsonl": func() wire.Sink { return archive.NewJSONL(io.Discard, archive.Provenance{}) },
		"har":   func() wire.Sink { return archive.NewHAR(io.Discard, archive.Provenance{}) },
		"curl":  func() wire.Sink { return archive.NewCurl(io.Discard, archive.Provenance{}) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				top := peak(func() {
					if err := s.Export(b.Context(), sum.Session, nil, archive.Redact(make(), archive.RedactOptions{Secrets: secrets})); err != nil {
						b.Fatal(err)
					}
				})
				b.ReportMetric(float64(top)/(1<<20), "peak-MiB")
			}
			b.ReportMetric(manyExchanges*float64(b.N)/b.Elapsed().Seconds(), "exchanges/s")
		})
	}
}
