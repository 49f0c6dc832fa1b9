package reading

import (
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestAnAnswerBeforeTheRequestWasWhole: a request that the agent did not wait for has no findings, and its
// answer none due to what the request lacks.
func TestAnAnswerBeforeTheRequestWasWhole(t *testing.T) {
	const failed = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"too long"}}`
	for _, c := range []struct {
		asked, body, kind string
		status            int
	}{
		{ask[:len(ask)-20], "too large", "text/plain", 413},
		{ask[:len(ask)-20], "busy", "text/plain", 503},
		{`{"jsonrpc":"2.0","id":1,"method":"m`, failed, "application/json", 200},
		{`{"jsonrpc":"2.0","id":12,"method":"SendMess`, `{"jsonrpc":"2.0","id":123,"error":{"code":-32603,"message":"too long"}}`, "application/json", 200},
		{`{"jsonrpc":"2.0","i`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"too long"}}`, "application/json", 200},
	} {
		x := streamOf(c.kind)
		x.Response.Status, x.Ended, x.Outcome = c.status, time.Unix(2, 0), wire.ByAgent
		x.RequestBytes, x.RequestKept = int64(len(c.asked)), int64(len(c.asked))
		var found []a2a.Problem
		r := New(&x, Options{Each: func(p Piece) { found = append(found, p.Reading.Problems...) }})
		r.Feed(wire.Request, x.Started, []byte(c.asked))
		r.Feed(wire.Response, x.Started, []byte(c.body))
		r.Update(&x)
		for _, p := range append(found, r.Request().Problems...) {
			if p.Severity == a2a.SeverityError && p.Check != "RPC-03" && p.Check != "RPC-09" { // found in the text/plain answers
				t.Errorf("%.40s: %+v", c.asked, p)
			}
		}
	}
}

// TestARequestThatDidNotCome: a request that its client did not finish has no findings, however the exchange
// ended.
func TestARequestThatDidNotCome(t *testing.T) {
	for outcome, whole := range map[wire.Outcome]bool{wire.Interrupted: false, wire.Cancelled: false, wire.Unreachable: false, wire.TimedOut: false, wire.Open: false, wire.Cut: true} {
		for _, sent := range []string{ask[:len(ask)-20], ask[:5], "\xff\xfe{"} {
			x := streamOf("")
			x.Response, x.Outcome, x.Ended = wire.Head{}, outcome, time.Unix(2, 0)
			if x.RequestBytes, x.RequestKept = int64(len(sent)), int64(len(sent)); whole {
				x.RequestDone = time.Unix(1, 0)
			}
			r := New(&x, Options{})
			r.Feed(wire.Request, x.Started, []byte(sent))
			r.Update(&x)
			if found := r.Request().Problems; (len(found) > 0) != whole || r.Labels().Findings != len(found) {
				t.Errorf("%s, %q: %+v", outcome, sent, found)
			}
		}
	}
}
