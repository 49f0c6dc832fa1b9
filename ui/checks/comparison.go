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

// compared is what changed from one examination to a later one.
type compared struct {
	*examined // the later
	Before    *examination.Look
	Groups    []changedGroup
	Still     int // rows and checks that fail in both
}

// changedGroup is what came out otherwise than before, in one way.
type changedGroup struct {
	Title string
	Lines []changed
}

// changed is a row or a check that came out otherwise than before.
type changed struct {
	examination.Line
	Was string // what was said of it before
}

// mostEarlier is how many examinations are offered to compare with.
const mostEarlier = 20

// comparePage shows what broke and what was repaired between two examinations, whichever of
// them is named first.
func (s *Screen) comparePage(w http.ResponseWriter, r *http.Request) error {
	id, with := r.URL.Query().Get("a"), r.URL.Query().Get("b")
	if id == "" && with == "" {
		http.Redirect(w, r, "/checks", http.StatusSeeOther)
		return nil
	}
	if id == "" || with == "" || with == id {
		return web.Fail(http.StatusBadRequest, "There is nothing to compare.", "Two examinations are compared.", "Open one of them from Checks, and choose the other there.")
	}
	now, err := s.examined(r.Context(), id)
	if err != nil {
		return err
	}
	before, err := s.examined(r.Context(), with)
	if err != nil {
		return err
	}
	if before.Started.After(now.Started) {
		now, before = before, now
	}
	for _, l := range []*examination.Look{now.Look, before.Look} {
		if !comparable(l) {
			return web.Fail(http.StatusConflict, "There is nothing to compare yet.", "One of the examinations is under way, or nothing could be called.", "Wait until it is over, or choose another one.")
		}
	}
	return s.Web.Page(w, r, web.Page{Title: "Compare examinations", Screen: "checks", Styles: []string{"examination"}, Body: comparisonBody(comparedOf(now, before.Look))})
}

// comparable reports whether an examination has results.
func comparable(l *examination.Look) bool {
	return l.Report != nil && (l.Report.Checks != nil || l.Report.Chaos)
}

// comparedOf compares.
func comparedOf(now *examined, before *examination.Look) *compared {
	v := &compared{examined: now, Before: before}
	was := before.Report.Results()
	c := now.Report.Results().Since(was)
	v.Groups = []changedGroup{{"Broke since", v.lines(c.Broke, was)}, {"Repaired", v.lines(c.Repaired, was)},
		{"Failed before, and not tested now", v.lines(c.Lost, was)}, {"Passed before, and not tested now", v.lines(c.Untested, was)}}
	for _, o := range now.Report.Results() {
		if o.Result == verdict.Fail && slices.ContainsFunc(was, func(b examine.Outcome) bool { return b.Name() == o.Name() && b.Result == verdict.Fail }) {
			v.Still++
		}
	}
	return v
}

// lines are the lines of outcomes, in their order.
func (v *compared) lines(changes, was examine.Results) (out []changed) {
	for _, o := range changes {
		i := slices.IndexFunc(v.Lines, func(l examination.Line) bool { return l.Title() == o.Name() })
		if i < 0 {
			continue
		}
		c := changed{Line: v.Lines[i]}
		if n := slices.IndexFunc(was, func(b examine.Outcome) bool { return b.Name() == o.Name() }); n >= 0 {
			c.Was = was[n].Says
		}
		out = append(out, c)
	}
	return out
}

// heading is what came of it, in a few words.
func (v *compared) heading() string {
	count := func(group int) int { return len(v.Groups[group].Lines) }
	out := "Nothing broke since"
	if n := count(0); n > 0 {
		out = part.Count(n) + " broke since"
	}
	if n := count(1); n > 0 {
		out += ", " + part.Count(n) + " repaired"
	}
	if n := count(2) + count(3); n > 0 {
		out += ", " + part.Count(n) + " no longer tested"
	}
	return out
}

// limits says what makes the two hard to compare, "" for nothing.
func (v *compared) limits() string {
	switch {
	case v.Report.Untested() != "":
		return "The later one tested nothing: " + v.Report.Untested() + "."
	case v.Before.Report.Untested() != "":
		return "The earlier one tested nothing: " + v.Before.Report.Untested() + "."
	case agentOf(v.Look) != agentOf(v.Before):
		return "The earlier one examined " + part.Short(agentOf(v.Before), 120) + "."
	case !slices.Equal(v.Report.Interfaces, v.Before.Report.Interfaces):
		return "They did not examine the same interfaces. What only one of them tested is no change."
	case v.Report.Stopped != "":
		return "The later one ended early: " + clip.Clause(v.Report.Stopped) + "."
	case v.Before.Report.Stopped != "":
		return "The earlier one ended early: " + clip.Clause(v.Before.Report.Stopped) + "."
	}
	return ""
}

// againstOf are the examinations that one can be compared with: those of the same agent
// first, and of these the newest that is earlier.
func (s *Screen) againstOf(ctx context.Context, l *examination.Look) (out []*examination.Look, err error) {
	if !comparable(l) {
		return nil, nil
	}
	all, err := s.Examinations.Looks(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(o *examination.Look) bool {
		return o.ID == l.ID || !comparable(o) || o.How.Kind() != l.How.Kind()
	})
	rank := func(o *examination.Look) int {
		switch {
		case agentOf(o) != agentOf(l):
			return 2
		case o.Started.After(l.Started):
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(a, b *examination.Look) int { return rank(a) - rank(b) })
	return all[:min(len(all), mostEarlier)], nil
}
