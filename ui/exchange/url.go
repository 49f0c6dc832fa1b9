package exchange

import (
	"net/url"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
)

func (d *detail) viewURL(b *body, view string) string {
	u := d.parameterURL("view", view)
	if b.Sent {
		u += "&sent=1"
	}
	return u
}

// pageURL returns the URL of a body from an offset on, "" if that is negative.
func (d *detail) pageURL(b *body, from int64) string {
	if from < 0 {
		return ""
	}
	return d.viewURL(b, b.View) + "&from=" + part.Str(from)
}

func (d *detail) rawURL(side wire.Side) string {
	return "/exchanges/" + d.X.ID + "/raw/" + tape.SideName(side)
}

func (d *detail) findingURL(f placedFinding) string {
	u := d.tabURL(f.Tab)
	if f.Event > 0 {
		u += "&event=" + part.Itoa(f.Event)
	}
	if f.Check != "" {
		u += "&finding=" + url.QueryEscape(f.Check) + "#finding"
	}
	return u
}

// selectFinding stores which finding the URL points to. If the URL names no tab, it selects the tab
// of the first finding of that check. It returns the event to open, "" for none.
func (d *detail) selectFinding(q url.Values) (event string) {
	event = q.Get("event")
	check := q.Get("finding")
	if check == "" {
		return event
	}
	d.mark = &part.Mark{Check: check}
	i := slices.IndexFunc(d.Findings, func(f placedFinding) bool { return f.Check == check })
	switch {
	case q.Has("tab"):
	case i < 0:
		d.Tab = "response"
	default:
		d.Tab = d.Findings[i].Tab
		if n := d.Findings[i].Event; n > 0 && n <= max(d.tape.Frames, 1) {
			event = part.Itoa(n)
		}
	}
	return event
}

// hiddenTarget returns the finding that the URL points to, if none of the findings in shown that
// have a line is of its check.
func (d *detail) hiddenTarget(shown []a2a.Problem) (p a2a.Problem, ok bool) {
	if d.mark == nil {
		return p, false
	}
	of := func(p a2a.Problem) bool { return p.Check == d.mark.Check }
	if slices.ContainsFunc(shown, func(p a2a.Problem) bool { return of(p) && p.Offset >= 0 }) {
		return p, false
	}
	if i := slices.IndexFunc(d.Findings, func(f placedFinding) bool { return of(f.Problem) }); i >= 0 {
		return d.Findings[i].Problem, true
	}
	return p, false
}

func unplacedProblems(all []a2a.Problem) []a2a.Problem {
	var out []a2a.Problem
	for _, p := range all {
		if p.Offset < 0 {
			out = append(out, p)
		}
	}
	return out
}
