package recorder

import (
	"fmt"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Breaches during an examination of an agent are counted apart, unless its session is selected. Those of a
// client that was examined are counted.
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
		if got, _, err := s.CheckCounts(t.Context(), session); err != nil || fmt.Sprint(got) != want {
			t.Errorf("met in %q: %v, %v; expected %s", session, got, err, want)
		}
	}
	examined("", "X-1/warning")
	met("", "[{X-1 warning 1 1 0}]")
	of := examined("http://127.0.0.1:1", "X-1/error X-2/info")
	met("", "[{X-1 warning 1 1 1} {X-2  0 0 1}]")
	met(of, "[{X-1 error 1 1 0} {X-2 info 1 1 0}]")
}

// What breaks nothing is not counted with what breaks a rule.
func TestNotesAreNotCountedAsBroken(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newJudged })
	for _, found := range []string{"X-1/error X-2/info", "X-1/info", "X-1/warning", "X-2/info"} {
		labelled(t, s, record(t, s, call(), "op=Get", jsonHead, found))
	}
	if got, _, err := s.CheckCounts(t.Context(), ""); err != nil || fmt.Sprint(got) != "[{X-1 error 2 2 0} {X-2 info 2 2 0}]" {
		t.Errorf("%v, %v", got, err)
	}
	got, err := s.Samples(t.Context(), wire.Filter{}, 10, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, x := range got.Samples {
		n += x.Findings
	}
	if n != 2 {
		t.Errorf("samples count %d findings", n)
	}
}

// Breaches names the side whose bytes broke a check; of a delivery, the agent's bytes are the request. What
// examinations of agents provoke, and what replays send again, does not count.
func TestBreaches(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *Options) { o.Label = newJudged })
	put := func(origin wire.Origin, asked, said string) {
		t.Helper()
		x := call()
		x.Origin = origin
		labelled(t, s, record(t, s, x, "op=Get "+asked, jsonHead, said))
	}
	put(wire.Client, "", "A-1/error@request A-2/warning A-3/info A-3/info@request")
	put(wire.Client, "", "A-2/error")
	put(wire.Push, "", "A-2/warning@request A-4/error")
	put(wire.Replay, "", "A-1/error@request")
	of := call().Agent
	want := fmt.Sprintf("[{A-1 %s 0  1} {A-2 %s 3 error 0} {A-3 %s 0 info 0} {A-4 %s 0  1}]", of, of, of, of)
	if got, err := s.Breaches(t.Context(), ""); err != nil || fmt.Sprint(got) != want {
		t.Errorf("%v, %v; expected %s", got, err, want)
	}
	if met, _, err := s.CheckCounts(t.Context(), ""); err != nil || met[0].Exchanges != 1 {
		t.Errorf("a replay counts: %v, %v", met, err)
	}
	x, err := s.NewSession(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	put(wire.Client, "", "A-9/error")
	if err := s.KeepExamination(t.Context(), wire.Examination{ID: "e", Session: x.ID, Agent: of}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Breaches(t.Context(), ""); err != nil || fmt.Sprint(got) != want {
		t.Errorf("beside an examination: %v, %v", got, err)
	}
	for _, f := range []wire.Filter{wire.Filter{}.WithoutExaminations(), {Conditions: []string{"examined"}}} {
		got, err := s.Samples(t.Context(), f, 10, time.Minute)
		if of := len(f.Conditions); err != nil || len(got.Samples) != 4-3*of {
			t.Errorf("%v: %d samples, %v", f, len(got.Samples), err)
		}
	}
	if got, err := s.Breaches(t.Context(), x.ID); err != nil || fmt.Sprint(got) != fmt.Sprintf("[{A-9 %s 1 error 0}]", of) {
		t.Errorf("of the examination: %v, %v", got, err)
	}
}
