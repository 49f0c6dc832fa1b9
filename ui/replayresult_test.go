package ui

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// TestSameFailureIsNoSuccess: a step that failed on both sides says how and is counted; the result
// does not look like a success.
func TestSameFailureIsNoSuccess(t *testing.T) {
	s, _ := playing(t, "")
	step := func(failed string) rerun.Step {
		return rerun.Step{Sends: 1, Pair: &diff.Pair{A: "a", B: "b", Outcome: diff.OutcomeSame, FailureText: failed}}
	}
	shown := func(steps ...rerun.Step) string {
		s.runs.Reruns = rerunning(t, &rerun.Rerun{ID: "r", Session: wire.Session{ID: "session-1"}, Started: fakeNow(), State: rerun.RerunDone, Steps: steps})
		return mainOf(get(t, s, "/replays/r").Body.String())
	}
	unknown := step("")
	unknown.Excerpt = "tasks/dance"
	if page := shown(unknown); !strings.Contains(page, `<span class="op">tasks/dance</span>`) || strings.Contains(page, "“tasks/dance”") {
		t.Errorf("an unknown method is not named as the operation: %s", page)
	}
	page := shown(step("same failure: 500 Server Error"), step(""), step("same failure: cut"))
	for _, want := range []string{`✕</i> same failure</span> <span class="op"></span> <span class="same-failure">500 Server Error</span>`, `<span class="same-failure">cut</span>`, "✕</i> 2 of 3 failed on both sides", `class="state completed"><i aria-hidden="true">✓</i> done`, `class="state"><i aria-hidden="true">=</i> no differences`, "3 the same"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	if n, m := strings.Count(page, "verdict-failed"), strings.Count(page, "verdict-same"); n != 2 || m != 1 {
		t.Errorf("%d steps look failed, %d the same", n, m)
	}
	if page := shown(step(""), step("")); strings.Contains(page, "failed") || !strings.Contains(page, `class="state completed"><i aria-hidden="true">✓</i> done`) || !strings.Contains(page, `class="state completed"><i aria-hidden="true">=</i> no differences`) {
		t.Errorf("without a failure: %s", page)
	}
}

func jsonText(s string) json.RawMessage {
	b, _ := json.Marshal(s)
	return b
}

// TestReplayGoesOnBehindADifference: a replay stops at a difference, and the rest waits for a
// person.
func TestReplayGoesOnBehindADifference(t *testing.T) {
	s, p := playing(t, "tell me a poem")
	x, chunks := withBodies(sample(2, "more"), "tell me a joke")
	x.Labels.Task = "t"
	p.f.put(x, chunks...)
	s.web.Now = func() time.Time { // each call advances the clock by a minute
		p.mu.Lock()
		defer p.mu.Unlock()
		return fakeNow().Add(time.Duration(len(p.header)) * time.Minute)
	}
	at := begin(t, s, "&stop=1")
	idle(s)
	r := s.runs.Reruns.All()[0]
	if l := r.Snapshot(0); l.State != rerun.RerunStopped || len(p.header) != 1 || l.Finished != 1 || l.Ended.Sub(l.Started) != time.Minute {
		t.Fatalf("%s after %d calls, %d done, ended at %v", l.State, len(p.header), l.Finished, l.Ended)
	}
	p.gate = make(chan struct{})
	act(t, s, at+"/go-on", "")
	if l := r.Snapshot(0); l.State != rerun.RerunRunning || !l.Ended.IsZero() {
		t.Errorf("%s, and ended at %v", l.State, l.Ended)
	}
	close(p.gate)
	idle(s)
	act(t, s, at+"/go-on", "")
	idle(s)
	if l := r.Snapshot(0); len(p.header) != 2 || l.Report.DifferentCount != 2 {
		t.Errorf("%s after %d calls, %d differ", l.State, len(p.header), l.Report.DifferentCount)
	}
}

// TestReplayOfSeveralAgents: the form begins with the agent whose calls are replayed, another can
// be chosen, and the test command names it.
func TestReplayOfSeveralAgents(t *testing.T) {
	s, p := playing(t, "tell me a joke")
	p.f.sessions[0].Agents = []string{"http://127.0.0.1:9", "http://127.0.0.1:8"}
	page := get(t, s, "/replays/new?session=session-1").Body.String()
	for _, want := range []string{`<select name="agent"`, `<option value="http://127.0.0.1:8"`, "calls to 127.0.0.1:9<", "The agent that was called", "This session called 2 agents"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the form", want)
		}
	}
	begin(t, s, "&agent=http://127.0.0.1:8")
	idle(s)
	if got := s.runs.Reruns.All()[0].Options; got.Agent != "http://127.0.0.1:8" || got.To != "127.0.0.1:9" {
		t.Errorf("calls to %q are run against %q", got.Agent, got.To)
	}
	form := "session=session-1&level=meaning&to=&agent=http://127.0.0.1:8"
	act(t, s, "/replays", form)
	idle(s)
	if got := s.runs.Reruns.All()[0].Options; got.Agent != "http://127.0.0.1:8" || got.To != got.Agent {
		t.Errorf("calls to %q are run against %q, not the agent that was called", got.Agent, got.To)
	}
	act(t, s, "/sessions/session-1/mock", "pace=0&agent=http://127.0.0.1:8")
	if len(p.mocks) != 1 || p.mocks[0].Agent != "http://127.0.0.1:8" {
		t.Errorf("the mocks are %+v", p.mocks)
	}
	if page := mainOf(get(t, s, "/jobs").Body.String()); !strings.Contains(page, "http://127.0.0.1:7450") || !strings.Contains(page, "/mocks/mock-1/stop") {
		t.Errorf("Jobs does not list the mock: %s", page)
	}
	if page := get(t, s, "/sessions/session-1/mock").Body.String(); !strings.Contains(page, `<option value="http://127.0.0.1:8">`) || !strings.Contains(page, "http://127.0.0.1:7450") {
		t.Error("the page of mocks offers no agent, or not the address of one")
	}
	page = get(t, s, "/sessions/session-1/test").Body.String()
	for _, report := range []string{"report-127.0.0.1-9.xml", "report-127.0.0.1-8.xml"} {
		if !strings.Contains(page, report) {
			t.Errorf("the test does not name %s", report)
		}
	}
	for _, origin := range p.f.sessions[0].Agents {
		if !strings.Contains(page, " --to "+origin+" --agent "+origin+" --fail-on-diff") {
			t.Errorf("no command runs the calls to %s", origin)
		}
	}
	p.f.sessions[0].Agents = p.f.sessions[0].Agents[:1]
	if page := get(t, s, "/sessions/session-1/test").Body.String(); strings.Contains(page, "--agent") || !strings.Contains(page, "--to http://127.0.0.1:9 ") {
		t.Error("one agent needs no --agent")
	}
	if page := get(t, s, "/replays/new?session=session-1").Body.String(); strings.Contains(page, `<select name="agent"`) {
		t.Error("there is nothing to choose")
	}
}
