package verdict

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/reportfile"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// made returns a report in which each result and each severity occurs.
func made() *Report {
	r := newReport()
	r.Judged = 500
	add := func(id string, s a2a.Severity, times, exchanges int) {
		for i := range exchanges {
			r.of(id).addFinding(judge.Finding{Exchange: fmt.Sprint("x", i), Times: times, Problem: a2a.Problem{Check: id, Severity: s, Message: "evil | `|` <b>\x00 " + id, Path: "$.a|b", Spec: "1.0 §9"}})
		}
	}
	add("RPC-04", a2a.SeverityWarning, 1, 2) // milder than its check, and first
	add("RPC-04", a2a.SeverityError, 3, 1)
	add("RPC-06", a2a.SeverityError, 1, 300)
	add("RES-16", a2a.SeverityWarning, 1, 1) // a MUST that is only found as a warning
	add("STM-13", a2a.SeverityInfo, 1, 1)
	counts := map[string]judge.Count{"RPC-04": {Applied: 3, Met: 3}, "STM-13": {Applied: 1, Met: 1}, "RPC-09": {Applied: 9, Met: 4}, "RPC-10": {Applied: 9}}
	for i := range r.Checks {
		r.Checks[i].decide(counts[r.Checks[i].ID])
	}
	return r
}

func (r *Report) of(id string) *Check {
	for i := range r.Checks {
		if r.Checks[i].ID == id {
			return &r.Checks[i]
		}
	}
	return nil
}

func TestResults(t *testing.T) {
	r := made()
	for id, want := range map[string]Result{
		"RPC-04": Fail, "RPC-06": Fail, "RES-16": Fail, "STM-13": Pass, "RPC-09": Pass, "RPC-10": Skip, "RPC-11": NotApplicable,
	} {
		if got := r.of(id).Result; got != want {
			t.Errorf("%s: %s, expected %s", id, got, want)
		}
	}
	if c := r.of("RPC-04"); c.Severity != a2a.SeverityError || c.Times != 5 || len(c.Shown) != 1 || len(c.Exchanges) != 1 || c.Notes != 0 {
		t.Errorf("the worst is not shown: %+v", c)
	}
	for id, want := range map[string]string{"RPC-04": "5 times in 2 exchanges", "RES-16": "1 time in 1 exchange", "STM-13": "1 time in 1 exchange"} {
		if got := r.of(id).FrequencyText(); got != want {
			t.Errorf("%s was found %s, expected %s", id, got, want)
		}
	}
	if c := r.of("RPC-06"); len(c.Shown) != maxShownFindings || len(c.Exchanges) != maxExchanges || c.More != 200 || c.FrequencyText() != "300 times in 300 exchanges" {
		t.Errorf("%d shown, %d exchanges and %d more: %s", len(c.Shown), len(c.Exchanges), c.More, c.FrequencyText())
	}
	if found := r.ChecksWith(a2a.SeverityError); len(found) != 2 || found[0].ID != "RPC-06" {
		t.Errorf("the most frequent is not first: %v", found)
	}
}

func TestLevels(t *testing.T) {
	for id, want := range map[string][3]bool{"RPC-04": {true, true, true}, "RES-16": {false, true, true}, "STM-13": {false, false, true}, "RPC-09": {}, "RPC-10": {}} {
		r := made()
		c := r.of(id)
		alone := &Report{Checks: []Check{*c}}
		for i, l := range []check.Level{check.Must, check.Should, check.Info} {
			if alone.FailsAt(l) != want[i] {
				t.Errorf("%s fails at %s: %v", id, l, !want[i])
			}
		}
	}
}

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := reportfile.Write(&out, reportfile.Suite{Name: "evil\x00 ]]>", Cases: JUnitCases("evil\x00 ]]>", made(), check.Must)}); err != nil {
		t.Fatal(err)
	}
	var s reportfile.Suite
	if err := xml.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	all := len(check.All())
	if s.Tests != all || s.Failures != 2 || s.Skipped != all-5 || len(s.Cases) != all {
		t.Errorf("%d tests, %d failures, %d skipped", s.Tests, s.Failures, s.Skipped)
	}
	for _, c := range s.Cases {
		id, _, _ := strings.Cut(c.Name, " ")
		if (c.Failure != nil) != (id == "RPC-04" || id == "RPC-06") {
			t.Errorf("%s: %+v", c.Name, c.Failure)
		}
		if id == "RES-16" && (c.Skipped != nil || !strings.Contains(c.SystemOut, "x0")) {
			t.Errorf("a milder finding is not told: %+v", c)
		}
	}
}

func TestMarkdown(t *testing.T) {
	var out strings.Builder
	Sections(&out, made())
	s := out.String()
	for _, want := range []string{"### RPC-06 (MUST): 300 times in 300 exchanges", "| `x0` | `$.a\\|b` | evil \\| \\`\\|\\` &lt;b>", "| RPC-10 | MUST | skip |"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in\n%s", want, s)
		}
	}
	if strings.Contains(s, "| RPC-11 ") || strings.Contains(s, "\x00") {
		t.Error("what is not applicable, or a control character, is in the report")
	}
}

func TestJudgeStops(t *testing.T) {
	broken := errors.New("broken")
	_, err := Judge(t.Context(), func(yield func(*wire.Exchange, error) bool) { yield(nil, broken) }, nil, nil)
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	r, err := Judge(t.Context(), func(func(*wire.Exchange, error) bool) {}, nil, nil)
	if err != nil || r.Judged != 0 || r.Count(NotApplicable) != len(check.All()) || r.FailsAt(check.Info) {
		t.Errorf("of nothing: %v, %s", err, r.Summary())
	}
}

// TestSideAtFault: a response is the agent's, but that to a notification is the client's.
func TestSideAtFault(t *testing.T) {
	for origin, want := range map[wire.Origin][2]bool{wire.Client: {true, false}, wire.Push: {false, true}} {
		var c Check
		c.blame(judge.Finding{Side: wire.Response, Problem: a2a.Problem{Severity: a2a.SeverityError}}, origin == wire.Push)
		c.blame(judge.Finding{Side: wire.Request, Problem: a2a.Problem{Severity: a2a.SeverityInfo}}, origin == wire.Push)
		if got := [2]bool{c.ByAgent, c.ByClient}; got != want {
			t.Errorf("%s: by the agent and the client %v, want %v", origin, got, want)
		}
	}
}
