package rerun

import (
	"cmp"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/ui/comparison"
)

// Snapshot is a replay as a page shows it, at a level no stricter than that at which it ran.
type Snapshot struct {
	*Rerun
	Title         string // current title of its session
	State         State
	Reason        string
	Notes         []string
	Paused        bool
	Ended         time.Time
	Planned       bool
	Steps         []Step // with pairs reduced to what the level and the rules show
	Finished      int
	Level         diff.Level
	Report        *diff.Report
	Clear         diff.Level // a less strict level at which nothing differs; 0 for none
	Common        []Common   // notes of many steps, shown once
	OnlyDiffering bool       // list only the steps that differ
	Rev           int
}

// Common is a note that several steps share.
type Common struct {
	Text  string
	Steps int
}

// minCommonSteps is the number of steps from which a note is shown once.
const minCommonSteps = 3

// IsOver reports whether the replay will not change any more.
func (l Snapshot) IsOver() bool { return (&Rerun{State: l.State}).IsOver() }

// HasNewSession reports whether new exchanges were recorded, so that the two
// sessions can be compared.
func (l Snapshot) HasNewSession() bool { return l.Finished > 0 }

// Snapshot takes a snapshot. A level of 0, or stricter than that at which the replay ran, means
// the level at which it ran.
func (r *Rerun) Snapshot(level diff.Level) Snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.snapshot(level)
}

// snapshot is Snapshot for callers that hold the lock.
func (r *Rerun) snapshot(level diff.Level) Snapshot {
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

// Differing reports whether a step has a result other than the recorded one.
func (t Step) Differing() bool { return t.Pair != nil && t.Pair.Outcome != diff.OutcomeSame }

// CountDiffering counts the finished steps that differ.
func (l Snapshot) CountDiffering() int { return l.Finished - l.Report.SameCount }

// collectCommonNotes moves notes that many steps share to Common.
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

// pairAtLevel removes from a pair what only stricter levels show, and what rules
// added during the replay hide.
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
		case len(hidden) > 0 && slices.Contains(hidden, comparison.RuleFor(d)): // RuleFor is slow, so hidden is checked first
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
