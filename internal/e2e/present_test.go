package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const presented = "!document.querySelector('#rail').checkVisibility() && document.querySelector('#presenting').checkVisibility()"

// TestPresentStays: Present survives links, a reload and Back, in its tab only, and no page briefly shows
// the rail. Esc ends it for good.
func TestPresentStays(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	js[bool](p, "(document.querySelector('#options-menu').hidePopover(), document.activeElement.blur(), true)")
	p.press("p")
	p.until(presented)
	p.send("tell me a joke")
	p.sees(".turn", "completed")
	p.click("main a[href^='/tasks/']")
	p.until("location.pathname.startsWith('/tasks/') && " + presented)
	p.do(back)
	p.at("/compose")
	p.until(presented)
	p.reload()
	p.until(presented)
	// theme.js sets it, before the sheets and every module.
	if first := js[string](p, "[...document.querySelectorAll('head :is(script, link[rel=stylesheet])')].map(e => e.src || e.href)[0]"); len(first) < 11 || first[len(first)-11:] != "js/theme.js" {
		t.Errorf("%s is what a page has first", first)
	}
	other := p.another()
	other.visit(p.origin() + "/sessions")
	other.until("document.querySelector('#rail')?.checkVisibility()")

	p.visit(p.origin() + "/sessions")
	p.until(presented)
	p.press(kb.Escape)
	p.until("document.querySelector('#rail').checkVisibility()")
	p.reload()
	p.until("document.querySelector('#rail')?.checkVisibility()")
	p.do(back)
	p.at("/compose")
	p.until("document.querySelector('#rail')?.checkVisibility()")
}

// TestPresentedSequence: stepping shows what was played and nothing that follows, even on a page that is
// opened in Present. The titles of the lanes fit.
func TestPresentedSequence(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "two", "tell me a joke", false)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic?view=sequence")
	p.until("document.querySelectorAll('.hop').length === 2")
	p.press("p")
	p.until(presented)
	// How far down the visible arrows, times and bars reach below the current step.
	const beyond = `(() => {
		const now = document.querySelector('.arrow.now .shaft').getBoundingClientRect().bottom, out = [];
		for (const e of document.querySelectorAll('.arrow .shaft, .arrow .says, .notch')) if (e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().top > now + 8) out.push(e.textContent || e.parentNode.dataset.say);
		const played = document.documentElement.style.getPropertyValue('--played'), y = document.querySelector('.arrow.now .shaft').getAttribute('y1');
		const last = [...document.querySelectorAll('[data-step]')].every((e) => !e.matches('.later'));
		if (played !== (last ? '100%' : y + 'px')) out.push('axis and bars to ' + played + ', not ' + y);
		for (const id of ['seq-axis', 'seq-bars']) if (!getComputedStyle(document.getElementById(id)).clipPath.startsWith('inset')) out.push(id + ' is whole');
		return out.join(', ') })()`
	for _, size := range [][2]int64{{1440, 900}, {900, 700}, {560, 800}} {
		p.size(size[0], size[1])
		p.visit(p.origin() + "/traffic?view=sequence")
		p.until(presented + " && document.querySelectorAll('.arrow:not(.later)').length === 1")
		p.until("[...document.querySelectorAll('.hop')].filter((a) => a.checkVisibility({visibilityProperty: true})).length === 1") // what follows is not a tab stop
		for n := 1; n <= 4; n++ {
			p.until(fmt.Sprintf("document.querySelectorAll('.arrow:not(.later)').length === %d", n))
			p.clear(fmt.Sprintf("%v, step %d", size, n), beyond)
			p.shot(fmt.Sprintf("present-sequence-%d-%d", size[0], n))
			p.press(kb.ArrowRight)
		}
		p.clear(fmt.Sprintf("%v: titles that are cut off", size), `[...document.querySelectorAll('.lane > span')].filter((e) => { const r = e.getBoundingClientRect(); return e.scrollHeight > e.clientHeight + 1 || r.right > innerWidth || r.left < 0 })
			.map((e) => e.textContent).join(', ')`)
		p.holds(fmt.Sprint(size), ".seq-scroll")
	}
	p.press(kb.Escape)
	p.until("document.querySelector('#rail').checkVisibility() && document.querySelectorAll('.later').length === 0 && document.querySelector('.plot').checkVisibility({visibilityProperty: true})")
}

// TestExchangeOfAPresentedSequence: in Present, an exchange that is opened from the diagram has its close
// button, and Esc leads back to the last step before it leaves Present.
func TestExchangeOfAPresentedSequence(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.size(560, 800)
	p.visit(p.origin() + "/traffic?view=sequence")
	p.press("p")
	p.until(presented)
	p.holds("a diagram of nothing", ".seq-scroll")
	p.press(kb.Escape)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", false)
	for _, size := range [][2]int64{{1440, 900}, {560, 800}} {
		p.size(size[0], size[1])
		p.visit(p.origin() + "/traffic?view=sequence")
		p.until("document.querySelectorAll('.hop').length === 1")
		p.press("p")
		p.until(presented + " && document.querySelectorAll('.arrow:not(.later)').length === 1")
		p.until("document.querySelector('#presenting .steps').checkVisibility() && !document.querySelector('#presenting .to-diagram').checkVisibility()")
		p.press(kb.ArrowRight)
		p.press(kb.ArrowLeft)
		p.until("document.querySelectorAll('.arrow:not(.later)').length === 1 && document.activeElement.matches('.hop:has(.now)')")
		for _, way := range []string{"Esc", "close", "Enter"} {
			if way == "Enter" {
				p.press(kb.ArrowRight)
				p.press(kb.ArrowLeft)
				p.press(kb.Enter)
			} else {
				js[bool](p, "(document.querySelector('[data-sequence] a[href^=\"/exchanges/\"]').dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})), true)")
			}
			p.until(presented + " && location.pathname.startsWith('/exchanges/') && document.querySelector('#detail [data-back]').checkVisibility()")
			p.until("document.querySelector('#presenting .to-diagram').checkVisibility() && !document.querySelector('#presenting .steps').checkVisibility()")
			p.shot(fmt.Sprintf("present-exchange-%d", size[0]))
			if way != "close" {
				p.press(kb.Escape)
			} else {
				p.click("#detail [data-back]")
			}
			p.until(presented + " && location.pathname === '/traffic' && document.querySelector('[data-sequence]').checkVisibility() && !document.querySelector('[data-detail-open]')")
			p.until("document.querySelectorAll('.arrow:not(.later)').length === 1") // drawn one frame later
		}
		p.press(kb.Escape)
		p.until("document.querySelector('#rail').checkVisibility()")
	}
}
