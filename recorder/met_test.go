package recorder

import (
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// What was broken while the console examined an agent is counted apart, unless its session is
// asked for; what a client broke that was examined is counted.
func TestExaminationsOfAgentsAreCountedApart(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newJudged })
	examined := func(agent, said string) string {
		t.Helper()
		x, err := s.NewSession(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		labelled(t, s, record(t, s, call(), "op=Get", jsonHead, said))
		if err := s.KeepExamination(t.Context(), wire.Examination{ID: "e" + agent, Session: x.ID, Agent: agent}); err != nil {
			t.Fatal(err)
		}
		return x.ID
	}
	met := func(session, want string) {
		t.Helper()
		if got, _, err := s.Met(t.Context(), session); err != nil || fmt.Sprint(got) != want {
			t.Errorf("met in %q: %v, %v; expected %s", session, got, err, want)
		}
	}
	examined("", "X-1/warning")
	met("", "[{X-1 warning 1 1 0}]")
	of := examined("http://127.0.0.1:1", "X-1/error X-2/info")
	met("", "[{X-1 warning 1 1 1} {X-2  0 0 1}]")
	met(of, "[{X-1 error 1 1 0} {X-2 info 1 1 0}]")
}
