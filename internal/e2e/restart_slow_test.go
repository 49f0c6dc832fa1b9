//go:build slow

package e2e

import (
	"os"
	"testing"
)

// TestSlowRestart stops the console under an open page and starts it again on the same port, without the
// browser's key: the page stays readable and says what happened.
func TestSlowRestart(t *testing.T) {
	t.Parallel()
	at := ownAddress(t)
	c, p := serve(t, "--listen", at), open(t)
	p.expect("ERR_")
	p.expect("401")
	outside(t, c.Taps[0].URL, "0.1", "kept", "tell me a joke", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.streams()
	p.isKept(c)
	c.stop()
	p.sees("#stopped", "stopped", "reconnecting")
	p.until(`getComputedStyle(document.querySelector('#recording .said'), '::after').content.includes('Stopped')`)
	if js[bool](p, "document.querySelector('#recording button').matches(':not(:disabled):not([inert] *)')") {
		t.Error("a recording that stopped can be paused")
	}
	p.sees("[data-row]", "completed")
	was := js[string](p, "location.href")
	p.click("[data-row] [data-visit]")
	p.sees("#stopped", "Nothing else can be opened")
	if now := js[string](p, "location.href"); now != was || p.count("[data-row][aria-current]") > 0 {
		t.Errorf("a click changed the address from %s to %s, and %d rows are selected", was, now, p.count("[data-row][aria-current]"))
	}
	p.shot("stopped")
	p.reported("ERR_") // it tried again without an answer
	if err := os.Remove(browsersOf(c)); err != nil {
		t.Fatal(err)
	}
	again := serveOn(t, c.DB, "--listen", at)
	if again.UI == c.UI {
		t.Error("a new start has the old key")
	}
	p.sees("#stopped", "signed out", "fresh link")
	p.sees("[data-row]", "completed")
	p.shot("signed-out")

	p.visit(c.UI) // the old link
	p.sees("h1", "You are signed out")
	p.sees(".command", "a2a-console")
	p.shot("old-link")
	p.visit(again.UI)
	p.visit(p.origin() + "/checks/examine") // the agent used last no longer listens
	p.until("document.querySelector('select[name=agent]')?.value === " + quote(again.Agent))
	p.visit(p.origin() + "/traffic?q=")
	p.until("document.querySelectorAll('[data-row]').length === 1")
	outside(t, again.Taps[0].URL, "0.1", "new", "tell me a joke", false)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.visit(p.origin() + "/agents") // the reference agent has another port now
	p.sees("#agents tbody tr:nth-child(2)", agentID(c.Agent), "from an earlier run")
	p.sees("#agents tbody tr:nth-child(1)", agentID(again.Agent))
	p.judgePart("#agents", "an agent that moved")
}
