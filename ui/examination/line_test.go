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
	own := fails(Line{Name: "REQ-10", IsCheck: true, IsOwn: true})
	if rest := GroupRest([]Line{own}); len(rest) != 1 || rest[0].Title != "Broken by the console, on purpose" || len(Failing([]Line{own})) != 0 {
		t.Errorf("the console's own bad calls: %v", rest)
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
	if len(got[1].Probes) != 1 || got[1].Probes[0].Probe != "malformed-json" || got[1].Probes[0].Message != "It was accepted." || all[4].Probes != nil {
		t.Errorf("shown by %v; the lines given: %v", got[1].Probes, all[4].Probes)
	}
}

// TestEvidenceIsSaidOnce: probes that show the same on several interfaces are one piece of evidence.
func TestEvidenceIsSaidOnce(t *testing.T) {
	var l Line
	for _, of := range []string{"A2A 0.3 JSON-RPC", "A2A 0.3 gRPC"} {
		l.addProbe(&Line{Name: "subscribe", Message: "One stream ended early.", Interface: of})
	}
	l.addProbe(&Line{Name: "stream", Message: "One stream ended early."})
	if len(l.Probes) != 2 || l.Probes[0].Text() != "Shown by subscribe: One stream ended early. Seen in: 0.3 JSON-RPC, 0.3 gRPC." || l.Probes[1].Interfaces != nil {
		t.Errorf("%+v", l.Probes)
	}
}

// TestWordsOfThePage: a harmless fault is no recovery, and a verdict does not repeat its sentence.
func TestWordsOfThePage(t *testing.T) {
	for says, want := range map[string]string{
		"recovered: The fault did no harm: the client received everything.": "unharmed: The client received everything.",
		"recovered: The client asked for the task (once).":                  "recovered: The client asked for the task (once).",
		"not touched: No rule touched this conversation.":                   "No rule touched this conversation.",
	} {
		if got := pageWording(says); got != want {
			t.Errorf("%s: %s", says, got)
		}
	}
}
