package diff_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// long returns a stream of n events, nearly all of which append a line to one artifact; say
// overrides some lines.
func long(name string, n int, say map[int]string) *tape {
	t := newTape(name)
	var b bytes.Buffer
	event := func(s string) { fmt.Fprintf(&b, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}\n\n", s) }
	ids := fmt.Sprintf(`"taskId":"task-%s","contextId":"context-%s"`, name, name)
	event(fmt.Sprintf(`{"task":{"id":"task-%s","contextId":"context-%s","status":{"state":"TASK_STATE_SUBMITTED"}}}`, name, name))
	event(`{"statusUpdate":{` + ids + `,"status":{"state":"TASK_STATE_WORKING"}}}`)
	for i := range n - 3 {
		line := fmt.Sprintf("line %d of what the agent has to say about the matter at hand; ", i)
		if s, ok := say[i]; ok {
			line = s
		}
		event(fmt.Sprintf(`{"artifactUpdate":{%s,"artifact":{"artifactId":"a-%s","parts":[{"text":%q}]},"append":%v}}`, ids, name, line, i > 0))
	}
	event(`{"statusUpdate":{` + ids + `,"status":{"state":"TASK_STATE_COMPLETED"}}}`)
	x := wire.Exchange{Origin: wire.Client, Agent: "http://agent.test", Method: "POST", URL: "http://agent.test/"}
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	t.put(x, []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m-`+name+`","role":"ROLE_USER","parts":[{"text":"go on"}]}}}`), b.Bytes())
	return t
}

func TestLongStreams(t *testing.T) {
	a, b := long("a", 3_000, nil), long("b", 3_000, map[int]string{1_500: "something else; "})
	for l, want := range map[diff.Level]int{diff.Structure: 0, diff.Meaning: 1, diff.Exact: 1} {
		r := faithful(t, a, b, diff.Options{Level: l})
		if got := len(r.Pairs[0].Differences); got != want {
			t.Errorf("%s: %d differences", l, got)
		}
	}
	r := compare(t, a, b, diff.Options{})
	spans := r.Pairs[0].Differences[0].WordSpans()
	var removed, added strings.Builder
	for _, s := range spans {
		switch s.Change {
		case diff.Removed:
			removed.WriteString(s.Text)
		case diff.Added:
			added.WriteString(s.Text)
		}
	}
	if !strings.Contains(removed.String(), "1500") || !strings.Contains(added.String(), "something") || removed.Len() > 100 {
		t.Errorf("removed %q, added %q", removed.String(), added.String())
	}
}

func benchmark(b *testing.B, x, y *tape, o diff.Options) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := diff.Sessions(context.Background(), x.side(), y.side(), o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/20_000, "ns/event")
}

// BenchmarkStreams compares two streams of 10,000 events.
func BenchmarkStreams(b *testing.B) {
	same, other := long("b", 10_000, nil), map[int]string{}
	for i := 0; i < 10_000; i += 10 {
		other[i] = fmt.Sprintf("other %d; ", i)
	}
	a, differs := long("a", 10_000, nil), long("c", 10_000, other)
	for l := diff.Structure; l <= diff.Exact; l++ {
		b.Run("same/"+l.String(), func(b *testing.B) { benchmark(b, a, same, diff.Options{Level: l}) })
		b.Run("every-tenth-differs/"+l.String(), func(b *testing.B) { benchmark(b, a, differs, diff.Options{Level: l}) })
	}
}

// BenchmarkWords compares the texts of two such streams word by word.
func BenchmarkWords(b *testing.B) {
	var x, y strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&x, "line %d of what the agent has to say about the matter at hand; ", i)
		if i%10 == 0 {
			fmt.Fprintf(&y, "other %d; ", i)
			continue
		}
		fmt.Fprintf(&y, "line %d of what the agent has to say about the matter at hand; ", i)
	}
	b.SetBytes(int64(x.Len() + y.Len()))
	for b.Loop() {
		diff.CompareWords(x.String(), y.String())
	}
}

// BenchmarkSessions compares sessions of 10,000 plain exchanges.
func BenchmarkSessions(b *testing.B) {
	make := func(name string) *tape {
		t := newTape(name)
		for i := range 10_000 {
			x := wire.Exchange{Origin: wire.Client, Agent: "http://agent.test", Method: "POST", URL: "http://agent.test/"}
			x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
			x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
			t.put(x, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m-%s-%d","role":"ROLE_USER","parts":[{"text":"question %d"}]}}}`, name, i, i),
				fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t-%s-%d","contextId":"c-%s","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"x","parts":[{"text":"answer %d"}]}]}}}`, name, i, name, i))
		}
		return t
	}
	x, y := make("a"), make("b")
	for b.Loop() {
		r, err := diff.Sessions(context.Background(), x.side(), y.side(), diff.Options{})
		if err != nil || !r.Equal() {
			b.Fatal(err, r.DifferentCount)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/pair")
}
