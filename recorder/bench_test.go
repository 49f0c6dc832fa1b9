package recorder

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

var kilobyte = `{"jsonrpc":"2.0","id":1,"result":"` + strings.Repeat("x", 980) + `"}`

// oneCall does what a tap does for a call of 1 KB each way: it commits the request before sending it, and the
// response before forwarding its last byte.
func oneCall(ctx context.Context, s *Store, body []byte) error {
	x := call()
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "User-Agent": {"bench/1"}, "Accept": {"*/*"}, "Content-Length": {"1024"}}
	tape := s.Begin(x)
	at := time.Now()
	tape.Write(wire.Request, at, body, false)
	tape.EndRequest(at, nil)
	tape.WriteResponseHead(at, jsonHead)
	tape.Write(wire.Response, at, body, false)
	tape.End(wire.End{At: at, Outcome: wire.ByAgent})
	return tape.Commit(ctx)
}

func BenchmarkCalls(b *testing.B) {
	for _, callers := range []int{1, 16, 64} {
		for _, labelled := range []bool{false, true} {
			b.Run(fmt.Sprintf("callers=%d/labels=%t", callers, labelled), func(b *testing.B) {
				s := open(b, func(o *Options) {
					if labelled {
						o.Label = newFake
					}
				})
				body := []byte(kilobyte)
				var wg sync.WaitGroup
				next := make(chan struct{}, callers)
				for range callers {
					wg.Go(func() {
						for range next {
							if err := oneCall(b.Context(), s, body); err != nil {
								b.Error(err)
							}
						}
					})
				}
				for b.Loop() {
					next <- struct{}{}
				}
				close(next)
				wg.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "exchanges/s")
			})
		}
	}
}

// A stream with one event in each read, and one of a fast agent, with 110 events (about 32 KB) in each
// read.
func BenchmarkStream(b *testing.B) {
	event := "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"text\":\"" + strings.Repeat("y", 230) + "\"}}\n\n"
	for _, per := range []int{1, 110, -110} {
		secret := per < 0
		per = max(per, -per)
		b.Run(fmt.Sprintf("events/read=%d/secrets=%t", per, secret), func(b *testing.B) {
			s := open(b, func(o *Options) {
				o.MaxBody = 1 << 40
				if secret {
					o.Secrets = func(*wire.Exchange) redact.Secrets {
						return redact.Secrets{Response: redact.NewMembers("result.token", "result.*.token")}
					}
				}
			})
			p := []byte(strings.Repeat(event, per))
			tape := s.Begin(call())
			tape.EndRequest(time.Now(), nil)
			tape.WriteResponseHead(time.Now(), sseHead)
			for b.Loop() {
				tape.Write(wire.Response, time.Now(), p, false)
				commit(b, tape)
			}
			b.ReportMetric(float64(b.N*per)/b.Elapsed().Seconds(), "events/s")
			b.SetBytes(int64(len(p)))
			tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		})
	}
}
