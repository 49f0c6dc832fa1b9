package examination

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// TestFailuresAreCountedOnce: a failed probe counts with the check that its exchanges break, unless that one is muted,
// and what most exchanges show comes first.
func TestFailuresAreCountedOnce(t *testing.T) {
	fails := func(l Line) Line { l.Level, l.Result = check.Must, verdict.Fail; return l }
	all := []Line{
		fails(Line{Name: "malformed-json", Breaks: []string{"RPC-13"}, Message: "It was accepted."}),
		fails(Line{Name: "cancel-done", Breaks: []string{"RES-21"}}),
		{Name: "RES-21", IsCheck: true, Level: check.Should, Result: verdict.Fail},
		fails(Line{Name: "get-unknown", Breaks: []string{"ERR-02"}}),
		fails(Line{Name: "RPC-13", IsCheck: true, Places: make([]Place, 1)}),
		fails(Line{Name: "ERR-02", IsCheck: true, Muted: "known"}),
		fails(Line{Name: "RES-19", IsCheck: true, Places: make([]Place, 5), MoreExchanges: 14}),
	}
	got := Failing(all)
	var names []string
	for _, l := range got {
		names = append(names, l.Name)
	}
	// A probe that breaks a MUST does not hide in a check of a SHOULD.
	if strings.Join(names, " ") != "RES-19 RPC-13 cancel-done get-unknown RES-21" {
		t.Fatalf("%v", names)
	}
	if len(got[1].Probes) != 1 || got[1].Probes[0] != "malformed-json (It was accepted)" || all[4].Probes != nil {
		t.Errorf("shown by %v; the lines given: %v", got[1].Probes, all[4].Probes)
	}
}
