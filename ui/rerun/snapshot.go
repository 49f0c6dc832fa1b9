package rerun

import (
	"cmp"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/comparison"
)

// Snapshot is a replay as a page shows it, at a level no stricter than it ran.
type Snapshot struct {
	*Rerun
	Title         string // of its session, as it is called now
	State         State
	Reason        string
	Notes         []string
	Paused        bool
	Ended         time.Time
	Planned       bool
	Steps         []Step // pairs reduced to what the level and the rules show
	Finished      int
	Level         diff.Level
	Report        *diff.Report
	Clear         diff.Level // less strict, at which nothing differs; 0 for none
	Common        []Common   // what would be said at many steps, said once
	OnlyDiffering bool       // only the steps that are not the same are listed
	Rev           int
}

// Common is a note of several steps.
type Common struct {
	Text  string
	Steps int
}

// minCommonSteps is at how many steps a note is said once instead.
const minCommonSteps = 3

// IsOver reports whether nothing more will come of it.
func (l Snapshot) IsOver() bool { return (&Rerun{State: l.State}).IsOver() }

// HasNewSession reports whether the new exchanges are in a session of their own,
// so that the two can be compared.
func (l Snapshot) HasNewSession() bool { return l.Finished > 0 }

// Snapshot reads a replay. A level of 0, or a stricter one than it ran at, is the
// level it ran at.
func (r *Rerun) Snapshot(level diff.Level) Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	ran := cmp.Or(r.Options.Diff.Level, diff.Meaning)
	if level == 0 || level > ran {
		level = ran
	}
	l := Snapshot{
		Rerun: r, State: r.State, Reason: r.reason, Notes: slices.Clone(r.Notes), Paused: r.paused, Ended: r.ended, Planned: r.run != nil,
		Steps: slices.Clone(r.Steps), Level: level, Report: &diff.Report{Level: level}, Rev: r.rev,
	}
	for i := range l.Steps {
		t := &l.Steps[i]
		if t.Pair == nil {
			continue
		}
		l.Finished++
		p := pairAtLevel(*t.Pair, level, r.hidden)
		t.Pair = &p
		l.Report.Add(p)
	}
	if c, ok := l.Report.SuggestLevel(); ok {
		l.Clear = c
	}
	l.collectCommonNotes()
	return l
}

// Differing reports whether a step came out, and not the same.
func (t Step) Differing() bool { return t.Pair != nil && t.Pair.Outcome != diff.OutcomeSame }

// CountDiffering is how many steps came out, and not the same.
func (l Snapshot) CountDiffering() int { return l.Finished - l.Report.SameCount }

// collectCommonNotes takes notes that many steps have out of them.
func (l *Snapshot) collectCommonNotes() {
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
			case often[n] < minCommonSteps:
				own = append(own, n)
			case !known:
				l.Common = append(l.Common, Common{n, often[n]})
			}
		}
		p.Notes = own
	}
}

// pairAtLevel is a pair without what shows at stricter levels only, and without what
// rules hide that were made by a click on a difference.
func pairAtLevel(p diff.Pair, level diff.Level, hidden []string) diff.Pair {
	if p.Outcome != diff.OutcomeDiffers {
		return p
	}
	if p.Level > level {
		p.Outcome, p.Differences, p.OmittedCount, p.Level = diff.OutcomeSame, nil, 0, 0
		return p
	}
	all := p.Differences
	p.Differences = nil
	least := diff.Exact
	for _, d := range all {
		switch {
		case d.Level > level:
		case len(hidden) > 0 && slices.Contains(hidden, comparison.RuleFor(d)): // to make a rule costs time
			p.IgnoredCount++
		default:
			p.Differences = append(p.Differences, d)
			least = min(least, d.Level)
		}
	}
	if p.OmittedCount == 0 {
		p.Level = least
	}
	if len(p.Differences) == 0 && p.OmittedCount == 0 {
		p.Outcome, p.Level = diff.OutcomeSame, 0
	}
	return p
}
