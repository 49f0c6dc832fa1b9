package ui

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// manySteps is a replay of 40 steps with a note each; the 31st differs.
func manySteps() *rerun.Rerun {
	r := &rerun.Rerun{ID: "r-many", Session: wire.Session{ID: "session-1", Name: "Phone"}, Into: "session-2", Started: fakeNow(), State: rerun.RerunDone,
		Options: host.ReplayOptions{To: "127.0.0.1:9", Options: replay.Options{Diff: diff.Options{Level: diff.Meaning}}}}
	for i := range 40 {
		pair := &diff.Pair{A: "0195-said-1", B: "0195-now-1", Outcome: diff.OutcomeSame, Notes: []string{"versions 0.2 and 0.3"}}
		if i == 30 {
			pair.Outcome, pair.Level, pair.Notes = diff.OutcomeDiffers, diff.Meaning, append(pair.Notes, "a note of its own")
			pair.Differences = []diff.Difference{{Path: "$.message.parts[0].text", A: jsonText("five"), B: jsonText("six"), Kind: diff.KindText, Level: diff.Meaning}}
		}
		r.Steps = append(r.Steps, rerun.Step{Step: replay.Step{Exchange: "0195-said-1", Op: "SendMessage"}, Sends: 1, Events: 1, Pair: pair})
	}
	return r
}

// The page can list only the steps that differ, and shows a note that all steps share once.
func TestReplayListsOnlyWhatDiffers(t *testing.T) {
	s, _ := playing(t, "")
	s.runs.Reruns = rerunning(t, manySteps())
	page := mainOf(get(t, s, "/replays/r-many").Body.String())
	if n := strings.Count(page, `class="pair `); n != 40 || strings.Count(page, "versions 0.2 and 0.3") != 1 || !strings.Contains(page, "In 40 of 40 steps: versions 0.2 and 0.3.") || !strings.Contains(page, "a note of its own") {
		t.Errorf("%d steps: %s", n, page)
	}
	only := "/replays/r-many?level=meaning&amp;only=differs"
	if !strings.Contains(page, `<a href="`+only+`">Only what differs</a>`) {
		t.Errorf("no link to what differs in %s", page)
	}
	page = mainOf(get(t, s, strings.ReplaceAll(only, "&amp;", "&")).Body.String())
	if n := strings.Count(page, `class="pair `); n != 1 || !strings.Contains(page, `id="pair-30"`) || !strings.Contains(page, "39 the same") {
		t.Errorf("%d steps: %s", n, page)
	}
	if page := mainOf(get(t, s, "/replays/r-many?level=structure&only=differs").Body.String()); strings.Contains(page, `class="pair `) || !strings.Contains(page, "No step differs.") {
		t.Errorf("at structure: %s", page)
	}
}

// The page of an earlier run's replay links to the sessions of replays, which link to their comparisons.
func TestForgottenReplayLeadsToItsSession(t *testing.T) {
	s, _ := playing(t, "")
	w := get(t, s, "/replays/none")
	if w.Code != 404 || !strings.Contains(w.Body.String(), `href="/sessions?q=replay+of">Sessions of replays</a>`) {
		t.Errorf("HTTP %d %s", w.Code, mainOf(w.Body.String()))
	}
}
