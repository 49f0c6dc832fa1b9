package dialect

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// varied is a stream of 1.0 in which no two events differ only in a text.
func varied() labelled {
	x := streamed()[0]
	x.name = "varied"
	for n, e := range x.events[1:] {
		x.events[1+n] = bytes.Replace(e, []byte(`,"append"`), fmt.Appendf(nil, `,"metadata":{"n":%d},"append"`, n), 1)
	}
	return x
}

// BenchmarkStream reads whole streams of 10,000 events from their bytes, in reads of 16 KiB: for labels only,
// as in the recorder, and with the task, as in a page.
func BenchmarkStream(b *testing.B) {
	const events = 10_000
	for _, x := range append(streamed(), varied()) {
		var all []byte
		for n := range events {
			data := x.events[0]
			if n > 0 {
				data = x.events[1+n%16]
			}
			all = append(append(append(all, "data: "...), data...), "\n\n"...)
		}
		for name, start := range map[string]func(Message, Hint) *Reader{"labels": NewLabeller, "task": NewReader} {
			b.Run(name+"/"+x.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					r := start(x.req, Hint{})
					r.Response(x.resp)
					s := wire.NewSplitter(wire.SSE, 16<<20)
					for rest := all; len(rest) > 0; rest = rest[min(16<<10, len(rest)):] {
						s.Each(time.Time{}, rest[:min(16<<10, len(rest))], func(f wire.Frame) { r.Event(f) })
					}
					r.End(wire.ByAgent)
					if l := r.Labels(); l.Task == "" || l.Dialect == "" {
						b.Fatalf("%+v", l)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/events, "ns/event")
			})
		}
	}
}
