package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestAgentSwitcher chooses the agent of a tab by keyboard alone. The bar then shows its tap and its
// Compose, and keeps them as the tab navigates.
func TestAgentSwitcher(t *testing.T) {
	t.Parallel()
	c, p := serve(t, serve(t).Agent), open(t)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.streams()
	p.size(1280, 800)
	p.click("#taps > .menu > button")
	p.until("document.activeElement.matches('[data-agent-search]') && document.querySelectorAll('#taps-menu [data-agent]').length === 2")
	p.click("#taps-menu details summary")
	p.until("(m => m.scrollWidth <= m.clientWidth)(document.getElementById('taps-menu'))")
	p.judgePart("#taps-menu", "the switcher")
	p.shot("switcher")
	p.click("#taps-menu [data-agent-search]")
	now := js[string](p, "document.querySelector('#taps-menu [aria-current]').closest('[data-agent]').dataset.agent")
	want := js[string](p, "[...document.querySelectorAll('#taps-menu [data-agent]')].map(e => e.dataset.agent).find(a => a !== "+quote(now)+")")
	p.press("nobody has this name")
	p.until("!document.querySelector('[data-agents-none]').hidden && [...document.querySelectorAll('#taps-menu [data-agent]')].every(e => e.hidden)")
	p.selectAll("[data-agent-search]")
	p.press(want[len("http://"):])
	p.until("[...document.querySelectorAll('#taps-menu [data-agent]')].filter(e => !e.hidden).length === 1")
	p.press(kb.ArrowDown)
	p.until("document.activeElement.closest('#taps-menu [data-agent]')")
	p.press("\r")
	chosen := "document.querySelector('#taps-menu [aria-current]').closest('[data-agent]').dataset.agent === " + quote(want)
	// Traffic is narrowed to it, by a term that can be removed.
	p.until("location.pathname === '/traffic' && new URLSearchParams(location.search).get('q') === " + quote(`session:current agent:"`+want+`"`))
	p.until("document.querySelector('#chips').innerText.includes('agent')")
	p.until(chosen + " && !document.querySelector('#taps-menu').matches(':popover-open')")
	outside(t, c.Taps[0].URL, "0.1", "x", "hello", false)
	p.visit(p.origin() + "/sessions")
	p.until(chosen + " && new URL(document.querySelector('#rail a[href^=\"/compose\"]').href).searchParams.get('agent') === " + quote(want))
	p.click("#rail a[href^=\"/compose\"]")
	p.at("/compose")
	p.until(chosen)
}
