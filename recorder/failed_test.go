package recorder

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// What is:failed finds in a session is what the session counts as errors, but for the
// console's own requests; a file that an older program wrote is counted anew.
func TestFailedIsFoundAsItIsCounted(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, withLabels)
	put := func(origin wire.Origin, status int, outcome wire.Outcome, answer, labels string) string {
		x := call()
		x.Origin = origin
		tape, at := s.Begin(x), time.Now()
		tape.Write(wire.Request, at, []byte(labels), false)
		tape.RequestDone(at, nil)
		if status > 0 {
			tape.Answer(at, wire.Head{Status: status})
		}
		tape.Write(wire.Response, at, []byte(answer), false)
		tape.End(wire.End{At: at, Outcome: outcome})
		commit(t, tape)
		labelled(t, s, tape.ID())
		return tape.ID()
	}
	var want, later []string
	for _, c := range []struct {
		failed         bool
		status         int
		outcome        wire.Outcome
		answer, labels string
	}{
		{false, 200, wire.ByAgent, "{}", "op=SendMessage task=t state=TASK_STATE_WORKING worst=error"},
		{false, 200, wire.ByAgent, "{}", "op=SendMessage worst=warning"},
		{false, 200, wire.ByAgent, "", "op=SendMessage worst=error"},
		{false, 200, wire.ByAgent, "{}", "op=GetTask task=t state=TASK_STATE_WORKING worst=error"},
		{false, 200, wire.ByAgent, "{}", "op=GetTask state=TASK_STATE_UNSPECIFIED worst=warning"},
		{false, 200, wire.ByAgent, "{}", "op=SendMessage task=t worst=error"},
		{false, 200, wire.ByAgent, "{}", "op=ListTasks worst=error"},
		{true, 200, wire.ByAgent, "{}", "op=GetTask task=t worst=error"},
		{true, 200, wire.ByAgent, "{}", "op=CancelTask task=t state=TASK_STATE_UNSPECIFIED worst=error"},
		{true, 200, wire.ByAgent, "{}", "op=SendStreamingMessage state=TASK_STATE_UNSPECIFIED worst=error"},
		{false, 200, wire.Cancelled, "{}", "op=SendMessage worst=error"},
		{true, 200, wire.ByAgent, "{", "op=SendStreamingMessage worst=error"},
		{true, 200, wire.ByAgent, "{", "op=GetTask task=t state=TASK_STATE_WORKING cut=off"},
		{true, 401, wire.ByAgent, "", "op=SendMessage"},
		{true, 200, wire.ByAgent, "{}", "op=GetTask error=TaskNotFound"},
		{true, 200, wire.Cut, "", "op=SendMessage"},
		{true, 0, wire.Unreachable, "", "op=SendMessage"},
		{true, 200, wire.ByAgent, "{}", "op=SendMessage state=TASK_STATE_REJECTED task=t"},
	} {
		id := put(wire.Client, c.status, c.outcome, c.answer, c.labels)
		if c.failed {
			want = append(want, id)
		}
		if c.failed && !strings.Contains(c.labels, "cut=") {
			later = append(later, id)
		}
	}
	put(wire.Console, 404, wire.ByAgent, "", "op=GetAgentCard")

	counted := func(s *Store) {
		t.Helper()
		list, err := s.Exchanges(t.Context(), wire.Filter{Is: []string{"failed"}, Not: []wire.Origin{wire.Console}}, wire.Page{})
		var got []string
		for _, x := range list {
			got = append(got, x.ID)
		}
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("found %v, %v, want %v", got, err, want)
		}
		x, err := s.Session(t.Context(), list[0].Session)
		if err != nil || x.Errors != len(want) {
			t.Errorf("%d errors are counted, %d are found, %v", x.Errors, len(want), err)
		}
	}
	counted(s)

	path := s.opts.Path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := database.Dial(t.Context(), database.DSN(path, database.Writing))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(formatTen(t) + "UPDATE sessions SET errors = 99; PRAGMA user_version = 10"); err != nil {
		t.Fatal(err)
	}
	c.Close()
	want = later // what format 10 did not keep counts once it is read again
	counted(open(t, func(o *Options) { o.Path, o.NoSession = path, true }))
}
