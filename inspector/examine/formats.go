package examine

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/chaos"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/reportfile"
)

// WriteJUnit writes a report as a JUnit test suite with a test case for each row and check. A test case fails
// if its row or check fails at level or above. The level does not matter for conversations.
func WriteJUnit(w io.Writer, name string, r *Report, level check.Level) error {
	if r.Chaos {
		level = check.Info
	}
	suite := reportfile.Suite{Name: name}
	for i := range r.Rows {
		row := &r.Rows[i]
		one := reportfile.Case{Class: cmp.Or(row.Interface, name), Name: strings.TrimSuffix(row.Probe+": "+row.Expectation, ": ")}
		switch {
		case row.FailsAt(level):
			one.Failure = &reportfile.Failure{Message: row.Message, Type: string(row.Level), Text: row.details()}
		case row.Result == verdict.Skip || row.Result == verdict.NotApplicable:
			one.Skipped = &reportfile.Skipped{Message: row.Message}
		default:
			one.SystemOut = row.details()
		}
		suite.Cases = append(suite.Cases, one)
	}
	if r.Checks != nil {
		suite.Cases = append(suite.Cases, verdict.JUnitCases(name, r.Checks, level)...)
	}
	return reportfile.Write(w, suite)
}

func (r *Row) details() string {
	text := r.Message + "\n"
	if len(r.Breaks) > 0 {
		text += "breaks " + strings.Join(r.Breaks, ", ") + "\n"
	}
	return text + strings.Join(r.Exchanges, "\n") + "\n"
}

// WriteMarkdown writes a report for people: the rows of each interface, then the checks.
func WriteMarkdown(w io.Writer, name string, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n", reportfile.Cell(name), strings.Join(r.Summary(), ".\n\n"))
	if r.Stopped != "" {
		fmt.Fprintf(&b, "\nIt ended early: %s.\n", reportfile.Cell(r.Stopped))
	}
	if r.Chaos {
		r.matrix(&b)
	}
	of := "\x00"
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Interface != of {
			of = row.Interface
			fmt.Fprintf(&b, "\n## %s\n\n| %s | level | result | why | breaks | exchanges |\n|---|---|---|---|---|---|\n", reportfile.Cell(cmp.Or(of, r.scopeName())), r.Noun())
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", reportfile.Cell(row.Probe), row.Level, ResultText(row.Result), reportfile.Cell(row.Message),
			strings.Join(row.Breaks, ", "), reportfile.Code(strings.Join(row.Exchanges, " ")))
	}
	if r.Checks != nil {
		verdict.Sections(&b, r.Checks)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// matrix writes a table of how often each verdict occurred with each preset.
func (r *Report) matrix(b *strings.Builder) {
	b.WriteString("\n| preset |")
	for _, v := range chaos.Verdicts() {
		fmt.Fprintf(b, " %s |", v)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(chaos.Verdicts())) + "\n")
	for _, c := range chaos.CountVerdicts(r.conversations()) {
		fmt.Fprintf(b, "| %s |", reportfile.Cell(c.Preset))
		for _, v := range chaos.Verdicts() {
			fmt.Fprintf(b, " %s |", c.Cell(v))
		}
		b.WriteByte('\n')
	}
}

// ResultText returns the words for a result of an examination.
func ResultText(r verdict.Result) string {
	return map[verdict.Result]string{verdict.Pass: "pass", verdict.Fail: "fail", verdict.Skip: "not tested", verdict.NotApplicable: "not applicable"}[r]
}

// scopeName returns the heading for rows without an interface.
func (r *Report) scopeName() string {
	if r.Client {
		return "No interface"
	}
	return "The agent"
}
