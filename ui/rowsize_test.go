package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/list"
)

// The first page of a list takes at most 200 kB, whatever its rows: ids and addresses have
// realistic lengths, and messages several lines.
func TestPageOfRowsIsSmall(t *testing.T) {
	const most = 200_000
	f := emptyRecord()
	texts := []string{"tell me a joke", "plan a trip to Lisbon for two people in May, by train as far as that goes\nI found three trains."}
	for n := range list.Window {
		x := sample(n, "row")
		id := func(of string) string { return fmt.Sprintf("0195d1a2-%s-7c4e-9f3a-5b6c7d8e%04x", of, n) }
		x.ID, x.Labels.Task, x.Labels.Text = id("4b3f"), id("8e21"), texts[n%2]
		x.RequestBytes, x.ResponseBytes = 1234, int64(n*977)
		x.Ended = x.Started.Add(time.Duration(20+n*n*n%29000) * time.Millisecond)
		switch n % 10 {
		case 1:
			x.Method, x.URL = "GET", "http://127.0.0.1:7430/.well-known/agent-card.json"
			x.Labels = wire.Labels{Op: "GetAgentCard", Dialect: "1.0"}
		case 2:
			x.Labels.State, x.Labels.Findings, x.Labels.Worst = "TASK_STATE_FAILED", 2, "error"
		case 3:
			x.Outcome, x.Problem = wire.Cut, "The agent closed the connection in the middle of an event. It may have crashed; see its log."
			x.Labels.State = "TASK_STATE_WORKING"
		case 4:
			x.Origin, x.Labels.State = wire.Compose, "TASK_STATE_INPUT_REQUIRED"
		case 5:
			x.Response.Status, x.Labels.State, x.Frames = 500, "", 0
		case 6:
			x.Outcome, x.Ended, x.Labels.State = wire.Open, time.Time{}, "TASK_STATE_WORKING"
		}
		f.put(x, wire.Chunk{Side: wire.Response, At: x.FirstByte, Data: []byte("data: {}\n\n")}, wire.Chunk{Side: wire.Response, At: x.LastByte, Data: []byte("data: {}\n\n")})
	}
	page := get(t, newTestServer(t, f, &fakeCaller{}), "/traffic").Body.String()
	if n := strings.Count(page, " data-row"); n != list.Window {
		t.Fatalf("%d rows", n)
	}
	if len(page) > most {
		t.Errorf("the page takes %d bytes, %d is the most", len(page), most)
	}
}
