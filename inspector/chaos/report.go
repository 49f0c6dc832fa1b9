package chaos

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/reportfile"
)

// MarshalJSON writes a result as a line for programs: exchanges are a list, also of none.
func (r Result) MarshalJSON() ([]byte, error) {
	type line Result
	r.Exchanges = append([]string{}, r.Exchanges...)
	return json.Marshal(line(r))
}

// Count is how often each verdict was given under a preset.
type Count struct {
	Preset string
	Times  map[Verdict]int
}

// Counts counts verdicts by preset, in the order of the run.
func Counts(all []Result) []Count {
	var out []Count
	for i := range all {
		n := slices.IndexFunc(out, func(c Count) bool { return c.Preset == all[i].Preset })
		if n < 0 {
			n, out = len(out), append(out, Count{all[i].Preset, map[Verdict]int{}})
		}
		out[n].Times[all[i].Verdict]++
	}
	return out
}

// WriteJUnit writes results as a JUnit test suite, a test case for every conversation. One
// fails whose client hung, lost data, could not begin or was not seen; one that no rule
// touched is skipped.
func WriteJUnit(w io.Writer, name string, all []Result) error {
	suite := reportfile.Suite{Name: name}
	for i := range all {
		r := &all[i]
		c := reportfile.Case{Class: name, Name: fmt.Sprintf("%d %s, seed %d: %s", r.N, r.Preset, r.Seed, r.Text)}
		text := r.Message + "\n" + strings.Join(r.Exchanges, "\n")
		switch said := string(r.Verdict) + ": "; {
		case r.Verdict.Bad():
			c.Failure = &reportfile.Failure{Message: said + r.Message, Type: string(r.Verdict), Text: text}
		case r.Verdict == NotTouched:
			c.Skipped = &reportfile.Skipped{Message: said + r.Message}
		default:
			c.Out = said + text
		}
		suite.Cases = append(suite.Cases, c)
	}
	return reportfile.Write(w, suite)
}

// WriteMarkdown writes results as a report for people: verdicts by preset, then each
// conversation.
func WriteMarkdown(w io.Writer, name string, all []Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n| preset |", reportfile.Cell(name))
	for _, v := range Verdicts() {
		fmt.Fprintf(&b, " %s |", v)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(Verdicts())) + "\n")
	for _, c := range Counts(all) {
		fmt.Fprintf(&b, "| %s |", reportfile.Cell(c.Preset))
		for _, v := range Verdicts() {
			fmt.Fprintf(&b, " %s |", number(c.Times[v]))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n| # | preset | seed | message | verdict | what was seen | exchanges |\n|--:|---|--:|---|---|---|---|\n")
	for i := range all {
		r := &all[i]
		var ids []string
		for _, id := range r.Exchanges {
			ids = append(ids, reportfile.Code(id))
		}
		fmt.Fprintf(&b, "| %d | %s | %d | %s | %s | %s | %s |\n", r.N, reportfile.Cell(r.Preset), r.Seed, reportfile.Cell(r.Text), r.Verdict, reportfile.Cell(r.Message), strings.Join(ids, " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
