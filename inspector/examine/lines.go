package examine

import (
	"iter"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/verdict"
)

// summaryLine is the first JSON line of a report.
type summaryLine struct {
	Examination string   `json:"examination"` // its name
	Session     string   `json:"session"`
	Interfaces  []string `json:"interfaces"`
	Calls       int      `json:"calls"`
	Budget      int      `json:"budget"`
	Millis      float64  `json:"took_ms"`
	Stopped     string   `json:"stopped,omitempty"` // why it ended early
}

type rowLine struct {
	Probe       string   `json:"probe,omitempty"`
	Step        string   `json:"step,omitempty"` // in place of Probe if a client was examined
	Interface   string   `json:"interface,omitempty"`
	Level       string   `json:"level"`
	Result      string   `json:"result"`
	Expectation string   `json:"asks"`
	Message     string   `json:"message"`
	Open        bool     `json:"open,omitempty"` // the specification leaves the behaviour open
	Breaks      []string `json:"breaks"`         // ids of checks
	Exchanges   []string `json:"exchanges"`
}

// Lines yields the values of a report to write as JSON lines for scripts: summary, rows, checks. ReadResults reads
// them.
func (r *Report) Lines(name, session string) iter.Seq[any] {
	return func(yield func(any) bool) {
		if !r.Recording && !yield(summaryLine{name, session, r.Interfaces, r.Calls, r.Budget, float64(r.Took.Microseconds()) / 1000, r.Stopped}) {
			return
		}
		for i := range r.Rows {
			row := &r.Rows[i]
			if row.Chaos != nil && !yield(row.Chaos) {
				return
			}
			if r.Chaos {
				continue
			}
			l := rowLine{row.Probe, "", row.Interface, strings.ToLower(string(row.Level)), string(row.Result), row.Expectation, row.Message, row.Open, []string{}, []string{}}
			if r.Client {
				l.Probe, l.Step = "", row.Probe
			}
			l.Breaks, l.Exchanges = append(l.Breaks, row.Breaks...), append(l.Exchanges, row.Exchanges...)
			if !yield(l) {
				return
			}
		}
		if r.Checks == nil {
			return
		}
		for i := range r.Checks.Checks {
			if !yield(verdict.CheckLineOf(&r.Checks.Checks[i])) {
				return
			}
		}
	}
}
