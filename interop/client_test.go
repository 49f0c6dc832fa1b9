package interop

import (
	"path/filepath"
	"strings"
	"testing"
)

// step is what a peer understood of one call.
type step struct {
	Step, Kind, Task, State, Text, Says string
	Events                              int
}

// TestClients: clients we did not write talk to the reference agent through the
// tap. They must understand it, and the record must read as what they spoke.
func TestClients(t *testing.T) {
	for _, p := range peers() {
		t.Run(p.name, func(t *testing.T) {
			client, _ := p.ready(t)
			l, _ := serving(t, "agent", "--listen", "127.0.0.1:0")
			db := filepath.Join(t.TempDir(), "record.db")
			url, session, tapping := tap(t, l.Agent, db)

			said := map[string]step{}
			for _, s := range lines[step](t, output(t, "", client[0], append(client[1:], url)...)) {
				said[s.Step] = s
			}
			understood(t, p, said)
			tapping.stop()
			recorded(t, p, said, record(t, session, db))
		})
	}
}

// understood checks the client's side of the story.
func understood(t *testing.T, p peer, said map[string]step) {
	t.Helper()
	is := func(name, kind, state string) step {
		t.Helper()
		s, ok := said[name]
		if !ok {
			t.Fatalf("no step %q among %v", name, said)
		}
		if s.Kind != kind || word(s.State) != state {
			t.Errorf("%s: kind %q state %q, want %q %q: %+v", name, s.Kind, s.State, kind, state, s)
		}
		return s
	}
	if s := is("joke", "task", "completed"); !strings.Contains(s.Text, "chicken") {
		t.Errorf("joke: %q", s.Text)
	}
	if s := is("order", "task", "input_required"); !strings.Contains(s.Says, "Select a phone type") {
		t.Errorf("order asked %q", s.Says)
	}
	if s := is("android", "task", "completed"); !strings.Contains(s.Text, "R12443") || s.Task != said["order"].Task {
		t.Errorf("android: %+v after %+v", s, said["order"])
	}
	is("get", "task", "completed")
	if s := is("paper", "stream", "completed"); s.Events < 5 || s.Text == "" {
		t.Errorf("paper: %d events, %d bytes", s.Events, len(s.Text))
	}
	if s := is("slow", "stream", "completed"); s.Events < 21 {
		t.Errorf("slow: %d events", s.Events)
	}
	is("cancelled", "task", "canceled")
	is("cancel", "stream", "canceled")
	is("missing", "error", "")
	if p.dialect == "1.0" {
		is("hello", "message", "")
	}
}

// recorded checks the console's side of it.
func recorded(t *testing.T, p peer, said map[string]step, rows []row) {
	t.Helper()
	byTask := map[string][]row{}
	for _, r := range rows {
		if r.Origin != "client" || r.Binding != p.binding && r.Op != "GetAgentCard" {
			t.Errorf("row %+v", r)
		}
		// The card that clients of 0.1 get is one of 0.2 as well, and an error that
		// answers tasks/get says no more of its version than the card.
		shared := p.dialect == "0.1" && r.Dialect == "0.2" && r.State == ""
		if r.Dialect != p.dialect && !shared && !(r.Op == "GetAgentCard" && strings.Contains(r.Dialect, p.dialect)) {
			t.Errorf("%s read as dialect %q, want %q", r.Op, r.Dialect, p.dialect)
		}
		if r.Outcome != "agent" {
			t.Errorf("%s ended %q, want by the agent", r.Op, r.Outcome)
		}
		if r.Findings != 0 && r.Op != "GetAgentCard" && !quirk(p, r) {
			t.Errorf("the reference agent's %s has %d findings", r.Op, r.Findings)
		}
		byTask[r.Task] = append(byTask[r.Task], r)
	}
	order := byTask[said["order"].Task]
	if len(order) != 3 {
		t.Fatalf("the phone order is %d exchanges, want send, send, get: %+v", len(order), order)
	}
	if s := word(order[2].State); s != "completed" {
		t.Errorf("the phone order ended %q", s)
	}
	slow := byTask[said["slow"].Task]
	if len(slow) != 1 || slow[0].Op != "SendStreamingMessage" || slow[0].Frames < 21 {
		t.Errorf("slow: %+v", slow)
	}
}

// quirk says which findings are the peer's own doing: trpc sends no sessionId,
// which 0.1 lets it, worth an info on every send.
func quirk(p peer, r row) bool {
	if p.name == "a2a-go-v2.4.0-rest-0.3" { // base64 of base64, worth an info (REST-13)
		return r.Op == "SendStreamingMessage" && r.Findings == 1
	}
	return p.dialect == "0.1" && strings.HasPrefix(r.Op, "Send") && r.Findings == 1
}

// word is a state in the middle spelling: "input_required".
func word(s string) string {
	s = strings.ToLower(strings.TrimPrefix(s, "TASK_STATE_"))
	return strings.ReplaceAll(s, "-", "_")
}
