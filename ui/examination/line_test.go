package examination

import (
	"testing"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// TestFailuresAreCountedOnce: a failed probe counts with the check that its exchanges break, unless that one is muted,
// and what most exchanges show comes first.
func TestFailuresAreCountedOnce(t *testing.T) {
	fails := func(l Line) Line { l.Level, l.Result = check.Must, verdict.Fail; return l }
	all := []Line{
		fails(Line{Name: "malformed-json", Breaks: []string{"RPC-13"}}),
		fails(Line{Name: "get-unknown", Breaks: []string{"ERR-02"}}),
		fails(Line{Name: "RPC-13", IsCheck: true, Places: make([]Place, 1)}),
		fails(Line{Name: "ERR-02", IsCheck: true, Muted: "known"}),
		fails(Line{Name: "RES-19", IsCheck: true, Places: make([]Place, 5), MoreExchanges: 14}),
	}
	got := Failing(all)
	if len(got) != 3 || got[0].Name != "RES-19" || got[1].Name != "RPC-13" || got[2].Name != "get-unknown" {
		t.Fatalf("%+v", got)
	}
	if len(got[1].Probes) != 1 || got[1].Probes[0] != "malformed-json" || all[2].Probes != nil {
		t.Errorf("shown by %v; the lines given: %v", got[1].Probes, all[2].Probes)
	}
}
