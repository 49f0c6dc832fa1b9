package recorder

import (
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// is:failed and is:wrong find in a session what the session counts, except the console's own requests and what
// only a muted check finds wrong. A file of an older program is counted again.
func TestFailedIsFoundAsItIsCounted(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, withLabels)
	put := func(origin wire.Origin, status int, outcome wire.Outcome, answer, labels string) string {
		x := call()
		x.Origin = origin
		tape, at := s.Begin(x), time.Now()
		tape.Write(wire.Request, at, []byte(labels), false)
		tape.EndRequest(at, nil)
		if status > 0 {
			tape.WriteResponseHead(at, wire.Head{Status: status})
		}
		tape.Write(wire.Response, at, []byte(answer), false)
		tape.End(wire.End{At: at, Outcome: outcome})
		commit(t, tape)
		labelled(t, s, tape.ID())
		return tape.ID()
	}
	var failed, wrong []string
	for _, c := range []struct {
		failed, wrong bool
		outcome       wire.Outcome
		labels        string
	}{
		{false, false, wire.ByAgent, "op=SendMessage task=t state=TASK_STATE_WORKING worst=warning"},
		{false, true, wire.ByAgent, "op=SendMessage task=t state=TASK_STATE_WORKING worst=error"},
		{true, false, wire.ByAgent, "op=GetTask task=t worst=error failed=yes"},
		{true, false, wire.Cut, "op=SendMessage failed=yes"},
	} {
		id := put(wire.Client, 200, c.outcome, "{}", c.labels)
		if c.failed {
			failed = append(failed, id)
		}
		if c.wrong {
			wrong = append(wrong, id)
		}
	}
	put(wire.Console, 404, wire.ByAgent, "", "op=GetAgentCard")

	counted := func(s *Store, failed, wrong []string) {
		t.Helper()
		find := func(is string) (out []string) {
			list, err := s.Exchanges(t.Context(), wire.Filter{Conditions: []string{is}, ExcludedOrigins: []wire.Origin{wire.Console}}, wire.Page{})
			if err != nil {
				t.Error(err)
			}
			for _, x := range list {
				out = append(out, x.ID)
			}
			slices.Sort(out)
			return out
		}
		slices.Sort(failed)
		if got := find("failed"); !slices.Equal(got, failed) {
			t.Errorf("failed are %v, want %v", got, failed)
		}
		if got := find("wrong"); !slices.Equal(got, wrong) {
			t.Errorf("wrong are %v, want %v", got, wrong)
		}
		list, err := s.Sessions(t.Context())
		if err != nil || len(list) != 1 || list[0].Errors != len(failed) || list[0].Wrong != len(wrong) {
			t.Errorf("%+v, %v; want %d failed and %d wrong", list, err, len(failed), len(wrong))
		}
	}
	counted(s, failed, wrong)
	mute := wire.Mute{Check: "FAKE-error", Reason: "known"}
	if err := s.Mute(t.Context(), mute); err != nil {
		t.Fatal(err)
	}
	counted(s, failed, nil)
	if err := s.Unmute(t.Context(), mute.Check, ""); err != nil {
		t.Fatal(err)
	}
	counted(s, failed, wrong)
}
