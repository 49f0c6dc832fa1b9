package ui

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/searches"
)

// TestConnectWithoutACard: if no card is found, the page offers to connect anyway. The agent then
// has a tap, and its page asks for the address to call. Once it has answered a call, its card is
// looked for again.
func TestConnectWithoutACard(t *testing.T) {
	f := emptyRecord()
	caller := &fakeCaller{}
	s := newTestServer(t, f, caller)
	mustSee(t, submit(t, s, "/agents/connect", url.Values{"address": {"http://127.0.0.1:9000/agent"}}).Body.String(), "No card was found.", `name="cardless" value="1"`)
	if f.taps[len(f.taps)-1].Agent == "http://127.0.0.1:9000" {
		t.Fatal("it was connected unasked")
	}
	page := link.AgentURL("http://127.0.0.1:9000")
	w := submit(t, s, "/agents/connect", url.Values{"address": {"http://127.0.0.1:9000/agent"}, "cardless": {"1"}})
	if !strings.Contains(w.Body.String(), `"_go":"`+page+`"`) || f.taps[len(f.taps)-1].Agent != "http://127.0.0.1:9000" {
		t.Fatalf("%s; taps %v", w.Body, f.taps)
	}
	tap := f.taps[len(f.taps)-1].URL + "/agent"
	mustSee(t, get(t, s, "/agents").Body.String(), "<code>"+tap+"</code>", "AGENT_URL="+tap, "AGENT_URL=http://THIS-HOST:"+tap[strings.LastIndex(tap, ":")+1:])
	get(t, s, page) // looks for the card
	idle(s)
	mustSee(t, get(t, s, page).Body.String(), "The card could not be read.</b> Tried <time>just now</time>.", `placeholder="http://127.0.0.1:9000/rpc"`)
	if r := post(t, s, page+"/endpoint", url.Values{"url": {"http://127.0.0.1:9000/rpc"}}); r.Code >= 400 {
		t.Fatalf("%d %s", r.Code, r.Body)
	}
	after := get(t, s, page).Body.String()
	mustSee(t, after, "Calls to this agent go to <code>http://127.0.0.1:9000/rpc</code>, as you chose.", "Remove this address")
	if strings.Contains(after, "Address to call") {
		t.Error("it still asks for the address")
	}
	caller.discover = func(string) (*inspector.Discovery, error) { return cardOf("Late agent"), nil }
	get(t, s, page)
	idle(s)
	mustSee(t, get(t, s, page).Body.String(), "The card could not be read.") // nobody has answered since
	x := sample(1, "late")
	x.Agent, x.Started = "http://127.0.0.1:9000", fakeNow().Add(time.Second)
	f.put(x)
	get(t, s, "/agents")
	idle(s)
	if w := get(t, s, page).Body.String(); strings.Contains(w, "could not be read") || !strings.Contains(w, "Late agent") {
		t.Errorf("the card of an agent that started late is not read: %s", mainOf(w))
	}
	for _, address := range []string{"{}", "ftp://h", ""} {
		if w := submit(t, s, "/agents/connect", url.Values{"address": {address}, "cardless": {"1"}}); strings.Contains(w.Body.String(), `"_go"`) {
			t.Errorf("%q was connected", address)
		}
	}
}

// TestStartHasCodeForTheLastAgent: the code is for the developer's agent that was called last, or
// else connected last, before the reference agent, or for the one chosen since.
func TestStartHasCodeForTheLastAgent(t *testing.T) {
	const first, second = "http://127.0.0.1:8", "http://127.0.0.1:9"
	f := emptyRecord()
	f.agents = append(f.agents, wire.Agent{Origin: first, Name: "First"}, wire.Agent{Origin: second, Name: "Second"})
	f.taps = append(f.taps, host.Tap{Agent: first, URL: "http://127.0.0.1:7422"}, host.Tap{Agent: second, URL: "http://127.0.0.1:7423"})
	s := newTestServer(t, f, &fakeCaller{})
	code := func(at string) string {
		page := get(t, s, at).Body.String()
		mustSee(t, page, "Code for another agent")
		return between(page, "<h2>Call ", " from your code")
	}
	if got := code("/start"); !strings.Contains(got, "Second") {
		t.Errorf("after both were connected it is for %s", got)
	}
	x := sample(20, "call")
	x.Agent = first
	f.put(x)
	if got := code("/start"); !strings.Contains(got, "First") {
		t.Errorf("after a call of the first it is for %s", got)
	}
	x = sample(21, "refused")
	x.Agent, x.Outcome, x.Response.Status = second, wire.Unreachable, 0
	f.put(x)
	page := get(t, s, "/start").Body.String()
	if got := between(page, "<h2>Call ", " from your code"); !strings.Contains(got, "First") {
		t.Errorf("after nothing listens at the second it is for %s", got)
	}
	mustSee(t, between(page, ">Second</a>", "</tr>"), "down", "http://127.0.0.1:7423")
	x = sample(22, "answered")
	x.Agent = second
	f.put(x)
	act(t, s, "/agents/current", "agent="+url.QueryEscape(first))
	if got := code("/start"); !strings.Contains(got, "First") {
		t.Errorf("after the first was chosen it is for %s", got)
	}
	if got := code(strings.TrimSuffix(link.CallURL(second), "#call-it")); !strings.Contains(got, "Second") {
		t.Errorf("asked for the second it is for %s", got)
	}
}

// TestTryACredential: a credential that was only typed in can be tried, and counts as tried after
// the doctor's first call, which is the console's own. Reading a card does not count as a call.
func TestTryACredential(t *testing.T) {
	s, w := guardedServer(t, fourSchemes, "")
	f := s.agents.Library.(searches.Turns).Library.(*fakeRecord)
	at := link.AgentURL(guardedAgent)
	if r := post(t, s, at+"/sign-in/put", url.Values{"scheme": {"tok"}, "secret": {"right"}}); r.Code >= 400 {
		t.Fatalf("%d %s", r.Code, r.Body)
	}
	since := w.Account(guardedAgent).States[0].Since
	page := func() string { return get(t, s, at+"?tab=signin").Body.String() }
	mustSee(t, page(), "not tried yet", "Try it", `data-url="/agents/doctor?address=`+url.QueryEscape(guardedAgent)+`"`)
	x := sample(90, "by the doctor")
	x.Agent, x.URL, x.Origin, x.Started = guardedAgent, guardedAgent+"/rpc", wire.Console, since.Add(time.Second)
	x.Response = wire.Head{Status: 200}
	x.Labels = wire.Labels{Op: "GetCard"}
	f.put(x)
	mustSee(t, page(), "not tried yet")
	x.Labels.Op = "GetTask"
	f.put(x)
	if after := page(); strings.Contains(after, "not tried yet") || strings.Contains(after, "Try it") {
		t.Error("a call went out with it, and the page does not say so")
	}
}
