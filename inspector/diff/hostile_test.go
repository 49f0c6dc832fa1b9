package diff_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// answerKey returns a tape of one call that was answered with parts.
func answerKey(name, parts string) *tape {
	t := newTape(name)
	x := wire.Exchange{Origin: wire.Client, Agent: "http://agent.test", Method: "POST", URL: "http://agent.test/"}
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
	t.put(x, []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go on"}]}}}`),
		[]byte(`{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"n","role":"ROLE_AGENT","parts":[`+parts+`]}}}`))
	return t
}

func listOf(n int, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(item(i))
	}
	return b.String()
}

// TestHostile compares what would take forever with quadratic algorithms: long lists that are disjoint, uniform or
// reversed; objects with many members; deep nesting; long texts.
func TestHostile(t *testing.T) {
	const n = 8_000
	turned := func(i int) int { return n - 1 - i }
	for name, c := range map[string][2]string{
		"turned round": {
			`{"data":[` + listOf(n, func(i int) string { return fmt.Sprint(i) }) + `]}`,
			`{"data":[` + listOf(n, func(i int) string { return fmt.Sprint(turned(i)) }) + `]}`,
		},
		"all alike": {
			`{"data":[` + listOf(n, func(i int) string { return fmt.Sprint(i % 2) }) + `]}`,
			`{"data":[` + listOf(n, func(i int) string { return fmt.Sprint(i % 3) }) + `]}`,
		},
		"every object of its own kind": {
			`{"data":[` + listOf(n, func(i int) string { return fmt.Sprintf(`{"a%d":1}`, i) }) + `]}`,
			`{"data":[` + listOf(n, func(i int) string { return fmt.Sprintf(`{"b%d":1}`, i) }) + `]}`,
		},
		"many members": {
			`{"data":{` + listOf(n, func(i int) string { return fmt.Sprintf(`"%d":1`, i) }) + `}}`,
			`{"data":{` + listOf(n, func(i int) string { return fmt.Sprintf(`"%d":2`, turned(i)) }) + `}}`,
		},
		"deep": {
			`{"data":` + strings.Repeat(`{"a":[`, 4000) + `1` + strings.Repeat(`]}`, 4000) + `}`,
			`{"data":` + strings.Repeat(`{"a":[`, 4000) + `2` + strings.Repeat(`]}`, 4000) + `}`,
		},
		"many parts": {
			listOf(n, func(i int) string { return fmt.Sprintf(`{"text":"%d"}`, i) }),
			listOf(n, func(i int) string { return fmt.Sprintf(`{"text":"%d"}`, turned(i)) }),
		},
		"long text": {
			`{"text":"` + strings.Repeat("a b ", n) + `"}`,
			`{"text":"` + strings.Repeat("b c ", n) + `"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := answerKey("a", c[0]), answerKey("b", c[1])
			r := faithful(t, a, b, diff.Options{})
			if r.DifferentCount != 1 || len(r.Pairs[0].Differences) > 500 {
				t.Errorf("%d differ, %d differences", r.DifferentCount, len(r.Pairs[0].Differences))
			}
			for _, d := range r.Pairs[0].Differences {
				d.WordSpans()
			}
			if r := compare(t, a, a, diff.Options{Level: diff.Exact}); !r.Equal() {
				t.Errorf("not like itself: %d differences", len(r.Pairs[0].Differences))
			}
		})
	}
}
