package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestScreens visits the pages of a record that is both busy and hostile: nothing on them runs, they fit
// windows of three widths, and axe finds nothing on the fullest page of each template. What opens by a
// click is checked by the test that clicks it.
func TestScreens(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, _ := fillAll(t)
	all := allScreens(t, c)
	const tabs = 4 // in parallel, as far as there are processors
	for n := range tabs {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			p := open(t)
			p.visit(c.UI)
			for i := n; i < len(all); i += tabs {
				s := all[i]
				if s.at == "/no-such-page" {
					p.expect(s.at)
				}
				p.visit(p.origin() + s.at)
				p.until("document.readyState === 'complete' && document.querySelector('main')")
				p.harmless(s.at)
				if s.within != "" {
					p.accessibleIn(partOf(s.within), source, s.at, "")
				}
				p.fitsNarrow(fmt.Sprintf("%02d-%s", i, nameOf(s.at)), s.at)
			}
		})
	}
}

// screen is the address of a page. within is the part that axe checks, "" if another page of
// allScreens or the screen's own test has the same. The frame around main is the same on all pages,
// and the list next to an exchange is that of Traffic.
type screen struct{ at, within string }

func partOf(css string) string { return "document.querySelector(" + quote(css) + ")" }

// allScreens returns the pages of the console, including those of what fillAll recorded.
func allScreens(t *testing.T, c *program) []screen {
	t.Helper()
	all := []screen{
		{"/", ""}, {"/start", "body"}, {"/traffic", "body"}, {"/traffic?view=tasks", "main"}, {"/traffic?view=sequence", "main"},
		{"/traffic?q=" + url.QueryEscape(poison), ""}, {"/traffic?q=session:" + hostileSession, ""}, {"/compose", ""},
		{"/agents", "main"}, {"/sessions", "main"}, {"/sessions/" + hostileSession, ""}, {"/sessions/" + c.Session + "/test", ""},
		{"/sessions/" + c.Session + "/mock", ""}, {"/webhooks", ""}, {"/intercept", ""}, {"/checks", ""}, {"/checks?q=SSE", "main"}, {"/checks/examine", ""}, {"/checks/client", ""}, {"/checks/chaos", ""},
		{"/replays", "main"}, {"/replays/new?session=" + c.Session, "main"}, {"/compare?a=" + c.Session, "main"},
		{"/compare?a=" + hostileCall + "&b=" + hostileCall, ""}, {"/compare?a=" + hostileSession + "&b=" + hostileSession, "main"},
		{"/no-such-page", "body"},
	}
	for _, origin := range c.agents(t) {
		agent := "/agents/" + agentID(origin)
		if origin == c.Agent {
			all = append(all, screen{agent, "main"})
			continue
		}
		all = append(all, screen{agent, ""}, screen{agent + "?tab=raw", "main"}, screen{agent + "?tab=versions", ""}, screen{agent + "?tab=tasks", ""}, screen{agent + "?tab=discovery", "main"})
	}
	on := "/exchanges/" + hostileCall + "?tab="
	all = append(all, screen{on + "request", ""}, screen{on + "response&view=hex", ""}, screen{on + "timing", ""}, screen{on + "findings", "#detail"})
	record := c.record(t)
	for _, task := range []string{"puppet-task", poison} {
		x := slices.IndexFunc(record, func(l line) bool { return l.Task == task })
		if x < 0 {
			t.Fatalf("no exchange of task %q is on record", task)
		}
		on := "/exchanges/" + record[x].ID + "?tab="
		all = append(all, screen{"/tasks/" + url.PathEscape(task), "main"}, screen{on + "reading", "#detail"})
		if task == poison { // like the puppet's stream
			all = append(all, screen{on + "request", ""}, screen{on + "response", ""}, screen{on + "findings", ""})
			continue
		}
		for _, tab := range []string{"request", "response", "response&view=raw", "response&view=hex", "events", "events&event=1", "timing"} {
			all = append(all, screen{on + tab, "#detail-body"})
		}
	}
	return all
}

func (p *tab) look(source, name, at string) {
	p.t.Helper()
	p.visit(p.origin() + at)
	p.until("document.readyState === 'complete' && document.querySelector('main')")
	p.judgeHere(source, name+"-"+nameOf(at), at)
}

// judgeHere checks the current state of the page: axe finds nothing in its main part, and it fits three
// widths.
func (p *tab) judgeHere(source, name, at string) {
	p.t.Helper()
	p.accessibleIn(partOf("main, body:not(:has(main))"), source, at, "")
	p.fits(at)
	p.fitsNarrow(name, at)
}

// fitsNarrow checks that the current page fits two narrower windows. If screenshots are wanted, it takes
// them at every width and in the dark scheme.
func (p *tab) fitsNarrow(name, at string) {
	p.t.Helper()
	p.shot(name + "-light")
	p.size(900, 700)
	p.shot(name + "-narrow")
	p.fits(at + " at 900 pixels")
	p.size(480, 700)
	p.shot(name + "-phone")
	p.fits(at + " at 480 pixels")
	p.size(1440, 900)
	if takesShots() {
		p.dark(true)
		p.shot(name + "-dark")
		p.dark(false)
	}
}

// nameOf returns a file name for an address.
func nameOf(at string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, at[:min(len(at), 50)]), "-")
}

// fillAll records some of everything, including attempts to break the pages by an agent, by clients, by
// the reference agent, by a file and by push notifications.
func fillAll(t *testing.T) (*program, *tab) {
	t.Helper()
	db := filepath.Join(t.TempDir(), "record.db")
	console(t, "sessions", "import", "--db", db, hostileFile(t))
	agent := newPuppet(t, "1.0", poison, poison+unbroken)
	c, p := serveOn(t, db, agent.URL), open(t)
	fillBusy(t, c)
	fillHostile(t, c)
	go func() {
		<-agent.called
		for _, e := range []string{agent.begin(), agent.saying(poison), agent.piece(poison, true, false), agent.piece(hugeWord, false, true), agent.status("completed", true), ""} {
			agent.events <- e
		}
	}()
	post(t, c.tap(t, agent.URL)+"/rpc", say("1.0", "m", poison, true), "A2A-Version: 1.0")
	p.visit(c.UI)
	p.until("document.querySelector('#session-name')")
	p.typeIn("#session-name", "<img src=x onerror=window.__pwned=9> @get('/x') "+unbroken[:150]+"\r")
	p.until("document.querySelector('#session-name').value.includes('onerror')")
	return c, p
}

// fillBusy records some of everything: orders, streams, failures, cuts, errors.
func fillBusy(t *testing.T, c *program) {
	t.Helper()
	tap := c.tap(t, c.Agent)
	outside(t, tap, "0.1", "order-4711", "request a new phone for me", false)
	outside(t, tap, "0.1", "order-4711", "Android", true)
	for i := range 12 {
		outside(t, tap, "1.0", fmt.Sprint("m", i), []string{"tell me a joke", "markdown", "fail", "slow 30 chunks every 1ms", "hello", "reject this"}[i%6], i%2 == 0)
	}
	post(t, tap, "{not json")
	post(t, tap, `{"jsonrpc":"2.0","id":9,"method":"tasks/get","params":{"id":"nobody-knows"}}`)
	post(t, tap, say("1.0", "x", "sign in", false)) // no version header: a protocol error
	outside(t, tap, "1.0", "open", "gallery", true)
}

// unbroken is a word that fits on no line.
var unbroken = strings.Repeat("Departement", 40)

// agents are the origins of the agents with a tap.
func (c *program) agents(t *testing.T) (origins []string) {
	t.Helper()
	var said struct{ Taps []struct{ Agent string } }
	c.ask(t, "/api/taps", &said)
	for _, tap := range said.Taps {
		origins = append(origins, tap.Agent)
	}
	return origins
}

// tap is the address of an agent's tap.
func (c *program) tap(t *testing.T, agent string) string {
	t.Helper()
	i := slices.IndexFunc(c.Taps, func(x struct{ Agent, URL string }) bool { return x.Agent == agent })
	if i < 0 {
		t.Fatalf("no tap before %s: %v", agent, c.Taps)
	}
	return c.Taps[i].URL
}

// fillHostile records attempts of clients and push notifications to break the pages.
func fillHostile(t *testing.T, c *program) {
	t.Helper()
	tap := c.tap(t, c.Agent)
	outside(t, tap, "0.1", poison, "echo "+poison, true)
	outside(t, tap, "1.0", "m", "hostile", true)
	post(t, tap, "{"+poison, "User-Agent: "+strings.Repeat("<b>Agent", 500))
	outside(t, tap, "0.1", unbroken, "echo "+unbroken, true)
	post(t, tap+"/"+unbroken, unbroken)
	post(t, tap+"/"+url.PathEscape("<script>window.__pwned=8</script>"), poison)
	post(t, c.Webhook, "{"+poison, "User-Agent: "+strings.Repeat("<b>Agent", 500))
}

// TestUnreachable: for an address where nobody listens, or something that is not an agent, the page says
// what was tried.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect("http://" + ownAddress(t))
	p.sees("#connect-result", "No card was found", "Nothing listens", "/.well-known/agent-card.json")
	p.shot("connect-unreachable")
	p.accessible(axeSource(t), "an unreachable agent", "")

	garbage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<h1>"+poison)
	}))
	t.Cleanup(garbage.Close)
	p.visit(p.origin() + "/agents")
	p.until("document.querySelector('#address')")
	p.connect(garbage.URL)
	p.sees("#connect-result", "No card was found", strings.TrimPrefix(garbage.URL, "http://"))
	p.harmless("what is no agent")
	p.shot("connect-garbage")
}
