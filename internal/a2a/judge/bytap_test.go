package judge

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestWhatATapAnswersIsNotTheAgents: a tap's answers in an agent's place have no findings, in any version or
// binding.
func TestWhatATapAnswersIsNotTheAgents(t *testing.T) {
	h, body := wire.Notice{Title: wire.NoticeUnanswered, Status: 502, Detail: "Nothing listens there."}.Write()
	for _, v := range dialect.All() {
		for _, b := range dialect.Bindings(v.Version()) {
			s := newStory(t, v.Version(), b)
			s.done()
			for _, op := range []a2a.Operation{a2a.SendMessage, a2a.SendStreamingMessage, a2a.GetTask} {
				req, _, err := dialect.Request(s.v, s.b, s.endpoint(), "1", s.send(op, to("t1")))
				if err == nil {
					s.exchange(req, 502, h, nil, string(body))
				}
			}
			s.exchange(dialect.HTTP{Method: "GET", URL: origin + "/.well-known/agent-card.json", Header: http.Header{}}, 502, h, nil, string(body))
			for _, f := range s.judged(t) {
				if f.Side == wire.Response {
					t.Errorf("%s %s: %s", v.Version(), b, told([]Finding{f}))
				}
			}
		}
	}
}
