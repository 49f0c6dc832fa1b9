package console

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// called is a recording with an exchange for each line: origin, operation and agent. A fourth word
// means that nobody answers.
func called(lines ...string) (list []wire.Exchange) {
	for i, line := range lines {
		f := strings.Fields(line)
		x := wire.Exchange{ID: strconv.Itoa(i), Origin: wire.Origin(f[0]), Method: "POST", URL: f[2] + "/", Agent: f[2], Labels: wire.Labels{Op: f[1], Binding: "jsonrpc"}, Response: wire.Head{Status: 200}}
		if f[1] == "GetAgentCard" {
			x.Method, x.URL, x.Labels.Binding = "GET", f[2]+"/.well-known/agent-card.json", ""
			x.Response.Header = http.Header{"Content-Type": {"application/json"}}
		}
		if len(f) > 3 { // nobody answers
			x.Response = wire.Head{}
		}
		list = append(list, x)
	}
	return list
}

// TestCallsToOthersAreCounted: calls to other agents are counted, unless the caller chose the
// agent.
func TestCallsToOthersAreCounted(t *testing.T) {
	list := called("client SendMessage http://a", "client SendMessage http://b", "client SendMessage http://b", "client GetTask http://c")
	for want, other := range map[string]int{"": 2, "http://a": 0} {
		r := Recording{Name: "x", Exchanges: slices.Clone(list)}
		if _, err := r.KeepAgent(want, "http://b"); err != nil || r.OtherAgents != other {
			t.Errorf("with %q: %d calls to others, %v", want, r.OtherAgents, err)
		}
	}
}

// TestReplayedCallsAreCounted: a replay repeats the calls of clients and of the command line, but
// not the console's own calls or push notifications.
func TestReplayedCallsAreCounted(t *testing.T) {
	list := called("client SendMessage http://a", "terminal SendMessage http://a", "terminal SendMessage http://b failed", "console ListTasks http://a", "push Push http://b")
	list[2].Outcome = wire.Unreachable
	got, left := countReplayed(list)
	if want := []host.RecordedAgent{{Origin: "http://a", Calls: 2}, {Origin: "http://b", Calls: 1, Failed: 1}}; !slices.Equal(got, want) || left != 2 {
		t.Errorf("%+v, %d left out", got, left)
	}
}

// TestWhoseCallsAreRun: an agent gets only its own calls.
func TestWhoseCallsAreRun(t *testing.T) {
	two := called("client GetAgentCard http://a", "client SendMessage http://a", "console GetAgentCard http://b", "client SendMessage http://b",
		"client CancelTask http://b", "client GetAgentCard http://dead failed", "console GetAgentCard http://idle")
	one := called("client GetAgentCard http://a", "client SendMessage http://a", "client SendMessage http://a:2")
	bare := called("client SendMessage http://a", "client SendMessage http://a", "client SendMessage http://b")
	looked := called("client GetAgentCard http://a", "client SendMessage http://a", "console GetAgentCard http://b")
	for name, c := range map[string]struct {
		list           []wire.Exchange
		want, to, kept string
		note           string
	}{
		"the target's own":          {two, "", "http://a", "01", "calls to 2 agents; only those to http://a are used. --agent chooses another: http://b"},
		"the target's, the other":   {two, "", "http://b/.well-known/agent-card.json", "234", "another: http://a"},
		"an unknown target":         {two, "", "http://c", "234", "only those to http://b are used. --agent chooses another: http://a"},
		"no target":                 {two, "", "", "234", "only those to http://b are used"},
		"somebody's":                {two, "http://a", "http://b", "01", ""},
		"one card, two interfaces":  {one, "", "http://a", "012", ""},
		"no card at all":            {bare, "", "http://b", "2", "another: http://a"},
		"a card that nobody called": {looked, "", "http://b", "01", ""},
	} {
		r := Recording{Name: "s", Exchanges: slices.Clone(c.list)}
		note, err := r.KeepAgent(c.want, c.to)
		kept := ""
		for _, x := range r.Exchanges {
			kept += x.ID
		}
		if err != nil || kept != c.kept || !strings.HasSuffix(note, c.note) && !strings.Contains(note, c.note) || (c.note == "") != (note == "") {
			t.Errorf("%s: kept %s, noted %q, %v", name, kept, note, err)
		}
		if strings.Contains(note, "dead") || strings.Contains(note, "idle") {
			t.Errorf("%s: %q names agents that were not called", name, note)
		}
	}
	for want, list := range map[string][]wire.Exchange{"http://b http://a": two, "http://a": one, "": called("console GetAgentCard http://a")} {
		if got := strings.Join(countAgentCalls(list).agents(), " "); got != want {
			t.Errorf("agents %q, want %q", got, want)
		}
	}
	r := Recording{Name: "s", Exchanges: two}
	if _, err := r.KeepAgent("http://nobody", ""); err == nil || !strings.Contains(err.Error(), "there is no exchange with http://nobody") {
		t.Error(err)
	}
}
