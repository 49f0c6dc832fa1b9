package exchange

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/stream"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// The page lists as many findings as the record counts: what each event of a stream
// has once, with how often.
func TestFindingsAreThoseCounted(t *testing.T) {
	req := dialect.Message{Method: "POST", URL: "http://agent.test/", Header: http.Header{"Content-Type": {"application/json"}},
		Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"tasks/sendSubscribe","params":{"id":"t1","message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}}`)}
	r := dialect.NewReader(req, dialect.Hint{})
	x := wire.Exchange{Outcome: wire.ByAgent, Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}}
	tp := &tape.Tape{X: x, Call: r.Request(), Fold: stream.New(time.Time{})}
	tp.Fold.Add(stream.Event{Reading: r.Response(dialect.ResponseOf(&x, nil))})
	var body []byte
	for i := range 12 {
		// The eighth has a flaw of its own, which leaves the others in one row each.
		id := map[bool]string{true: `7`, false: `"t1"`}[i == 7]
		body = fmt.Appendf(body, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"id\":%s,\"status\":{\"state\":\"working\",\"timestamp\":\"2026-11-21T08:47:%02d\"},\"final\":%t}}\n\n", id, i, i == 11)
	}
	for _, f := range dialect.FramesOf(dialect.ResponseOf(&x, body), time.Time{}) {
		tp.Fold.Add(stream.Event{Reading: r.Event(f), Size: f.Length})
	}
	tp.Ended = r.End(x.Outcome)
	got := findings(tp)
	if want := r.Labels().Findings; len(got) != want || want > 8 {
		t.Errorf("the page lists %d findings, the record counts %d: %+v", len(got), want, got)
	}
	for _, f := range got {
		if f.Check == "RES-14" && (f.Times != 12 || f.Where != "event 1" && f.Where != "event 2") {
			t.Errorf("RES-14: %d times, first at %s", f.Times, f.Where)
		}
	}
}
