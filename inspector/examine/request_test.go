package examine_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestReportsAreKept: a stored report gives the same files as the original, although it leaves out the list of checks. A
// report made with another list can be read, too.
func TestReportsAreKept(t *testing.T) {
	of, _ := check.ByID("STM-05")
	f := judge.Finding{Exchange: "x-1", Side: wire.Response, Frame: 2, Times: 3, Others: []string{"x-2"},
		Problem: a2a.Problem{Check: "STM-05", Severity: a2a.SeverityError, Message: "wrong <\u202e>", Path: "$.result", Offset: 7, Spec: "1.0 §3"}}
	r := &examine.Report{Started: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), Took: 3 * time.Second, Calls: 7, Budget: 50, Interfaces: []string{"A2A 1.0 JSON-RPC"}, Stopped: "it was",
		Rows: []examine.Row{{Interface: "A2A 1.0 JSON-RPC", Probe: "list", Expectation: "all", Level: check.Should, Result: verdict.Fail, Message: "none", Exchanges: []string{"x-1"}, Breaks: []string{"STM-05"}}},
		Checks: &verdict.Report{Judged: 9, Own: 2, Checks: []verdict.Check{
			{Check: of, Result: verdict.Fail, Severity: a2a.SeverityError, Times: 3, Notes: 1, Count: judge.Count{Applied: 4, Met: 2}, Shown: []judge.Finding{f}, Exchanges: []string{"x-1"}, More: 2, Why: "so"},
		}}}
	files := func(r *examine.Report) string {
		var out bytes.Buffer
		for line := range r.Lines("check of a", "s-1") {
			if err := json.NewEncoder(&out).Encode(line); err != nil {
				t.Fatal(err)
			}
		}
		if err := examine.WriteJUnit(&out, "check of a", r, check.Must); err != nil {
			t.Fatal(err)
		}
		if err := examine.WriteMarkdown(&out, "check of a", r); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := files(r)
	kept, err := r.Encode()
	if err != nil || bytes.Contains(kept, []byte(of.Rule[:20])) {
		t.Fatalf("%s, %v", kept, err)
	}
	back, err := examine.Decode(kept)
	if err != nil || files(back) != want || files(r) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, files(back), want)
	}
	if !slices.EqualFunc(back.Checks.Checks[0].Shown, []judge.Finding{f}, func(a, b judge.Finding) bool { return a.Problem == b.Problem && a.Frame == b.Frame }) {
		t.Errorf("shown %+v", back.Checks.Checks[0].Shown)
	}
	older := bytes.Replace(kept, []byte(`"ID":"STM-05"`), []byte(`"ID":"OLD-99"`), 1)
	if r, err := examine.Decode(older); err != nil || len(r.Checks.Checks) != 0 || len(r.Rows) != 1 {
		t.Errorf("of another list: %+v, %v", r, err)
	}
	if _, err := examine.Decode([]byte("{")); err == nil {
		t.Error("half a report is read")
	}
}
