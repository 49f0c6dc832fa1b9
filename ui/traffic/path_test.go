package traffic

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// streamed is a record with one streamed exchange. It counts how often that is read.
type streamed struct {
	host.Library
	events string
	reads  int
}

func (l *streamed) Chunks(_ context.Context, _ string, side wire.Side, from, _ int64) ([]wire.Chunk, error) {
	if side == wire.Request || from > 0 {
		return nil, nil
	}
	l.reads++
	return []wire.Chunk{{Side: side, Data: []byte(l.events)}}, nil
}

// TestOpenStreamsAreReadAtAPace: an open stream is not read again for the path of its task with
// each event, but the path shows its newest state. Once it is over it is read to its end.
func TestOpenStreamsAreReadAtAPace(t *testing.T) {
	event := func(state string) string {
		return `data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"` + state + `"}}}}` + "\n\n"
	}
	now := time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)
	l := &streamed{events: event("TASK_STATE_SUBMITTED") + event("TASK_STATE_WORKING")}
	s := &Screen{Web: &web.Site{Options: web.Options{Now: func() time.Time { return now }}}, Library: l}
	x := wire.Exchange{ID: "x", Version: 1, Started: now, Frames: 2, Outcome: wire.Open,
		Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}},
		Labels:   wire.Labels{Dialect: "1.0", Op: string(a2a.SendStreamingMessage), State: string(a2a.Working)}}
	told := func(what, want string, anew bool) {
		t.Helper()
		x.Version, x.ResponseBytes, x.ResponseKept, l.reads = x.Version+1, int64(len(l.events)), int64(len(l.events)), 0
		stages, err := s.statesOf(t.Context(), x)
		var got []string
		for _, st := range stages {
			got = append(got, st.State.Word())
		}
		if err != nil || strings.Join(got, ", ") != want || (l.reads > 0) != anew {
			t.Errorf("%s: %q, read anew %v, want %q, %v, %v", what, got, l.reads > 0, want, anew, err)
		}
	}
	told("the first events", "submitted, working", true)
	told("another event", "submitted, working", false)
	l.events, x.Labels.State = l.events+event("TASK_STATE_INPUT_REQUIRED"), string(a2a.InputRequired)
	told("another state", "submitted, working, input required", false)
	now = now.Add(pathPace)
	told("later", "submitted, working, input required", true)
	l.events, x.Labels.State, x.Outcome = l.events+event("TASK_STATE_WORKING")+event("TASK_STATE_COMPLETED"), string(a2a.Completed), wire.ByAgent
	told("the end", "submitted, working, input required, working, completed", true)
}
