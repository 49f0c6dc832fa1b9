package rerun

import (
	"cmp"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/comparison"
)

// Look is a replay as a page shows it, at a level no stricter than it ran.
type Look struct {
	*Rerun
	Title    string // of its session, as it is called now
	State    State
	Why      string
	Notes    []string
	Paused   bool
	Ended    time.Time
	Planned  bool
	Steps    []Step // pairs reduced to what the level and the rules show
	Finished int
	Level    diff.Level
	Report   *diff.Report
	Clear    diff.Level // less strict, at which nothing differs; 0 for none
	Common   []Common   // what would be said at many steps, said once
	Only     bool       // only the steps that are not the same are listed
	Rev      int
}

// Common is a note of several steps.
type Common struct {
	Text  string
	Steps int
}

// oftenSaid is at how many steps a note is said once instead.
const oftenSaid = 3

// IsOver reports whether nothing more will come of it.
func (l Look) IsOver() bool { return (&Rerun{State: l.State}).IsOver() }

// Elsewhere reports whether the new exchanges are in a session of their own,
// so that the two can be compared.
func (l Look) Elsewhere() bool { return l.Finished > 0 }

// Look reads a replay. A level of 0, or a stricter one than it ran at, is the
// level it ran at.
func (r *Rerun) Look(level diff.Level) Look {
	r.mu.Lock()
	defer r.mu.Unlock()
	ran := cmp.Or(r.How.Diff.Level, diff.Meaning)
	if level == 0 || level > ran {
		level = ran
	}
	l := Look{
		Rerun: r, State: r.State, Why: r.why, Notes: slices.Clone(r.Notes), Paused: r.paused, Ended: r.ended, Planned: r.run != nil,
		Steps: slices.Clone(r.Steps), Level: level, Report: &diff.Report{Level: level}, Rev: r.rev,
	}
	for i := range l.Steps {
		t := &l.Steps[i]
		if t.Pair == nil {
			continue
		}
		l.Finished++
		p := seenAt(*t.Pair, level, r.hidden)
		t.Pair = &p
		l.Report.Add(p)
	}
	if c, ok := l.Report.Suggest(); ok {
		l.Clear = c
	}
	l.sayOnce()
	return l
}

// Differing reports whether a step came out, and not the same.
func (t Step) Differing() bool { return t.Pair != nil && t.Pair.Outcome != diff.Same }

// NotSame is how many steps came out, and not the same.
func (l Look) NotSame() int { return l.Finished - l.Report.Same }

// sayOnce takes notes that many steps have out of them.
func (l *Look) sayOnce() {
	often := map[string]int{}
	for _, t := range l.Steps {
		if t.Pair != nil {
			for _, n := range t.Pair.Notes {
				often[n]++
			}
		}
	}
	for i := range l.Steps {
		p := l.Steps[i].Pair
		if p == nil {
			continue
		}
		var own []string
		for _, n := range p.Notes {
			known := slices.ContainsFunc(l.Common, func(c Common) bool { return c.Text == n })
			switch {
			case often[n] < oftenSaid:
				own = append(own, n)
			case !known:
				l.Common = append(l.Common, Common{n, often[n]})
			}
		}
		p.Notes = own
	}
}

// seenAt is a pair without what shows at stricter levels only, and without what
// rules hide that were made by a click on a difference.
func seenAt(p diff.Pair, level diff.Level, hidden []string) diff.Pair {
	if p.Outcome != diff.Differs {
		return p
	}
	if p.Level > level {
		p.Outcome, p.Differences, p.More, p.Level = diff.Same, nil, 0, 0
		return p
	}
	all := p.Differences
	p.Differences = nil
	least := diff.Exact
	for _, d := range all {
		switch {
		case d.Level > level:
		case len(hidden) > 0 && slices.Contains(hidden, comparison.RuleFor(d)): // to make a rule costs time
			p.Ignored++
		default:
			p.Differences = append(p.Differences, d)
			least = min(least, d.Level)
		}
	}
	if p.More == 0 {
		p.Level = least
	}
	if len(p.Differences) == 0 && p.More == 0 {
		p.Outcome, p.Level = diff.Same, 0
	}
	return p
}
