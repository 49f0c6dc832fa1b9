package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// TestRestart stops the console under an open page and starts it again on the
// same port: the page stays readable and says what happened.
func TestRestart(t *testing.T) {
	t.Parallel()
	at := ownAddress(t)
	c, p := serve(t, "--listen", at), open(t)
	p.expect("ERR_")
	p.expect("401")
	outside(t, c.Taps[0].URL, "0.1", "kept", "tell me a joke", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.streams()
	c.stop()
	p.sees("#stopped", "stopped", "reconnecting")
	p.until(`getComputedStyle(document.querySelector('#recording .said'), '::after').content.includes('Stopped')`)
	if js[bool](p, "document.querySelector('#recording button').matches(':not(:disabled):not([inert] *)')") {
		t.Error("a recording that stopped can be paused")
	}
	p.sees("[data-row]", "completed")
	was := js[string](p, "location.href")
	p.click("[data-row] .c-time a")
	p.sees("#stopped", "Nothing else can be opened")
	if now := js[string](p, "location.href"); now != was || p.count("[data-row][aria-current]") > 0 {
		t.Errorf("a click changed the address from %s to %s, and %d rows are selected", was, now, p.count("[data-row][aria-current]"))
	}
	p.shot("stopped")
	p.reported("ERR_") // it has asked again, and nobody was there
	again := serveOn(t, c.DB, "--listen", at)
	if again.UI == c.UI {
		t.Error("a new start has the old key")
	}
	p.sees("#stopped", "started again", "fresh link")
	p.sees("[data-row]", "completed")
	p.shot("started-again")

	p.visit(c.UI) // the old link
	p.sees("h1", "not signed in")
	p.sees(".command", "a2a-console")
	p.shot("old-link")
	p.visit(again.UI)
	p.visit(p.origin() + "/checks/examine") // the agent used last listens no more
	p.until("document.querySelector('select[name=agent]')?.value === " + quote(again.Agent))
	p.visit(p.origin() + "/traffic?q=")
	p.until("document.querySelectorAll('[data-row]').length === 1")
	outside(t, again.Taps[0].URL, "0.1", "new", "tell me a joke", false)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.visit(p.origin() + "/agents") // the reference agent is on another port now
	p.sees("#agents tbody tr:nth-child(2)", agentID(c.Agent), "of an earlier run")
	p.sees("#agents tbody tr:nth-child(1)", agentID(again.Agent))
	p.judgeHere(axeSource(t), "moved", "an agent that moved")
}

// TestManyTabs: tabs in the background hold none of the six connections that a
// browser grants a host.
func TestManyTabs(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.streams()
	background := true
	for range 8 {
		p.do(func(ctx context.Context, tg *chromedp.Target) (chromedp.Void, error) {
			c := chromedp.FromContext(ctx)
			_, err := cdp.Call(ctx, c.Browser, target.CreateTarget, target.CreateTargetParams{URL: p.origin() + "/traffic", Background: &background, BrowserContextID: c.BrowserContextID})
			return chromedp.Void{}, err
		})
	}
	second := p.another()
	second.visit(p.origin() + "/agents")
	second.sees("h1", "Agents")
	second.visit(p.origin() + "/traffic")
	second.streams()
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	for _, each := range []*tab{p, second} {
		each.until("document.querySelectorAll('[data-row]').length === 1")
	}
}

// TestFlood: a stream of 100,000 events leaves the tab usable, and all of them
// are counted.
func TestFlood(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.send("slow 100000 chunks every 0 size 20")
	p.sees("#gutter-head", "working")
	p.until("document.querySelectorAll('#gutter-rows .ev').length > 2")
	theme := "document.documentElement.dataset.theme ?? ''"
	before := js[string](p, theme)
	p.clickText("#rail button", "Theme")
	p.until(theme + " !== " + quote(before))
	p.clickText("#rail button", "Theme")
	p.until(theme + " === " + quote(before))
	p.sees("#gutter-head", "completed", "100,00")
	p.sees("#gutter-end", "Ended by the agent")
	p.until("document.querySelectorAll('*').length < 20000")
	p.shot("flood")
	p.typeIn("#composer textarea", "still here")
	p.reload()
	p.sees("#gutter-head", "100,00")
}
