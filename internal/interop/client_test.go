package interop

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// step is what a peer understood of one call.
type step struct {
	Step, Kind, Task, State, Text, Says string
	Events                              int
}

// walk is the steps of a client, each with its operation.
func walk() map[string]string {
	return map[string]string{
		"joke": "SendMessage", "hello": "SendMessage", "order": "SendMessage", "android": "SendMessage", "ring": "SendMessage",
		"get": "GetTask", "missing": "GetTask", "cancelled": "CancelTask",
		"paper": "SendStreamingMessage", "slow": "SendStreamingMessage", "cancel": "SendStreamingMessage", "watched": "SendStreamingMessage",
		"subscribe": "SubscribeToTask", "list": "ListTasks",
		"push-set": "CreateTaskPushNotificationConfig", "push-get": "GetTaskPushNotificationConfig",
		"push-list": "ListTaskPushNotificationConfigs", "push-delete": "DeleteTaskPushNotificationConfig",
	}
}

// TestClients: clients that we did not write talk to the reference agent, directly and through the tap.
// They must understand it equally both times, and the record must be read as what they spoke.
func TestClients(t *testing.T) { clients(t, newest()) }

func clients(t *testing.T, peers []peer) {
	for _, p := range peers {
		t.Run(p.name, func(t *testing.T) {
			client, _ := p.ready(t)
			t.Parallel()
			l, _ := serving(t, "agent", "--listen", "127.0.0.1:0")
			db := filepath.Join(t.TempDir(), "record.db")
			url, session, tapping := tap(t, l.Agent, db)

			said := steps(t, client, url)
			understood(t, p, said)
			for name, s := range steps(t, client, l.Agent) {
				if s.same() != said[name].same() {
					t.Errorf("%s without the tap: %+v\nthrough it: %+v", name, s, said[name])
				}
			}
			tapping.stop()
			rows := record(t, session, db)
			recorded(t, p, said, rows)
			for _, r := range rows {
				for _, rule := range rules(t, r, db) {
					if !slices.Contains(p.quirks, rule) {
						t.Errorf("the reference agent's %s breaks %s", r.Op, rule)
					}
				}
			}
		})
	}
}

// steps walks a client along the skills of an agent.
func steps(t *testing.T, client []string, url string) map[string]step {
	t.Helper()
	said := map[string]step{}
	for _, s := range lines[step](t, output(t, "", client[0], append(client[1:], url)...)) {
		said[s.Step] = s
	}
	return said
}

// same is a step without what differs between walks: ids, and how far a stream had come when it was
// canceled or watched by another call.
func (s step) same() step {
	s.Task = ""
	if s.Step == "cancel" || s.Step == "cancelled" || s.Step == "subscribe" {
		s.Text, s.Events = "", 0
	}
	return s
}

// understood checks the client's side of the story.
func understood(t *testing.T, p peer, said map[string]step) {
	t.Helper()
	is := func(name, kind, state string) step {
		t.Helper()
		s, ok := said[name]
		if slices.Contains(p.lacks, name) == ok {
			t.Fatalf("step %q: there is %v, among %v", name, ok, said)
		}
		if ok && (s.Kind != kind || word(s.State) != state) {
			t.Errorf("%s: kind %q state %q, want %q %q: %+v", name, s.Kind, s.State, kind, state, s)
		}
		return s
	}
	if s := is("joke", "task", "completed"); !strings.Contains(s.Text, "chicken") {
		t.Errorf("joke: %q", s.Text)
	}
	is("hello", "message", "")
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
	is("watched", "stream", "completed")
	if s := is("subscribe", "stream", "completed"); !slices.Contains(p.lacks, s.Step) && !strings.HasSuffix(said["watched"].Text, s.Text) {
		t.Errorf("what was seen from the side is not the stream's end:\n%q\n%q", s.Text, said["watched"].Text)
	}
	is("ring", "task", "input_required")
	hook := is("push-set", "config", "").Text
	if got := is("push-get", "config", "").Text; hook != "http://127.0.0.1:1/hook" || got != hook {
		t.Errorf("push to %q, and then %q", hook, got)
	}
	is("push-delete", "done", "")
	for name, kind := range map[string]string{"push-list": "configs", "list": "tasks"} {
		if s := is(name, kind, ""); s.Events != 1 && s.Step != "" {
			t.Errorf("%s: %d entries, want 1", name, s.Events)
		}
	}
	is("missing", "error", "")
}

// recorded checks the record of the story.
func recorded(t *testing.T, p peer, said map[string]step, rows []row) {
	t.Helper()
	calls, byTask := map[string]int{}, map[string][]row{}
	for _, r := range rows {
		if r.Origin != "client" || r.Binding != p.binding && r.Op != "GetAgentCard" {
			t.Errorf("row %+v", r)
		}
		// The card that clients of 0.1 get is a card of 0.2 too, and an error in response to tasks/get
		// reveals no more about its version.
		shared := p.dialect == "0.1" && r.Dialect == "0.2" && r.State == ""
		if r.Dialect != p.dialect && !shared && !(r.Op == "GetAgentCard" && strings.Contains(r.Dialect, p.dialect)) {
			t.Errorf("%s read as dialect %q, want %q", r.Op, r.Dialect, p.dialect)
		}
		if r.Outcome != "agent" {
			t.Errorf("%s ended %q, want by the agent", r.Op, r.Outcome)
		}
		calls[r.Op]++
		byTask[r.Task] = append(byTask[r.Task], r)
	}
	for name := range said {
		calls[walk()[name]]--
	}
	for op, left := range calls {
		if left != 0 && (op != "GetAgentCard" || left < 1) {
			t.Errorf("%s is recorded %d times more than it was called", op, left)
		}
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

// rules are the distinct rules that an exchange breaks. Cards are left out: their parts for other
// versions may break rules.
func rules(t *testing.T, r row, db string) []string {
	t.Helper()
	if r.Findings == 0 || r.Op == "GetAgentCard" {
		return nil
	}
	var ids []string
	_, findings, _ := strings.Cut(output(t, "", built.console, "sessions", "show", r.ID, "--db", db), "\nFindings\n")
	for l := range strings.Lines(findings) {
		if id := ruleID.FindString(l); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		t.Errorf("%s has %d findings and shows none:\n%s", r.Op, r.Findings, findings)
	}
	return ids
}

var ruleID = regexp.MustCompile(`\b[A-Z]{2,5}-\d\d\b`)

// word is a state in small letters, with underscores and no prefix: "input_required".
func word(s string) string {
	s = strings.ToLower(strings.TrimPrefix(s, "TASK_STATE_"))
	return strings.ReplaceAll(s, "-", "_")
}
