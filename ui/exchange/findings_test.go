package exchange

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// one is a record of one exchange.
type one struct {
	host.Library // a tape needs only the methods below
	bodies       map[wire.Side][]byte
}

func (l one) Chunks(_ context.Context, _ string, s wire.Side, from, _ int64) ([]wire.Chunk, error) {
	if from >= int64(len(l.bodies[s])) {
		return nil, nil
	}
	return []wire.Chunk{{Side: s, Data: l.bodies[s]}}, nil
}

// The page lists as many findings as the record counts: a finding of every event of a stream is
// listed once, with its count.
func TestFindingsAreThoseCounted(t *testing.T) {
	l := one{bodies: map[wire.Side][]byte{
		wire.Request: []byte(`{"jsonrpc":"2.0","id":1,"method":"tasks/sendSubscribe","params":{"id":"t1","message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}}`),
	}}
	var body []byte
	for i := range 12 {
		// The eighth event also has a fault that the others lack. It must not split the others'
		// findings.
		id := map[bool]string{true: `7`, false: `"t1"`}[i == 7]
		body = fmt.Appendf(body, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"id\":%s,\"status\":{\"state\":\"working\",\"timestamp\":\"2026-11-21T08:47:%02d\"},\"final\":%t}}\n\n", id, i, i == 11)
	}
	l.bodies[wire.Response] = body
	x := wire.Exchange{ID: wire.NewID(), Method: "POST", URL: "http://agent.test/", Outcome: wire.ByAgent, Started: time.Now(), Ended: time.Now()}
	x.Request.Header = http.Header{"Content-Type": {"application/json"}}
	x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	x.RequestBytes, x.RequestKept = int64(len(l.bodies[wire.Request])), int64(len(l.bodies[wire.Request]))
	x.ResponseBytes, x.ResponseKept, x.Frames = int64(len(body)), int64(len(body)), 12
	tp, release, err := tape.New(l, func(string) *a2a.Card { return nil }).ForExchange(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	got := findings(tp)
	if want := tp.Reader.Labels().Findings; len(got) != want || want > 8 || want < 2 {
		t.Errorf("the page lists %d findings, the record counts %d: %+v", len(got), want, got)
	}
	for _, f := range got {
		if f.Check == "RES-14" && (f.Times != 12 || f.Place != "event 1" && f.Place != "event 2") {
			t.Errorf("RES-14: %d times, first at %s", f.Times, f.Place)
		}
	}
}
