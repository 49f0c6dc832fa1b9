package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestScreens looks at every screen with nothing, much and hostile things on it,
// light and dark, wide and narrow.
func TestScreens(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	for _, state := range []struct {
		name string
		fill func(t *testing.T, c *program, p *tab)
	}{
		{"empty", func(*testing.T, *program, *tab) {}},
		{"busy", fillBusy},
		{"hostile", fillHostile},
	} {
		t.Run(state.name, func(t *testing.T) {
			t.Parallel()
			c, p := serve(t), open(t)
			p.visit(c.UI)
			p.until("document.querySelector('h1')")
			state.fill(t, c, p)
			p.expect("/no-such-page")
			var more []string
			for _, origin := range c.agents(t) {
				agent := "/agents/" + agentID(origin)
				more = append(more, agent, agent+"?tab=raw", agent+"?tab=versions", agent+"?tab=tasks", agent+"?tab=discovery")
			}
			for _, of := range []string{"/test", "/mock"} {
				more = append(more, "/sessions/"+c.Session+of)
			}
			more = append(more, "/traffic?view=sequence", "/replays", "/replays/new?session="+c.Session, "/compare?a="+c.Session)
			for i, at := range append(screens(t, c), more...) {
				p.look(source, fmt.Sprintf("%s-%02d", state.name, i), at)
			}
		})
	}
}

// look opens a screen and judges it in both schemes and sizes.
func (p *tab) look(source, name, at string) {
	p.t.Helper()
	p.visit(p.origin() + at)
	p.until("document.readyState === 'complete' && document.querySelector('main')")
	p.judgeHere(source, name+"-"+strings.Trim(strings.Map(letters, at[:min(len(at), 50)]), "-"), at)
}

// judgeHere judges the page as it stands in both schemes and sizes.
func (p *tab) judgeHere(source, name, at string) {
	p.t.Helper()
	p.dark(false)
	p.shot(name + "-light")
	p.accessible(source, at+" light", "")
	p.fits(at)
	p.dark(true)
	p.shot(name + "-dark")
	p.accessible(source, at+" dark", "color-contrast") // the rest does not depend on the scheme
	p.size(900, 700)
	p.shot(name + "-narrow")
	p.fits(at + " at 900 pixels")
	p.size(480, 700)
	p.shot(name + "-phone")
	p.fits(at + " at 480 pixels")
	p.size(1440, 900)
	p.dark(false)
}

func letters(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
		return r
	}
	return '-'
}

// fillBusy records some of everything: orders, streams, failures, cuts, errors.
func fillBusy(t *testing.T, c *program, p *tab) {
	t.Helper()
	tap := c.Taps[0].URL
	outside(t, tap, "0.1", "order-4711", "request a new phone for me", false)
	outside(t, tap, "0.1", "order-4711", "Android", true)
	for i := range 12 {
		outside(t, tap, "1.0", fmt.Sprint("m", i), []string{"tell me a joke", "markdown", "fail", "slow 30 chunks every 1ms", "hello", "reject this"}[i%6], i%2 == 0)
	}
	post(t, tap, "{not json")
	post(t, tap, `{"jsonrpc":"2.0","id":9,"method":"tasks/get","params":{"id":"nobody-knows"}}`)
	post(t, tap, say("1.0", "x", "sign in", false)) // no version header: an error of the protocol
	outside(t, tap, "1.0", "open", "gallery", true)
}

// unbroken is a word that no line has room for.
var unbroken = strings.Repeat("Departement", 40)

// agents are the origins of those that have a tap.
func (c *program) agents(t *testing.T) (origins []string) {
	t.Helper()
	var said struct{ Taps []struct{ Agent string } }
	c.ask(t, "/api/taps", &said)
	for _, tap := range said.Taps {
		origins = append(origins, tap.Agent)
	}
	return origins
}

// fillHostile records what tries to break the pages.
func fillHostile(t *testing.T, c *program, p *tab) {
	t.Helper()
	tap := c.Taps[0].URL
	outside(t, tap, "0.1", poison, "echo "+poison, true)
	outside(t, tap, "1.0", "m", "hostile", true)
	post(t, tap, "{"+poison, "User-Agent: "+strings.Repeat("<b>Agent", 500))
	outside(t, tap, "0.1", unbroken, "echo "+unbroken, true)
	post(t, tap+"/"+unbroken, unbroken)
	p.typeIn("#session-name", unbroken[:200]+"\r")
	agent := newPuppet(t, "1.0", unbroken, unbroken)
	p.visit(p.origin() + "/agents")
	p.until("document.querySelector('#address')")
	p.connect(agent.URL)
	p.at("/agents/" + agentID(agent.URL))
	garbage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<h1>"+poison)
	}))
	t.Cleanup(garbage.Close)
	p.visit(p.origin() + "/agents")
	p.until("document.querySelector('#address')")
	p.connect(garbage.URL)
	p.sees("#connect-result", "No card was found")
	p.shot("connect-garbage")
}

// TestUnreachable: an address where nobody listens is told with what was tried.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	p.connect("http://" + ownAddress(t))
	p.sees("#connect-result", "No card was found", "Nothing listens", "/.well-known/agent-card.json")
	p.shot("connect-unreachable")
	p.accessible(axeSource(t), "an unreachable agent", "")
}
