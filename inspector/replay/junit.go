package replay

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/reportfile"
)

// WriteJUnit writes a comparison as a JUnit test suite with a test case for each pair.
func WriteJUnit(w io.Writer, name string, r *diff.Report) error {
	suite := reportfile.Suite{Name: name}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		c := reportfile.Case{Class: name, Name: fmt.Sprintf("%d %s", i+1, title(p)), SystemOut: strings.Join(p.Notes, "\n")}
		if p.Outcome != diff.OutcomeSame {
			c.Failure = &reportfile.Failure{Message: headline(p), Type: string(p.Outcome), Text: details(p)}
		}
		suite.Cases = append(suite.Cases, c)
	}
	if said := r.UncomparedText(); said != "" {
		suite.Cases = append(suite.Cases, reportfile.Case{Class: name, Name: "all calls are compared", Failure: &reportfile.Failure{Message: said, Type: "other", Text: "--agent chooses whose calls to compare."}})
	}
	return reportfile.Write(w, suite)
}

// title names a pair: SendMessage "tell me a joke".
func title(p *diff.Pair) string {
	op := cmp.Or(string(p.Op), "call")
	if p.Excerpt != "" {
		return fmt.Sprintf("%s %q", op, p.Excerpt)
	}
	return op
}

func headline(p *diff.Pair) string {
	switch {
	case p.Outcome != diff.OutcomeDiffers && len(p.Notes) > 0:
		return string(p.Outcome) + ": " + p.Notes[len(p.Notes)-1]
	case p.Outcome != diff.OutcomeDiffers:
		return string(p.Outcome)
	}
	n := len(p.Differences) + p.OmittedCount
	if n == 1 {
		return "1 difference: " + p.Differences[0].Path
	}
	return fmt.Sprintf("%d differences", n)
}

func details(p *diff.Pair) string {
	var b strings.Builder
	fmt.Fprintf(&b, "recorded %s, now %s\n", cmp.Or(p.A, "nothing"), cmp.Or(p.B, "nothing"))
	for _, d := range p.Differences {
		d = d.ForDisplay()
		fmt.Fprintf(&b, "%s (%s)\n  recorded: %s\n  now:      %s\n", d.Path, d.Kind, shortValue(d.A), shortValue(d.B))
	}
	if p.OmittedCount > 0 {
		fmt.Fprintf(&b, "and %d more\n", p.OmittedCount)
	}
	return b.String()
}

// shortValue returns a value, cut to what a report shows.
func shortValue(v []byte) string {
	if v == nil {
		return "nothing"
	}
	return reportfile.Cut(string(v), 2000)
}
