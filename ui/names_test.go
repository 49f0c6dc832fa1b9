package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
)

// TestEqualNamesAreToldApart: two agents may have the same card.
func TestEqualNamesAreToldApart(t *testing.T) {
	known := []wire.Agent{{Origin: "http://127.0.0.1:1", Name: "shop"}, {Origin: "http://127.0.0.1:2", Name: "shop"}, {Origin: "http://127.0.0.1:3", Name: "other"}, {Origin: "http://127.0.0.1:4"}, {Origin: "http://127.0.0.1:5"},
		{Origin: "http://127.0.0.1:6", Name: "desk"}, {Origin: "http://localhost:6", Name: "desk"}, {Origin: "https://a.example", Name: "web"}, {Origin: "https://a.example:8443", Name: "web"}, {Origin: "http://b.example:9", Name: "both"}, {Origin: "https://b.example:9", Name: "both"}}
	names := record.AgentNames(known, []host.Tap{{Agent: "http://127.0.0.1:2"}})
	for origin, want := range map[string]string{
		"http://127.0.0.1:1": ":1 · shop", "http://127.0.0.1:2": ":2 · shop", "http://127.0.0.1:3": "other", "http://127.0.0.1:4": "",
		"http://127.0.0.1:6": "127.0.0.1:6 · desk", "http://localhost:6": "localhost:6 · desk", "https://a.example": "a.example · web", "https://a.example:8443": "a.example:8443 · web", "http://b.example:9": "b.example:9 · both",
	} {
		if names[origin] != want {
			t.Errorf("%s is called %q, want %q", origin, names[origin], want)
		}
	}
}

// TestRemovedAgentsTakeNoNames: an agent removed from the lists is distinguished from the one that
// now has its name, and that one keeps the name.
func TestRemovedAgentsTakeNoNames(t *testing.T) {
	known := []wire.Agent{{Origin: "http://127.0.0.1:1", Name: "shop", Hidden: true}, {Origin: "http://127.0.0.1:2", Name: "shop"}, {Origin: "http://127.0.0.1:3", Name: "gone", Hidden: true}}
	names := record.AgentNames(known, nil)
	if names["http://127.0.0.1:1"] != ":1 · shop" || names["http://127.0.0.1:2"] != "shop" || names["http://127.0.0.1:3"] != "gone" {
		t.Errorf("got %q", names)
	}
}

// TestRenamedAgentIsRedrawn: the rows of a renamed agent show its new name in each view, and other
// agents' rows are left alone.
func TestRenamedAgentIsRedrawn(t *testing.T) {
	for path, want := range map[string]string{"/traffic": `id="x2"`, "/traffic?view=tasks": `class="t-agent`, "/traffic?view=sequence": `id="sequence"`} {
		f := normalRecord()
		other := sample(30, "other")
		other.Agent = "http://127.0.0.1:9000"
		f.put(other)
		_, sent := costOf(t, path, f, func() {
			f.SaveAgent(t.Context(), wire.Agent{Origin: "http://127.0.0.1:7430", Name: "shop"})
			f.mu.Lock()
			f.ring()
			f.mu.Unlock()
		})
		if _, drawn, found := strings.Cut(sent, want); !found || !strings.Contains(drawn, "shop") {
			t.Errorf("%s does not show the new name: %.600s", path, sent)
		}
		if path == "/traffic" && strings.Contains(sent, `id="x9"`) {
			t.Errorf("not only the rows of the renamed agent are drawn: %.600s", sent)
		}
	}
}

// TestNewSharedNameIsToldApart: an agent that gets another's name is distinguished by its address,
// and so is the other. A column shows no name that all share.
func TestNewSharedNameIsToldApart(t *testing.T) {
	f := normalRecord()
	f.agents = []wire.Agent{{Origin: "http://127.0.0.1:7430", Name: "shop"}, {Origin: "http://127.0.0.1:9000", Name: "other"}}
	s := newTestServer(t, f, &fakeCaller{})
	page := get(t, s, "/traffic?q=agent:http://127.0.0.1:7430").Body.String()
	if !strings.Contains(page, ">agent shop</span>") || strings.Contains(page, "7430 · shop") {
		t.Error("a name of its own stands with the address")
	}
	f.agents[1].Name = "shop"
	mustSee(t, get(t, s, "/traffic").Body.String(), `<td title=":7430 · shop · http://127.0.0.1:7430/v1.0">:7430</td>`)
	f.agents = append(f.agents, wire.Agent{Origin: "http://127.0.0.1:9001", Name: "kiosk"})
	mustSee(t, get(t, s, "/traffic").Body.String(), `>:7430 · shop</td>`)
	if page := get(t, s, "/traffic?q=agent:http://127.0.0.1:7430").Body.String(); !strings.Contains(page, ">agent :7430 · shop</span>") {
		t.Error("a shared name stands alone")
	}
}

// TestMessageAnswers: only a readable answer without a task counts as a message.
func TestMessageAnswers(t *testing.T) {
	answered := wire.Exchange{Outcome: wire.ByAgent, ResponseBytes: 10, Response: wire.Head{Status: 200}, Labels: wire.Labels{Op: string(a2a.SendMessage)}}
	for name, change := range map[string]func(*wire.Exchange){
		"a task":     func(x *wire.Exchange) { x.Labels.Task = "t" },
		"an error":   func(x *wire.Exchange) { x.Labels.Error = "InternalError" },
		"unreadable": func(x *wire.Exchange) { x.Labels.ResponseSeverity, x.Labels.Failed = "error", true },
		"a refusal":  func(x *wire.Exchange) { x.Response.Status = 401 },
		"open":       func(x *wire.Exchange) { x.Outcome = wire.Open },
		"a card":     func(x *wire.Exchange) { x.Labels.Op = string(a2a.GetCard) },
		"nothing":    func(x *wire.Exchange) { x.ResponseBytes = 0 },
	} {
		x := answered
		change(&x)
		if (record.Row{Exchange: x}).IsMessage() {
			t.Errorf("%s counts as a message", name)
		}
	}
	unreadable := record.Row{Exchange: answered}
	unreadable.Labels.ResponseSeverity, unreadable.Labels.Failed = "error", true
	if e, ok := unreadable.Ending(); !ok || e.Word != "invalid answer" || !unreadable.HasFailed() {
		t.Errorf("an answer that cannot be read ends as %+v", e)
	}
	if !(record.Row{Exchange: answered}).IsMessage() {
		t.Error("a message does not count as one")
	}
}

// TestRetentionIsSaid: the page says what a limit removed while recording.
func TestRetentionIsSaid(t *testing.T) {
	f := normalRecord()
	k := &fakeKeeper{f: f}
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Keeper = k })
	if page := get(t, s, "/sessions").Body.String(); strings.Contains(page, "removed by this limit") {
		t.Error("something was removed that was not")
	}
	k.gone = []wire.Session{{ID: "gone", Name: hostile}}
	page := get(t, s, "/sessions").Body.String()
	harmless(t, page)
	if !strings.Contains(page, "1 session removed by this limit since the console was started") {
		t.Error("what retention removed is not said")
	}
}

// TestOwnAgentsComeFirst: an agent that a person connected comes before the reference agent,
// although the reference agent's tap was open before.
func TestOwnAgentsComeFirst(t *testing.T) {
	const own, old = "http://127.0.0.1:9", "http://127.0.0.1:8"
	f := emptyRecord()
	f.agents = append(f.agents, wire.Agent{Origin: old, Name: "an old one"}, wire.Agent{Origin: own, Name: "mine"})
	f.taps = append(f.taps, host.Tap{Agent: own, URL: "http://127.0.0.1:7422"})
	s := newTestServer(t, f, talking("x"))
	all, err := s.agents.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, e := range all {
		order = append(order, e.Origin)
	}
	if want := []string{own, referenceOrigin, old}; !slices.Equal(order, want) {
		t.Errorf("agents come as %v, want %v", order, want)
	}
	bar, err := s.frame.Read(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	if bar.Taps[0].Agent != own || bar.TapIndex() != 0 {
		t.Errorf("the bar shows %v", bar.Taps[bar.TapIndex()].Agent)
	}
	if to := get(t, s, "/compose").Header().Get("Location"); !strings.Contains(to, url.QueryEscape(own)) {
		t.Errorf("Compose opens %s", to)
	}
}

// TestReferenceAgentThatMoved: a tap from an earlier run's port leads nowhere. It is listed after the
// current reference agent, unless an agent does answer there.
func TestReferenceAgentThatMoved(t *testing.T) {
	const old, other = "http://127.0.0.1:8", "http://127.0.0.1:9"
	f := emptyRecord()
	name := f.agents[0].Name
	f.agents = append(f.agents, wire.Agent{Origin: old, Name: name}, wire.Agent{Origin: other, Name: name})
	f.taps = append([]host.Tap{{Agent: old, URL: "http://127.0.0.1:7422"}, {Agent: other, URL: "http://127.0.0.1:7423"}}, f.taps...)
	s := newTestServer(t, f, &fakeCaller{}, func(o *Options) { o.Reference = referenceOrigin })
	s.AgentDiscovered(t.Context(), other, &inspector.Discovery{Card: &a2a.Card{Name: name}})
	want := []string{other, referenceOrigin, old}
	all, err := s.agents.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	bar, err := s.frame.Read(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	var listed, taps []string
	for _, e := range all {
		listed = append(listed, e.Origin)
	}
	for _, e := range bar.Taps {
		taps = append(taps, e.Agent)
	}
	if !slices.Equal(listed, want) || !slices.Equal(taps, want) {
		t.Errorf("agents come as %v, taps as %v, want %v", listed, taps, want)
	}
	page := get(t, s, "/agents").Body.String()
	if n := strings.Count(page, "from an earlier run"); n != 1 {
		t.Errorf("%d agents are said to have moved", n)
	}
}

// TestColumnsSayWhatTheyMean: column heads say what is counted, and what the order is.
func TestColumnsSayWhatTheyMean(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	for path, want := range map[string]string{"/sessions": "or a task that failed or was rejected", "/traffic": "in the order of the record, newest first"} {
		if page := get(t, s, path).Body.String(); !strings.Contains(page, want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
}

// TestInterfaceAtTheSameOrigin: an explicit default port and an upper-case host are still the same
// origin.
func TestInterfaceAtTheSameOrigin(t *testing.T) {
	a := agents.Entry{Agent: wire.Agent{Origin: "https://shop.example"}}
	for at, want := range map[string]bool{"https://SHOP.example:443/rpc": false, "https://shop.example:8443/rpc": true, "http://shop.example/rpc": true, "https://other.example": true} {
		if got := agents.IsForeign(a, a2a.Interface{URL: at}); got != want {
			t.Errorf("%s is away: %t", at, got)
		}
	}
}

// TestOnlyItsUserChoosesAnAgent: on pages about no agent, the bar and Compose use the agent that
// was chosen in the switcher or, for the bar, in the tab; or the only agent. Calls by others change
// neither.
func TestOnlyItsUserChoosesAnAgent(t *testing.T) {
	const first, second = "http://127.0.0.1:8", "http://127.0.0.1:9"
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	here := func(tab string) string {
		bar, err := s.frame.Read(t.Context(), "", tab)
		if err != nil {
			t.Fatal(err)
		}
		if i := bar.TapIndex(); i >= 0 {
			return bar.Taps[i].Agent
		}
		return ""
	}
	shows := func(when, want string) {
		t.Helper()
		if got := here(""); got != want {
			t.Errorf("%s the bar shows %q, want %q", when, got, want)
		}
		to, _ := url.Parse(get(t, s, "/compose").Header().Get("Location"))
		begin, _ := url.ParseQuery(to.RawQuery)
		page := get(t, s, to.String()).Body.String()
		if aimed := strings.Contains(page, `href="`+link.AgentURL(want)+`">Card`); want != "" && !aimed {
			t.Errorf("%s Compose opens %v, want %s", when, begin, want)
		}
		if want == "" && (!strings.Contains(page, "Choose an agent first.") || strings.Contains(page, `">Card</a>`)) {
			t.Errorf("%s Compose is aimed at somebody", when)
		}
		if examine := get(t, s, "/checks/examine").Body.String(); strings.Contains(examine, "Choose an agent") != (want == "") {
			t.Errorf("%s the examination is aimed at somebody else", when)
		}
	}
	shows("the only agent:", referenceOrigin)
	own := func(origin, name, tap string) {
		f.agents = append(f.agents, wire.Agent{Origin: origin, Name: name})
		f.taps = append(f.taps, host.Tap{Agent: origin, URL: tap})
	}
	own(first, "First", "http://127.0.0.1:7422")
	own(second, "Second", "http://127.0.0.1:7423")
	shows("of two", "")
	x := sample(20, "call")
	x.Agent = second
	f.put(x)
	shows("after a call", "")
	bar := func(at string) string {
		page := get(t, s, at).Body.String()
		_, page, _ = strings.Cut(page, `id="taps"`)
		page, _, _ = strings.Cut(page, "</button>")
		return page
	}
	f.put(sample(21, "other"))
	if list, opened := bar("/traffic"), bar("/exchanges/"+x.ID); !strings.Contains(opened, "Second") || bar("/traffic") != list {
		t.Errorf("a row shows %s\nand the list after it %s\nbefore it %s", opened, bar("/traffic"), list)
	}
	if got := here(second); got != second {
		t.Errorf("the tab's own: %s", got)
	}
	w := act(t, s, "/agents/current", "agent="+url.QueryEscape(first))
	if body := w.Body.String(); !strings.Contains(body, `id="taps"`) || !strings.Contains(body, `id="live"`) {
		t.Errorf("choosing answers %.200s", body)
	}
	shows("after a choice", first)
	x = sample(22, "call")
	x.Agent = second
	f.put(x)
	shows("after a call of the other one", first)
	if w := act(t, s, "/agents/current", "agent=http://nobody"); w.Code == http.StatusNoContent || here("") != first {
		t.Errorf("an agent that there is not: %d", w.Code)
	}
	if page := get(t, s, "/start").Body.String(); !strings.Contains(page, "<title>Start") {
		t.Error("Start cannot be found again")
	}
}

// TestHeadingsTellAgentsApart: if two agents have the same name, the list and the headings of their
// pages, of Compose and of the code on Start distinguish them.
func TestHeadingsTellAgentsApart(t *testing.T) {
	const other = "http://127.0.0.1:9000"
	f := emptyRecord()
	f.taps = append(f.taps, host.Tap{Agent: other, URL: "http://127.0.0.1:7422"})
	s := newTestServer(t, f, talking("x"))
	for _, at := range []struct{ path, before, after, name string }{
		{link.AgentURL(other), "<h1>", "</h1>", "%s"},
		{strings.TrimSuffix(link.CallURL(other), "#call-it"), "<h2>Call ", " from your code", "%s"},
		{link.ComposeURL(other, ""), "<h2>", "</h2>", "Talk to %s"},
		{link.ComposeURL(other, ""), `popovertarget="agents-menu" title="Talk to an agent other than ` + other + `"><b>`, "</b>", "%s"},
	} {
		for _, name := range []string{"other", "shop"} {
			idle(s) // which reads the agents in the background
			f.agents = []wire.Agent{{Origin: referenceOrigin, Name: "shop"}, {Origin: other, Name: name}}
			want := map[string]string{"other": "other", "shop": ":9000 · shop"}[name]
			w := get(t, s, at.path)
			if to := w.Header().Get("Location"); to != "" {
				w = get(t, s, to)
			}
			if got := between(w.Body.String(), at.before, at.after); got != strings.Replace(at.name, "%s", want, 1) {
				t.Errorf("%s is headed %q, want %s", at.path, got, want)
			}
		}
	}
	if list := get(t, s, "/agents").Body.String(); !strings.Contains(list, `title=":9000 · shop">:9000 · shop</a> <span class="muted unit">127.0.0.1:9000`) {
		t.Error("the list does not tell agents of one name apart")
	}
}
