package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestScriptsOfAnExchange: what the scripts do on the pages of one exchange.
func TestScriptsOfAnExchange(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", true)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	page := p.origin() + js[string](p, "document.querySelector('[data-row] [data-visit]').pathname")
	p.visit(page + "?tab=response")
	p.drawn("detail-head")
	findInBody(t, p)
	copyValues(t, p)
	p.visit(page + "?tab=request")
	walkJSON(t, p)
	moveSplitter(t, p)
	p.visit(page + "?tab=events")
	openEvents(t, p)
	p.visit(p.origin() + "/traffic?view=sequence")
	pointAtSequence(t, p)
}

// findInBody (find.js): all matches are marked and counted, Enter goes through them in a ring.
func findInBody(t *testing.T, p *tab) {
	t.Helper()
	p.typeIn("input[data-find]", "taskid")
	want := js[int](p, "document.querySelector('#body-text').textContent.toLowerCase().split('taskid').length - 1")
	if want < 2 {
		t.Fatalf("the body has %d matches", want)
	}
	found := func(words string) {
		t.Helper()
		p.until(fmt.Sprintf("document.querySelector('[data-found]').textContent === %s && CSS.highlights.get('found').size === %d", quote(words), want))
	}
	found(fmt.Sprint(want))
	p.press("\r")
	found(fmt.Sprintf("1 of %d", want))
	p.press("\r", chromedp.ModifierShift)
	found(fmt.Sprintf("%d of %d", want, want))
	p.until("CSS.highlights.get('found-now').size === 1")
	p.click("[data-find-step='1']")
	found(fmt.Sprintf("1 of %d", want))
	p.click("input[data-find]")
	p.press("x")
	p.until("CSS.highlights.get('found').size === 0 && document.querySelector('[data-found]').textContent === '0'")
}

// copyValues (copy.js): a value, or the content of an address, is copied to the clipboard, and the button
// says so.
func copyValues(t *testing.T, p *tab) {
	t.Helper()
	// The clipboard belongs to the machine, so calls are recorded instead.
	js[bool](p, "(navigator.clipboard.writeText = async (text) => { window.__copied = text }, true)")
	p.click("#detail [data-copy]")
	p.until("window.__copied === document.querySelector('#detail [data-copy]').dataset.copy && document.querySelector('#said:popover-open')?.textContent === 'Copied'")
	p.click("#detail-body [data-copy-url]")
	p.until("fetch(document.querySelector('#detail-body [data-copy-url]').dataset.copyUrl).then(r => r.text()).then(raw => raw.length > 100 && raw === window.__copied)")
}

// walkJSON (tree.js): a document is one tab stop, and arrow keys move within it.
func walkJSON(t *testing.T, p *tab) {
	t.Helper()
	const lines = "[...document.querySelectorAll('#detail-body .json summary.ln')]"
	const stops = lines + ".filter(l => l.tabIndex >= 0).length"
	p.until(lines + ".length > 3 && " + stops + " === 1")
	at := func(n string) string { return lines + ".indexOf(document.activeElement) === " + n }
	p.act(lines+"[0]", "e.focus()")
	p.press(kb.ArrowDown)
	p.until(at("1") + " && " + stops + " === 1")
	p.press(kb.ArrowLeft)
	p.until(at("1") + " && !document.activeElement.parentElement.open")
	p.press(kb.ArrowLeft)
	p.until(at("0"))
	p.press(kb.ArrowDown)
	p.press(kb.ArrowRight)
	p.until(at("1") + " && document.activeElement.parentElement.open")
	p.press(kb.ArrowRight)
	p.until(at("2"))
	p.press(kb.Home)
	p.until(at("0"))
	p.press(kb.End)
	p.until(at(lines + ".length - 1"))
	p.press(kb.ArrowUp)
	p.until(at(lines + ".length - 2"))
}

// moveSplitter (split.js, remember.js, theme.js): keys and mouse move the border within its limits, it
// stays where it was put, and a double click resets it.
func moveSplitter(t *testing.T, p *tab) {
	t.Helper()
	const split = "document.documentElement.style.getPropertyValue('--split')"
	p.focus("[data-split]")
	p.press(kb.ArrowRight)
	p.until(split + " === '44%' && document.querySelector('[data-split]').getAttribute('aria-valuenow') === '44'")
	p.press(kb.ArrowLeft)
	p.until(split + " === '42%'")
	p.drag("[data-split]", -100)
	p.until("parseFloat(" + split + ") < 40")
	moved := js[string](p, split)
	p.reload()
	p.until("document.querySelector('[data-split]') && " + split + " === " + quote(moved))
	p.drag("[data-split]", -2000)
	p.until(split + " === '20%'")
	p.fire("[data-split]", "dblclick")
	p.until(split + " === '' && localStorage.getItem('split') === null")
}

// openEvents (events.js, visit.js): an event opens by a click and by Enter.
func openEvents(t *testing.T, p *tab) {
	t.Helper()
	p.until("document.querySelectorAll('[data-event-url] .ev[data-from]:not(.ev-pause)').length > 1")
	js[bool](p, "window.__same = true")
	p.fire("[data-event-url] .ev[data-from='1']", "click")
	p.until("location.search.includes('event=1') && !document.querySelector('[data-event-url]')")
	p.do(back)
	p.until("!location.search.includes('event=') && document.querySelector(\"[data-event-url] .ev[data-from='2']\")")
	p.act(find("[data-event-url] .ev[data-from='2']"), "e.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))")
	p.until("location.search.includes('event=2') && window.__same")
}

// pointAtSequence (sequence.js): the element under the pointer is described below the diagram.
func pointAtSequence(t *testing.T, p *tab) {
	t.Helper()
	p.fire("[data-sequence] .hop", "mouseover")
	p.until("document.querySelector('#seq-caption').textContent.length > 10")
	p.until("[...document.querySelectorAll('[data-sequence] .hop')].some(h => [h.dataset.spoken, ...[...h.querySelectorAll('[data-step]')].map(s => s.dataset.say)].includes(document.querySelector('#seq-caption').textContent))")
	p.fire("[data-sequence] [data-step]", "mouseover")
	p.until("document.querySelector('#seq-caption').textContent === document.querySelector('[data-sequence] [data-step]').dataset.say")
}
