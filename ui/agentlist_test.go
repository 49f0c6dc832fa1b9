package ui

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// TestAgentsInOrder: a click on a column head sorts the list of agents, the second reverses it, the
// third restores the usual order. An unknown order in the address is ignored.
func TestAgentsInOrder(t *testing.T) {
	const a, b, c = "127.0.0.1:9001", "127.0.0.1:9002", "127.0.0.1:9003"
	f := emptyRecord()
	f.taps, f.agents = nil, []wire.Agent{{Origin: "http://" + a, Name: "Zebra"}, {Origin: "http://" + b, Name: "ant"}, {Origin: "http://" + c, Name: "Bee"}}
	for range 9 { // of an examination: they do not count
		x := sample(0, "examined")
		x.Agent, x.Session, x.Labels.Findings, x.Response.Status = "http://"+a, fakeExamination, 3, 500
		f.put(x)
	}
	for i, host := range []string{a, b, b, b} {
		x := sample(i, host[len(host)-4:])
		x.Agent, x.Labels.Findings = "http://"+host, 3-2*i
		if host == b {
			x.Response.Status, x.Labels.Findings = 500, 0
		}
		f.put(x)
	}
	rules := &fakeRules{presets: somePresets(), list: []wire.Rule{
		{ID: "1", Text: "state:completed agent:" + c + " => drop", On: true, Preset: "lose-terminal-event"},
		{ID: "2", Text: "event:any agent:" + c + " => hold", On: true},
		{ID: "3", Text: "event:any agent:" + a + " => hold"}, // is off
		{ID: "4", Text: "event:any agent:" + b + " => hold", On: true},
		{ID: "5", Text: "event:artifact => delay 1s", On: true},
	}}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Rules, o.HoldQueue = rules, &fakeHolds{} })
	row := regexp.MustCompile(`<a class="name" href="/agents/([^"]+)"`)
	usual := []string{b, a, c} // the agent called last comes first
	for _, o := range []struct{ sort, head, next string }{
		{"", "Exchanges", "/agents?sort=calls"},
		{"agent", "Agent", "/agents?sort=-agent"},
		{"-agent", "Agent", "/agents"},
		{"calls", "Exchanges", "/agents?sort=-calls"}, // greatest first, as in old bookmarks
		{"-calls", "Exchanges", "/agents"},
		{"outcome", "Last outcome", "/agents?sort=-outcome"},
		{"failed", "Failed", "/agents?sort=-failed"},
		{"findings", "Findings", "/agents?sort=-findings"},
		{"last", "Last call", "/agents?sort=-last"},
		{"<script>", "Agent", "/agents?sort=agent"},
	} {
		page := get(t, s, "/agents?sort="+o.sort).Body.String()
		var got []string
		for _, m := range row.FindAllStringSubmatch(page, -1) {
			got = append(got, m[1])
		}
		want := map[string][]string{"agent": {b, c, a}, "-agent": {a, c, b}, "calls": {b, a, c}, "-calls": {c, a, b}, "outcome": {b, a, c}, "failed": {b, c, a}, "findings": {a, b, c}, "last": {b, a, c}}[o.sort]
		if want == nil {
			want = usual
		}
		if !slices.Equal(got, want) {
			t.Errorf("sort=%s: %v, want %v", o.sort, got, want)
		}
		if head := regexp.MustCompile(`<th scope="col" class="sort-head [^>]*>\s*<a href="` + regexp.QuoteMeta(o.next) + `"[^>]*>` + o.head); !head.MatchString(page) {
			t.Errorf("sort=%s: a click on %s does not lead to %s", o.sort, o.head, o.next)
		}
	}
	page := get(t, s, "/agents?sort=calls").Body.String()
	for _, want := range []string{`aria-sort="descending"`, `href="/intercept" title="In force:` + "\n" + `Lose the terminal event`, " +1"} {
		if !strings.Contains(page, want) {
			t.Errorf("the list lacks %s", want)
		}
	}
	if strings.Contains(mainOf(page), "delay 1s") {
		t.Error("a rule for all agents is told of each")
	}
	if strings.Contains(page, "agent:"+a+" =&gt; hold") {
		t.Error("a rule that is off is in force")
	}
}

// TestLooksForAgents: opening the list asks the agents that have a tap for their cards, each at most once a
// minute, and no other agent: another program may have its port by now.
func TestLooksForAgents(t *testing.T) {
	const tapped, former = "http://127.0.0.1:9001", "http://127.0.0.1:9002"
	f := emptyRecord()
	f.taps, f.agents = []host.Tap{{Agent: tapped, URL: "http://127.0.0.1:7421"}}, []wire.Agent{{Origin: tapped}, {Origin: former}}
	now, asked := fakeNow(), map[string]int{}
	caller := &fakeCaller{discover: func(input string) (*inspector.Discovery, error) {
		asked[input]++
		return &inspector.Discovery{Input: input}, errNotThere
	}}
	s := newTestServer(t, f, caller, func(o *Options) { o.Now = func() time.Time { return now } })
	for _, want := range []int{1, 1, 2} {
		get(t, s, "/agents")
		idle(s)
		if asked[tapped] != want || asked[former] > 0 {
			t.Errorf("%v after the start: asked %v, expected %d for %s alone", now.Sub(fakeNow()), asked, want, tapped)
		}
		now = now.Add(40 * time.Second)
	}
}
