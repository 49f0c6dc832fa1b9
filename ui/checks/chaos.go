package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/part"
)

// faultRow is what one fault did to each conversation of a chaos run.
type faultRow struct {
	Name, Title, Does string
	Cells             []*examination.Line // by column; nil where there was no conversation
	Outcomes          []faultOutcome
}

// faultOutcome holds the conversations of a fault that ended alike.
type faultOutcome struct {
	Line          *examination.Line
	Conversations []*examination.Line
}

// faultTable returns the conversations of a chaos run by fault. Each column is a message or its repetition.
func faultTable(lines []examination.Line) (columns []string, rows []*faultRow) {
	for i := range lines {
		if !slices.Contains(columns, lines[i].Interface) {
			columns = append(columns, lines[i].Interface)
		}
	}
	for i := range lines {
		l := &lines[i]
		at := slices.IndexFunc(rows, func(r *faultRow) bool { return r.Name == l.Name })
		if at < 0 {
			at, rows = len(rows), append(rows, &faultRow{Name: l.Name, Title: titleOfFault(l.Name), Does: l.Requirement, Cells: make([]*examination.Line, len(columns))})
		}
		rows[at].Cells[slices.Index(columns, l.Interface)] = l
		rows[at].add(l)
	}
	for _, r := range rows {
		slices.SortStableFunc(r.Outcomes, func(a, b faultOutcome) int { return cmp.Compare(rankOf(a.Line.Result), rankOf(b.Line.Result)) })
	}
	return columns, rows
}

// rankOf sorts what failed first, and what tested nothing last.
func rankOf(r verdict.Result) int {
	return slices.Index([]verdict.Result{verdict.Fail, verdict.Pass, verdict.Skip}, r)
}

func (r *faultRow) add(l *examination.Line) {
	at := slices.IndexFunc(r.Outcomes, func(o faultOutcome) bool { return o.Line.Message == l.Message && o.Line.Result == l.Result })
	if at < 0 {
		at, r.Outcomes = len(r.Outcomes), append(r.Outcomes, faultOutcome{Line: l})
	}
	r.Outcomes[at].Conversations = append(r.Outcomes[at].Conversations, l)
}

func titleOfFault(name string) string {
	if p, ok := preset.Find(name); ok {
		return p.Title
	}
	if name == "rules" { // of the flags --rule and --rules
		return "Own rules"
	}
	return name
}

func conversationName(name string) string {
	if name == "" {
		return "Your client"
	}
	return part.Short(name, 60)
}

// columnName returns a short head for the column of a conversation, which the legend below the table explains.
func columnName(i int, name string) string {
	if name == "" {
		return conversationName(name)
	}
	return "Call " + part.Itoa(i+1)
}

func (r *faultRow) hasFailure() bool {
	return slices.ContainsFunc(r.Outcomes, func(o faultOutcome) bool { return o.Line.Result == verdict.Fail })
}

// countText says how the conversations of the fault ended: "1 failed · 4 passed · 6 not tested".
func (r *faultRow) countText() string {
	var out []string
	for _, of := range []verdict.Result{verdict.Fail, verdict.Pass, verdict.Skip} {
		n := 0
		for _, o := range r.Outcomes {
			if o.Line.Result == of {
				n += len(o.Conversations)
			}
		}
		if _, word, _ := faultSign(of); n > 0 {
			out = append(out, part.Count(n)+" "+word)
		}
	}
	return strings.Join(out, " · ")
}

func faultSign(r verdict.Result) (sign, word, class string) {
	switch r {
	case verdict.Pass:
		return "✓", "passed", "state completed"
	case verdict.Fail:
		return "✕", "failed", "state failed"
	}
	return "–", examine.SkippedNoun, "muted"
}
