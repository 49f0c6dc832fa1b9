package rule_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// still is a protocol without cost: each frame is the same artifact.
type still struct{ tongue }

func (s still) Open(x *wire.Exchange, body []byte) wire.FrameCodec {
	return quiet{s.tongue.Open(x, body)}
}

type quiet struct{ wire.FrameCodec }

func (quiet) Read(wire.Side, wire.Frame) wire.FrameLabels {
	return wire.FrameLabels{Kind: "artifact", Task: "t1", Context: "c1", Artifact: "a", Text: "Why did the agent cross the road? To get to the other endpoint, of course."}
}

// manyRules are rules of several kinds that are checked against a stream's frames and do not match,
// and one that matches.
func manyRules(n int) (texts []string) {
	for i := range n - 1 {
		texts = append(texts, [...]string{
			"event:artifact punchline%d => drop", "state:completed op:send task:t%d => drop", "event:status -state:working context:c%d => duplicate",
			"event:artifact nth:2000000%03d => cut", "op:send event:artifact chance:0.0001%% seed:%d => duplicate", "text:nothing%d direction:response => delay 1s",
		}[i%6])
		texts[i] = fmt.Sprintf(texts[i], i+1)
	}
	return append(texts, `event:artifact nth:50 => inject {"x":1}`)
}

const question = `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"tell me a joke"}]}}}`

const chunk = `{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"text":"Why did the agent cross the road? To get to the other endpoint, of course."}]},"append":true}}}`

// discard is a wire.FrameSender.
type discard struct{}

func (discard) Send(wire.Passage, []byte) error { return nil }
func (discard) SendMore([]byte) error           { return nil }

// real is an A2A 1.0 exchange, and the head of its response.
func real(id string) (*wire.Exchange, *wire.Head) {
	x := exchangeOf(id)
	x.URL = "http://agent.test:1/"
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	return x, &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
}

// BenchmarkFrame: the cost of a frame at a gate, by the number of rules, with and without the cost of reading
// it as A2A.
func BenchmarkFrame(b *testing.B) {
	raw := framed(wire.SSE, chunk)
	for name, p := range map[string]wire.Protocol{"rules": still{}, "a2a": passing.New(passing.Options{})} {
		for _, n := range []int{1, 100, 200} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				set := newSet(b, rule.Options{Protocol: p}, manyRules(n)...)
				x, h := real("x")
				plan := set.Intervene(x, []byte(question), true)
				if err := plan.Response.Head(b.Context(), h); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if err := plan.Response.Frame(b.Context(), wire.Frame{Index: i, Kind: wire.SSE, Raw: raw, Data: []byte(chunk)}, discard{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkWatches: the cost of an exchange that no rule could match, by the number of rules.
func BenchmarkWatches(b *testing.B) {
	for _, n := range []int{0, 1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var texts []string
			for i := range n {
				texts = append(texts, fmt.Sprintf("agent:other%d => drop", i))
			}
			set := newSet(b, rule.Options{}, texts...)
			x := exchangeOf("x")
			b.ReportAllocs()
			for b.Loop() {
				if set.Watches(x) {
					b.Fatal("it is watched")
				}
			}
		})
	}
}

// BenchmarkHeld1000: the cost of a thousand streams with a held event each, including their gates and the A2A
// reading.
func BenchmarkHeld1000(b *testing.B) {
	for b.Loop() {
		queue := hold.New()
		set := newSet(b, rule.Options{Protocol: passing.New(passing.Options{}), Holder: queue}, "event:artifact => hold")
		bell, stop := queue.WatchHeld()
		var all sync.WaitGroup
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range 1000 {
			all.Go(func() { holdOne(b.Context(), set, i) })
		}
		for len(queue.Items()) < 1000 {
			<-bell
		}
		runtime.GC()
		runtime.GC() // each collection returns half of a stack that was large once
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "heapMB/1000")
		b.ReportMetric(float64(after.StackInuse-before.StackInuse)/1e6, "stackMB/1000")
		queue.ReleaseAll("", wire.PassageHeld)
		all.Wait()
		stop()
	}
}

func holdOne(ctx context.Context, set *rule.Set, i int) {
	x, h := real(fmt.Sprint(i))
	plan := set.Intervene(x, []byte(question), true)
	_ = plan.Response.Head(ctx, h)
	_ = plan.Response.Frame(ctx, wire.Frame{Kind: wire.SSE, Raw: framed(wire.SSE, chunk), Data: []byte(chunk)}, discard{})
}
