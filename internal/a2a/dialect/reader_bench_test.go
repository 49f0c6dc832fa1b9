package dialect

import (
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// BenchmarkReader reads streams of two lengths: the cost of an event must not depend on the length.
func BenchmarkReader(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			data := []byte(`{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a1","parts":[{"text":"a word "}]},"append":true}}}`)
			req := Message{Method: "POST", URL: "http://a/", Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`)}
			for b.Loop() {
				r := NewReader(req, Hint{})
				for range n {
					r.Event(wire.Frame{Kind: wire.SSE, Raw: data, Data: data})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/event")
		})
	}
}
