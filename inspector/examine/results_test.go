package examine_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// TestSince: changes are classified by the old and the new result.
func TestSince(t *testing.T) {
	of := func(results map[string]verdict.Result) (out examine.Results) {
		for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
			if r := results[name]; r != "" {
				out = append(out, examine.Outcome{Check: name, Result: r})
			}
		}
		return out
	}
	before := of(map[string]verdict.Result{"A": verdict.Pass, "B": verdict.Fail, "C": verdict.Fail, "D": verdict.Pass, "E": verdict.Pass})
	now := of(map[string]verdict.Result{"A": verdict.Fail, "B": verdict.Pass, "C": verdict.Skip, "D": verdict.Skip, "E": verdict.NotApplicable, "F": verdict.Fail})
	got := now.ChangesSince(before)
	want := examine.Changes{Broke: now[:1], Repaired: now[1:2], Lost: now[2:3], Untested: now[3:4]}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if rest := of(map[string]verdict.Result{"D": verdict.Skip}).ChangesSince(before); !rest.IsEmpty() || len(rest.Untested) != 1 {
		t.Errorf("what passed before and is not tested now: %+v", rest)
	}
}

// TestOwnFaultsAreNotInFiles: of a recorded examination, what only the console broke on purpose fails in no file. What
// the other side broke too does.
func TestOwnFaultsAreNotInFiles(t *testing.T) {
	for side, want := range map[string]int{"client": 2, "agent": 2, "": 3} {
		fails := func(id string, byAgent, byClient bool) verdict.Check {
			c, _ := check.ByID(id)
			return verdict.Check{Check: c, Result: verdict.Fail, Severity: "error", Times: 1, ByAgent: byAgent, ByClient: byClient}
		}
		r := &examine.Report{Recording: true, OwnSide: side, Checks: &verdict.Report{Checks: []verdict.Check{
			fails("RPC-03", true, false), fails("RPC-16", false, true), fails("CARD-01", true, true),
		}}}
		if n := r.ExcludeOwn(); n != 3-want {
			t.Errorf("%q: %d excluded", side, n)
		}
		var junit strings.Builder
		if err := examine.WriteJUnit(&junit, "x", r, check.Must); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(junit.String(), "<failure"); n != want {
			t.Errorf("%q: %d failures, want %d: %s", side, n, want, junit.String())
		}
		if n := r.Checks.Count(verdict.Fail); n != want || side == "client" && r.Checks.Checks[1].Result != verdict.NotApplicable {
			t.Errorf("%q: %d fail: %+v", side, n, r.Checks.Checks)
		}
	}
}
