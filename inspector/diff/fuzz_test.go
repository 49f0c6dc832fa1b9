package diff_test

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// FuzzExchanges compares arbitrary requests and responses: an exchange never differs from itself, and comparing two is
// symmetric.
func FuzzExchanges(f *testing.F) {
	for _, c := range corpus(f) {
		x := c.list[0]
		req, resp := join(c.Memory[x.ID][wire.Request]), join(c.Memory[x.ID][wire.Response])
		f.Add(req, resp, resp, x.Response.Framing() == wire.SSE, "$..text")
	}
	f.Fuzz(func(t *testing.T, req, one, two []byte, stream bool, rule string) {
		rules, err := diff.ParseIgnoreRules([]string{rule})
		if err != nil {
			rules = nil
		}
		x := wire.Exchange{Origin: wire.Client, Agent: "http://agent.test", Method: "POST", URL: "http://agent.test/"}
		x.Request.Header = http.Header{"Content-Type": {"application/json"}}
		x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
		if stream {
			x.Response.Header = http.Header{"Content-Type": {"text/event-stream"}}
		}
		a, b := newTape("a"), newTape("b")
		a.put(x, req, one)
		b.put(x, req, two)
		for l := diff.Structure; l <= diff.Exact; l++ {
			if r := compare(t, a, a, diff.Options{Level: l, Ignore: rules}); !r.Equal() {
				t.Errorf("not like itself:\n%s", show(r))
			}
			faithful(t, a, b, diff.Options{Level: l, Limit: 1000})
		}
	})
}
