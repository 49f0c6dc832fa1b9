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

// flaw is a finding, as far as an arrow tells it.
type flaw struct {
	Check    string
	Severity a2a.Severity
	Message  string // "" where only the row of the exchange is known
}

// flaws are the findings of an arrow, the worst first. Of many only some are kept.
type flaws struct {
	kept []flaw
	more int
}

// keptFlaws is how many findings of an arrow are kept.
const keptFlaws = 16

func flawsOf(ps []a2a.Problem) flaws {
	if len(ps) == 0 {
		return flaws{}
	}
	all := make([]flaw, len(ps))
	for i, p := range ps {
		all[i] = flaw{p.Check, p.Severity, part.Short(p.Message, 160)}
	}
	return worstOf(all, 0)
}

// with is both together, where what both have counts once.
func (f flaws) with(o flaws) flaws {
	if o.count() == 0 {
		return f
	}
	all := slices.Clone(f.kept)
	for _, p := range o.kept {
		if !slices.Contains(f.kept, p) {
			all = append(all, p)
		}
	}
	return worstOf(all, f.more+o.more)
}

func worstOf(all []flaw, more int) flaws {
	slices.SortStableFunc(all, func(a, b flaw) int { return cmp.Compare(rank(a.Severity), rank(b.Severity)) })
	n := min(len(all), keptFlaws)
	return flaws{kept: slices.Clone(all[:n]), more: more + len(all) - n}
}

// without leaves out what is muted.
func (f flaws) without(muted map[string]bool) flaws {
	if len(muted) > 0 {
		f.kept = slices.DeleteFunc(slices.Clone(f.kept), func(p flaw) bool { return muted[p.Check] })
	}
	if len(f.kept) == 0 {
		return flaws{}
	}
	return f
}

// rank orders severities, the worst first.
func rank(s a2a.Severity) int {
	return slices.Index([]string{"error", "warning", "info"}, part.Severity(s))
}

func (f flaws) count() int { return len(f.kept) + f.more }

// worst is the class of the worst of them, "" for none.
func (f flaws) worst() string {
	if len(f.kept) == 0 {
		return ""
	}
	return part.Severity(f.kept[0].Severity)
}

// sign is the mark of findings: "▲ 2", "" for none.
func (f flaws) sign() string {
	if f.count() == 0 {
		return ""
	}
	return "▲ " + part.Count(f.count())
}

// inWords names the first of the worst findings, and how many more there are.
func (f flaws) inWords() string {
	n := f.count()
	switch {
	case n == 0:
		return ""
	case f.kept[0].Message == "":
		return part.Plural(n, "finding") + ", worst: " + f.worst()
	}
	s := "Finding (" + f.worst() + "): " + clip.Clause(f.kept[0].Message)
	if n > 1 {
		s += ", and " + part.Count(n-1) + " more"
	}
	return s
}

// spot gives the arrows of an exchange their findings: the request's, each event's, and to
// the last one what is of no event that is drawn. Of an exchange that was not read the last
// arrow tells what its row tells.
func (h *hop) spot(rest flaws) {
	h.Marks[0].found = h.sketch.Asks
	last := h.Marks[len(h.Marks)-1]
	last.found = last.found.with(rest).with(h.sketch.Rest)
	any := false
	for _, m := range h.Marks {
		m.found = m.found.without(h.muted)
		any = any || m.found.count() > 0
	}
	if n := h.X.Labels.Findings; n > 0 && !any {
		last.found = flaws{kept: []flaw{{Severity: a2a.Severity(h.X.Labels.Worst)}}, more: n - 1}
	}
	for _, m := range h.Marks {
		if m.found.count() > 0 {
			m.Say += ". " + m.found.inWords()
		}
	}
}

// flawed reports findings of the exchange, or of the answer before they are counted.
func (h *hop) flawed() bool {
	return h.X.Labels.Findings > 0 || h.sketch.Rest.without(h.muted).count() > 0 ||
		slices.ContainsFunc(h.sketch.Rows, func(r sketchRow) bool { return r.Found.without(h.muted).count() > 0 })
}

// findings says how many an exchange has, as its row does; "" for none.
func (h *hop) findings() string {
	if n := h.X.Labels.Findings; n > 0 {
		return " " + part.Plural(n, "finding") + ", worst: " + part.Severity(a2a.Severity(h.X.Labels.Worst)) + "."
	}
	return ""
}

// foundX is where the sign of an arrow's findings stands: beside the lane it comes from,
// outside of what is between the two.
func (d *Diagram) foundX(h *hop, m *mark) (x, anchor, shift string) {
	lane, right := h.From, h.From > h.To
	if m.Back {
		lane, right = h.To, h.From < h.To
	}
	switch {
	case !right:
		return d.x(lane), "end", "translate(-8 0)"
	case m.Back:
		return d.x(lane), "start", "translate(" + part.Itoa(h.Slot*5+12) + " 0)"
	}
	return d.x(lane), "start", "translate(8 0)"
}

// readAcross are the findings of an exchange that only others beside it show.
func (s *Screen) readAcross(ctx context.Context, x *wire.Exchange) []reading.Across {
	if x.Labels.Findings+x.Labels.Muted == 0 {
		return nil
	}
	list, err := s.Library.Findings(ctx, x.ID)
	if err != nil { // what its bytes tell is drawn all the same
		return nil
	}
	return reading.AcrossOf(list)
}

// find takes the findings of a tape, and those that others show, to where they are.
func (sk *sketch) find(t *tape.Tape, others []reading.Across) {
	sk.Asks, sk.Rest = flawsOf(t.Call.Problems), flawsOf(t.Head).with(flawsOf(t.Ended))
	if t.Fold != nil && !t.Framed() {
		for i := range t.Fold.Rows {
			sk.Rest = sk.Rest.with(flawsOf(t.Fold.Rows[i].Problems))
		}
	}
	for _, a := range others {
		to := &sk.Rest
		i := slices.IndexFunc(sk.Rows, func(r sketchRow) bool { return r.From <= a.Frame+1 && a.Frame+1 <= r.To })
		switch {
		case a.Side == wire.Request:
			to = &sk.Asks
		case a.Frame >= 0 && i >= 0:
			to = &sk.Rows[i].Found
		}
		*to = to.with(flawsOf([]a2a.Problem{a.Problem}))
	}
}

// mute tells calls which checks are muted for them.
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
