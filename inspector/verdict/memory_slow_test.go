//go:build slow

package verdict

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// made10k is a recording of calls with separate tasks, whose bodies are generated as they are read.
type made10k struct{ words string }

func (m made10k) Chunks(_ context.Context, exchange string, s wire.Side, from, _ int64) ([]wire.Chunk, error) {
	if from > 0 {
		return nil, nil
	}
	text := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m%s","role":"ROLE_USER","parts":[{"text":"hello"}]}}}`, exchange)
	if s == wire.Response {
		text = fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"result":{"task":{"id":"t%[1]s","contextId":"c%[1]s","status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":%[2]q}]}]}}}`, exchange, m.words)
	}
	return []wire.Chunk{{Data: []byte(text)}}, nil
}

// exchange returns the nth exchange with the sizes of its bodies.
func (m made10k) exchange(n int) *wire.Exchange {
	at := time.Date(2026, 1, 2, 3, 0, n, 0, time.UTC)
	x := &wire.Exchange{
		ID: fmt.Sprintf("x%06d", n), Seq: int64(n), Session: "s", Origin: wire.Client, Agent: "http://agent.test", Method: http.MethodPost, URL: "http://agent.test/rpc",
		Started: at, RequestDone: at, Answered: at, LastByte: at, Ended: at, Outcome: wire.ByAgent,
	}
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}
	for side, size := range map[wire.Side]*[2]*int64{wire.Request: {&x.RequestBytes, &x.RequestKept}, wire.Response: {&x.ResponseBytes, &x.ResponseKept}} {
		c, _ := m.Chunks(context.Background(), x.ID, side, 0, 0)
		*size[0], *size[1] = int64(len(c[0].Data)), int64(len(c[0].Data))
	}
	return x
}

// TestSlowMemory: judging 10,000 exchanges with 30 MB of responses, each of which breaks a check, needs memory that does
// not grow with them.
func TestSlowMemory(t *testing.T) {
	const exchanges, most = 10_000, 16 << 20
	live := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	from, grown := live(), int64(0)
	m := made10k{strings.Repeat("word ", 600)}
	r, err := Judge(t.Context(), func(yield func(*wire.Exchange, error) bool) {
		for n := range exchanges {
			if !yield(m.exchange(n), nil) {
				return
			}
		}
		grown = live() - from
	}, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c := r.of("RPC-08"); r.Judged != exchanges || c.Times != exchanges || c.Met != exchanges || len(c.Exchanges)+c.More != exchanges {
		t.Errorf("%s: %+v", r.Summary(), c)
	}
	t.Logf("%d KiB are held", grown>>10)
	if grown > most {
		t.Errorf("%d MiB are held", grown>>20)
	}
}
