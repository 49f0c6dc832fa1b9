package sequence

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// finding is what an arrow shows of a finding.
type finding struct {
	Check    string
	Severity a2a.Severity
	Message  string // "" if only the exchange's row is known
}

// findingList holds the findings of an arrow, worst first. Beyond maxFindings it only counts them.
type findingList struct {
	list         []finding
	omittedCount int
}

const maxFindings = 16

func findingListOf(ps []a2a.Problem) findingList {
	if len(ps) == 0 {
		return findingList{}
	}
	all := make([]finding, len(ps))
	for i, p := range ps {
		all[i] = finding{p.Check, p.Severity, part.Short(p.Message, 160)}
	}
	return worstOf(all, 0)
}

// merge combines two lists. A finding in both counts once.
func (f findingList) merge(o findingList) findingList {
	if o.count() == 0 {
		return f
	}
	all := slices.Clone(f.list)
	for _, p := range o.list {
		if !slices.Contains(f.list, p) {
			all = append(all, p)
		}
	}
	return worstOf(all, f.omittedCount+o.omittedCount)
}

func worstOf(all []finding, more int) findingList {
	slices.SortStableFunc(all, func(a, b finding) int { return cmp.Compare(rank(a.Severity), rank(b.Severity)) })
	n := min(len(all), maxFindings)
	return findingList{list: slices.Clone(all[:n]), omittedCount: more + len(all) - n}
}

func (f findingList) exclude(muted map[string]bool) findingList {
	if len(muted) > 0 {
		f.list = slices.DeleteFunc(slices.Clone(f.list), func(p finding) bool { return muted[p.Check] })
	}
	if len(f.list) == 0 {
		return findingList{}
	}
	return f
}

func rank(s a2a.Severity) int {
	return slices.Index([]string{"error", "warning", "info"}, part.Severity(s))
}

func (f findingList) count() int { return len(f.list) + f.omittedCount }

// worst returns the class of the worst severity; "" for none.
func (f findingList) worst() string {
	if len(f.list) == 0 {
		return ""
	}
	return part.Severity(f.list[0].Severity)
}

// sign marks findings: "▲ 2", or "· 2" if none breaks a rule; "" for none.
func (f findingList) sign() string {
	if f.count() == 0 {
		return ""
	}
	return part.FindingSign(f.worst()) + " " + part.Count(f.count())
}

// sentence names the worst finding and the number of others.
func (f findingList) sentence() string {
	n := f.count()
	switch {
	case n == 0:
		return ""
	case f.list[0].Message == "":
		return part.Plural(n, "finding") + ", worst: " + f.worst()
	}
	s := "Finding (" + f.worst() + "): " + clip.Clause(f.list[0].Message)
	if n > 1 {
		s += ", and " + part.Count(n-1) + " more"
	}
	return s
}

// assignFindings distributes the findings to arrows: the request's, each event's, and to
// the last arrow those without a drawn event. If the exchange was not read, the last arrow
// shows what its row knows.
func (h *hop) assignFindings(rest findingList) {
	h.Marks[0].findings = h.sketch.RequestFindings
	last := h.Marks[len(h.Marks)-1]
	last.findings = last.findings.merge(rest).merge(h.sketch.OtherFindings)
	any := false
	for _, m := range h.Marks {
		m.findings = m.findings.exclude(h.muted)
		any = any || m.findings.count() > 0
	}
	if n := h.X.Labels.Findings; n > 0 && !any {
		last.findings = findingList{list: []finding{{Severity: a2a.Severity(h.X.Labels.Worst)}}, omittedCount: n - 1}
	}
	for _, m := range h.Marks {
		if m.findings.count() > 0 {
			m.Sentence += ". " + m.findings.sentence()
		}
	}
}

// hasFindings reports whether the exchange has findings, even if the record has not counted those
// of the response yet.
func (h *hop) hasFindings() bool {
	return h.X.Labels.Findings > 0 || h.sketch.OtherFindings.exclude(h.muted).count() > 0 ||
		slices.ContainsFunc(h.sketch.Rows, func(r sketchRow) bool { return r.Findings.exclude(h.muted).count() > 0 })
}

// findingsSentence says how many findings the exchange's row has; "" for none.
func (h *hop) findingsSentence() string {
	if n := h.X.Labels.Findings; n > 0 {
		return " " + part.Plural(n, "finding") + ", worst: " + part.Severity(a2a.Severity(h.X.Labels.Worst)) + "."
	}
	return ""
}

// findingX returns where the sign of an arrow's findings stands: at the lane where the arrow
// starts, on the outer side.
func (d *Diagram) findingX(h *hop, m *mark) (x, anchor, shift string) {
	lane, right := h.From, h.From > h.To
	if m.IsResponse {
		lane, right = h.To, h.From < h.To
	}
	switch {
	case !right:
		return d.x(lane), "end", "translate(-8 0)"
	case m.IsResponse:
		return d.x(lane), "start", "translate(" + part.Itoa(h.Slot*5+12) + " 0)"
	}
	return d.x(lane), "start", "translate(8 0)"
}

// readAcross returns the findings that take several exchanges to see.
func (s *Screen) readAcross(ctx context.Context, x *wire.Exchange) []reading.Across {
	if x.Labels.Findings+x.Labels.Muted == 0 {
		return nil
	}
	list, err := s.Library.Findings(ctx, x.ID)
	if err != nil { // findings from its own bytes are drawn all the same
		return nil
	}
	return reading.AcrossOf(list)
}

// addFindings distributes the findings of a tape, and those that involve other exchanges.
func (sk *sketch) addFindings(t *tape.Tape, others []reading.Across) {
	if t.X.Origin == wire.Model {
		return // the checks are about A2A
	}
	sk.RequestFindings, sk.OtherFindings = findingListOf(t.Call.Problems), findingListOf(t.HeadProblems).merge(findingListOf(t.EndProblems))
	if t.Fold != nil && !t.Framed() {
		for i := range t.Fold.Rows {
			sk.OtherFindings = sk.OtherFindings.merge(findingListOf(t.Fold.Rows[i].Problems))
		}
	}
	for _, a := range others {
		to := &sk.OtherFindings
		i := slices.IndexFunc(sk.Rows, func(r sketchRow) bool { return r.From <= a.Frame+1 && a.Frame+1 <= r.To })
		switch {
		case a.Side == wire.Request:
			to = &sk.RequestFindings
		case a.Frame >= 0 && i >= 0:
			to = &sk.Rows[i].Findings
		}
		*to = to.merge(findingListOf([]a2a.Problem{a.Problem}))
	}
}

func (s *Screen) mute(ctx context.Context, calls []*hop) error {
	if !slices.ContainsFunc(calls, func(h *hop) bool { return h.X.Labels.Muted > 0 }) {
		return nil
	}
	all, err := s.Library.Mutes(ctx)
	if err != nil {
		return fmt.Errorf("read which checks are muted: %w", err)
	}
	for _, h := range calls {
		h.muted = map[string]bool{}
		for _, m := range all {
			if m.Session == "" || m.Session == h.X.Session {
				h.muted[m.Check] = true
			}
		}
	}
	return nil
}
