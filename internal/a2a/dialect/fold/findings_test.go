package fold

import (
	"fmt"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func said(check, path, message string) a2a.Problem {
	return a2a.Problem{Check: check, Severity: a2a.SeverityWarning, Path: path, Message: message}
}

// A problem of every event is one finding; one that a document has twice is two; without a place the message
// distinguishes problems.
func TestFindings(t *testing.T) {
	var f Findings
	var got []string
	note := func(n, times int, p a2a.Problem) { got = append(got, fmt.Sprintf("%d×%d %s", n, times, p.Message)) }
	zone := func(at string) a2a.Problem { return said("RES-14", "$.result.status.timestamp", "Time "+at+".") }
	first := []a2a.Problem{zone("1"), said("RPC-03", "", "Plain."), said("REQ-04", "$.a", "One."), said("REQ-04", "$.a", "Two.")}
	f.Add(first, note)
	f.Add([]a2a.Problem{zone("2"), said("RPC-03", "", "Plain."), said("RPC-03", "", "Another.")}, note)
	f.Add([]a2a.Problem{said("REQ-04", "$.a", "One.")}, note)
	f.change([]a2a.Problem{said("RPC-03", "", "Another.")}, -1, note)
	want := []string{"0×1 Time 1.", "1×1 Plain.", "2×1 One.", "3×1 Two.", "0×2 Time 2.", "1×2 Plain.", "4×1 Another.", "2×2 One.", "4×0 Another."}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Ever new findings use bounded memory, and each is reported.
func TestFindingsAreBounded(t *testing.T) {
	var f Findings
	fresh := 0
	for i := range 3 * mostFolded {
		f.Add([]a2a.Problem{said("X", fmt.Sprint("$.", i), "")}, func(n, times int, _ a2a.Problem) {
			if n == i && times == 1 {
				fresh++
			}
		})
	}
	if fresh != 3*mostFolded || len(f.times) > mostFolded || len(f.index) > mostFolded {
		t.Errorf("%d fresh, %d kept", fresh, len(f.index))
	}
}

// A problem of every event counts once per side.
func TestLabelsCountOnce(t *testing.T) {
	var l Labels
	l.Request(a2a.Reading{Problems: []a2a.Problem{said("RES-14", "$.x", "")}})
	for range 5 {
		l.Answer(a2a.Reading{Problems: []a2a.Problem{said("RES-14", "$.x", "")}})
	}
	if got := l.Wire(a2a.Identity{}); got.Findings != 2 || got.Worst != "warning" {
		t.Errorf("%d findings, worst %q; want 2", got.Findings, got.Worst)
	}
	head := []a2a.Problem{{Check: "SSE-01", Severity: a2a.SeverityError}}
	l.CountProblems(head)
	l.Withdraw(head)
	if got := l.Wire(a2a.Identity{}); got.Findings != 2 || got.Worst != "warning" {
		t.Errorf("after a head was taken back: %d findings, worst %q", got.Findings, got.Worst)
	}
}
