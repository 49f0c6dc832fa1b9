package ui

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/jobs"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// rerunning is a list with one replay.
func rerunning(t *testing.T, r *rerun.Rerun) *background.Jobs[*rerun.Rerun] {
	t.Helper()
	list := rerun.NewJobs()
	if err := list.Add(r); err != nil {
		t.Fatal(err)
	}
	return list
}

// jobAt is a job with a fixed status.
type jobAt background.Status

func (j jobAt) Status() background.Status { return background.Status(j) }

// TestJobs: one page lists the jobs of every kind, running ones first, each with its progress and
// how it ended.
func TestJobs(t *testing.T) {
	s := newTestServer(t, emptyRecord(), &fakeCaller{})
	golden(t, s, "jobs-empty", mainOf(get(t, s, "/jobs").Body.String()))
	list := &background.Jobs[jobAt]{MaxRunning: 2, MaxFinished: 10}
	for _, j := range []jobAt{
		{ID: "1", Title: "was done", Stage: "done", Outcome: background.Done},
		{ID: "2", Title: hostile, URL: "/sessions", Stage: hostile, Outcome: background.Failed, Err: errors.New(hostile)},
		{ID: "3", Title: "half way", Stage: "copying", Done: 3, Total: 7},
		{ID: "5", Title: "was compared", Stage: "done", Outcome: background.Done, Result: "1 different of 172", Differs: true},
		{ID: "4", Title: "was stopped", Stage: "stopped by you", Outcome: background.Stopped, Done: 1, Total: 2},
	} {
		j.Started = fakeNow()
		if err := list.Add(j); err != nil {
			t.Fatal(err)
		}
	}
	s.jobs[0] = jobs.Kind{Name: "Copy", Does: "Copy", Unit: "exchange", Jobs: list}
	body := get(t, s, "/jobs").Body.String()
	harmless(t, body)
	golden(t, s, "jobs-hostile", mainOf(body))
	if bar := element(body, "bar-jobs"); !strings.Contains(bar, "◐ 1") || strings.Contains(bar, "hidden=") {
		t.Errorf("the bar says %s", bar)
	}
}

// TestJobsAreStopped: a job can be stopped from the list of jobs.
func TestJobsAreStopped(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = &fakeKeeper{f: f, gate: make(chan struct{})} })
	beginSaving(t, s, "&name=Phone")
	stop := regexp.MustCompile(`/jobs/[^/]+/stop`).FindString(get(t, s, "/jobs").Body.String())
	act(t, s, stop, "")
	idle(s)
	page := mainOf(get(t, s, "/jobs").Body.String())
	if !strings.Contains(page, "⊘</i> stopped") || !strings.Contains(page, "Phone") || strings.Contains(page, "/stop") {
		t.Errorf("after it was stopped: %s", page)
	}
	if w := act(t, s, "/jobs/gone/stop", ""); !strings.Contains(w.Body.String(), "There is no such job.") {
		t.Errorf("to stop one that is gone answers %d %s", w.Code, w.Body)
	}
	if w := get(t, s, "/jobs"); w.Code != http.StatusOK {
		t.Error(w.Code)
	}
}

// TestJobsNameTheAgent: an examination has the agent's name, not the address of its card, and the
// title and counts of its report.
func TestJobsNameTheAgent(t *testing.T) {
	s, _ := examining(t, &fakeExaminer{})
	at := examineOf(t, s, "agent="+url.QueryEscape(referenceOrigin))
	e, err := s.agents.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	name := e[slices.IndexFunc(e, func(a agents.Entry) bool { return a.Origin == referenceOrigin })].DisplayName()
	idle(s)
	page, report := mainOf(get(t, s, "/jobs").Body.String()), mainOf(get(t, s, at).Body.String())
	for _, want := range []string{`href="` + at + `">Examination of ` + name + `<`, "2 failed · 1 passed · 1 not tested", "7 calls", "took 3.0 s"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	for _, want := range []string{"<h1>Examination of " + name + "<", `aria-label="2 failed · 1 passed · 1 not tested"`, "7 calls in 3.0 s"} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q in the report: %s", want, report)
		}
	}
}
