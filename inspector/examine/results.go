package examine

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/verdict"
)

// Outcome is the result of a row or a check.
type Outcome struct {
	Check     string // id, "" for a row
	Probe     string // "" for a check
	Interface string
	Result    verdict.Result
	Text      string
}

// Name returns the check, or the probe with its interface.
func (o Outcome) Name() string {
	if o.Check != "" {
		return o.Check
	}
	return strings.TrimSuffix(o.Probe+" of "+o.Interface, " of ")
}

// Results are the outcomes of a report, in its order.
type Results []Outcome

func (r *Report) Results() Results {
	var out Results
	for i := range r.Rows {
		row := &r.Rows[i]
		out = append(out, Outcome{Probe: row.Probe, Interface: row.Interface, Result: row.Result, Text: row.Message})
	}
	if r.Checks == nil {
		return out
	}
	for i := range r.Checks.Checks {
		c := &r.Checks.Checks[i]
		out = append(out, Outcome{Check: c.ID, Result: c.Result, Text: c.Reason()})
	}
	return out
}

// maxLineBytes limits a line that ReadResults accepts.
const maxLineBytes = 4 << 20

// ReadResults reads the output of `check --json`. It returns false if in is not such a report.
func ReadResults(in io.Reader) (Results, bool, error) {
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxLineBytes)
	var out Results
	for s.Scan() {
		var line struct{ Check, Probe, Step, Interface, Result, Message, Change string }
		if json.Unmarshal(s.Bytes(), &line) != nil {
			return nil, false, nil
		}
		probe := line.Probe + line.Step
		if line.Result != "" && line.Change == "" && line.Check+probe != "" {
			out = append(out, Outcome{line.Check, probe, line.Interface, verdict.Result(line.Result), line.Message})
		}
	}
	if err := s.Err(); err != nil {
		return nil, false, fmt.Errorf("read the report: %w", err)
	}
	return out, len(out) > 0, nil
}

// Changes are the results that differ from an earlier examination.
type Changes struct {
	Broke    Results // fails now, but did not before
	Repaired Results // failed before, but passes now
	Lost     Results // failed before, but is no longer tested
	Untested Results // passed before, but is no longer tested
}

// ChangesSince compares the results with earlier ones. A row or check that only one of them has is not a
// change.
func (now Results) ChangesSince(before Results) Changes {
	was := map[string]verdict.Result{}
	for _, o := range before {
		was[o.Name()] = o.Result
	}
	var c Changes
	for _, o := range now {
		before, known := was[o.Name()]
		switch failed := before == verdict.Fail; {
		case before == verdict.Pass && o.Result == verdict.Skip:
			c.Untested = append(c.Untested, o)
		case !known || failed == (o.Result == verdict.Fail):
		case !failed:
			c.Broke = append(c.Broke, o)
		case o.Result == verdict.Pass:
			c.Repaired = append(c.Repaired, o)
		default:
			c.Lost = append(c.Lost, o)
		}
	}
	return c
}

// IsEmpty reports whether Broke, Repaired and Lost are empty. Untested does not count.
func (c Changes) IsEmpty() bool { return len(slices.Concat(c.Broke, c.Repaired, c.Lost)) == 0 }
