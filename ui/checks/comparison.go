package checks

import (
	"context"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

type comparisonView struct {
	*examinationView // the later examination
	Before           *examination.Snapshot
	Groups           []changedGroup
	CommonFailures   int // number of rows and checks that fail in both
}

type changedGroup struct {
	Title string
	Lines []changedLine
}

type changedLine struct {
	examination.Line
	OldMessage string // the message of the earlier examination
}

// maxCandidates bounds the examinations offered to compare with.
const maxCandidates = 20

// comparePage shows what broke and what was repaired between two examinations, named in any order.
func (s *Screen) comparePage(w http.ResponseWriter, r *http.Request) error {
	id, with := r.URL.Query().Get("a"), r.URL.Query().Get("b")
	if id == "" && with == "" {
		http.Redirect(w, r, "/checks", http.StatusSeeOther)
		return nil
	}
	if id == "" || with == "" || with == id {
		return web.Fail(http.StatusBadRequest, "There is nothing to compare.", "A comparison needs two examinations.", "Open one of them from Checks, and choose the other there.")
	}
	now, err := s.readExamination(r.Context(), id)
	if err != nil {
		return err
	}
	before, err := s.readExamination(r.Context(), with)
	if err != nil {
		return err
	}
	if before.Started.After(now.Started) {
		now, before = before, now
	}
	for _, l := range []*examination.Snapshot{now.Snapshot, before.Snapshot} {
		if !comparable(l) {
			return web.Fail(http.StatusConflict, "There is nothing to compare yet.", "One of the examinations is still running, or could not call anything.", "Wait until it is over, or choose another one.")
		}
	}
	return s.Web.Page(w, r, web.Page{Title: "Compare examinations", Screen: "checks", Styles: []string{"examination"}, Body: comparisonBody(compareExaminations(now, before.Snapshot))})
}

func comparable(l *examination.Snapshot) bool {
	return l.Report != nil && (l.Report.Checks != nil || l.Report.Chaos)
}

func compareExaminations(now *examinationView, before *examination.Snapshot) *comparisonView {
	v := &comparisonView{examinationView: now, Before: before}
	was := before.Report.Results()
	c := now.Report.Results().ChangesSince(was)
	v.Groups = []changedGroup{{"Newly broken", v.lines(c.Broke, was)}, {"Repaired", v.lines(c.Repaired, was)},
		{"Failed before, and not tested now", v.lines(c.Lost, was)}, {"Passed before, and not tested now", v.lines(c.Untested, was)}}
	for _, o := range now.Report.Results() {
		if o.Result == verdict.Fail && slices.ContainsFunc(was, func(b examine.Outcome) bool { return b.Name() == o.Name() && b.Result == verdict.Fail }) {
			v.CommonFailures++
		}
	}
	return v
}

func (v *comparisonView) lines(changes, was examine.Results) (out []changedLine) {
	for _, o := range changes {
		i := slices.IndexFunc(v.Lines, func(l examination.Line) bool { return l.Title() == o.Name() })
		if i < 0 {
			continue
		}
		c := changedLine{Line: v.Lines[i]}
		if n := slices.IndexFunc(was, func(b examine.Outcome) bool { return b.Name() == o.Name() }); n >= 0 {
			c.OldMessage = was[n].Text
		}
		out = append(out, c)
	}
	return out
}

func (v *comparisonView) heading() string {
	count := func(group int) int { return len(v.Groups[group].Lines) }
	out := "Nothing newly broken"
	if n := count(0); n > 0 {
		out = part.Count(n) + " newly broken"
	}
	if n := count(1); n > 0 {
		out += ", " + part.Count(n) + " repaired"
	}
	if n := count(2) + count(3); n > 0 {
		out += ", " + part.Count(n) + " no longer tested"
	}
	return out
}

// limits says why the two are hard to compare, "" if they are not.
func (v *comparisonView) limits() string {
	switch {
	case v.Report.Untested() != "":
		return "The later one tested nothing: " + v.Report.Untested() + "."
	case v.Before.Report.Untested() != "":
		return "The earlier one tested nothing: " + v.Before.Report.Untested() + "."
	case agentOf(v.Snapshot) != agentOf(v.Before):
		return "The earlier one examined " + part.Short(agentOf(v.Before), 120) + "."
	case !slices.Equal(v.Report.Interfaces, v.Before.Report.Interfaces):
		return "They did not examine the same interfaces. What only one of them tested does not count as a change."
	case v.Report.Stopped != "":
		return "The later one ended early: " + clip.Clause(v.Report.Stopped) + "."
	case v.Before.Report.Stopped != "":
		return "The earlier one ended early: " + clip.Clause(v.Before.Report.Stopped) + "."
	}
	return ""
}

// againstOf returns the examinations to compare one with: earlier ones of the same agent, later
// ones of it, then others, each newest first.
func (s *Screen) againstOf(ctx context.Context, l *examination.Snapshot) (out []*examination.Snapshot, err error) {
	if !comparable(l) {
		return nil, nil
	}
	all, err := s.Examinations.Snapshots(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(o *examination.Snapshot) bool {
		return o.ID == l.ID || !comparable(o) || o.Request.Kind() != l.Request.Kind()
	})
	rank := func(o *examination.Snapshot) int {
		switch {
		case agentOf(o) != agentOf(l):
			return 2
		case o.Started.After(l.Started):
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b *examination.Snapshot) int { return rank(a) - rank(b) })
	return all[:min(len(all), maxCandidates)], nil
}
