package examine_test

import (
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
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
