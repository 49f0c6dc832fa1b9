package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const presented = "!document.querySelector('#rail').checkVisibility() && document.querySelector('#presenting').checkVisibility()"

// within tells what of an element is outside the window, "" for nothing.
func (p *tab) within(css string) string {
	p.t.Helper()
	return js[string](p, `(({left, top, right, bottom, width}) => width > 50 && left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5 ? '' :
		[left, top, right, bottom].map(Math.round).join(' '))(document.querySelector(`+quote(css)+`).getBoundingClientRect())`)
}

// TestPresentStays: Present stays across links, a reload and Back, in its tab alone, and no
// page shows the rail first; Esc ends it for good.
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
	// theme.js sets it; it stands before the sheets and every module.
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

// TestPresentFitsTheWindow: what opens over a page in Present lies within the window, and
// where it was asked for.
func TestPresentFitsTheWindow(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", false)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.press("p")
	p.until(presented)
	for _, size := range [][2]int64{{1440, 900}, {900, 700}, {560, 800}} {
		p.size(size[0], size[1])
		p.visit(p.origin() + "/traffic")
		p.until(presented + " && document.querySelectorAll('[data-row]').length === 1")
		p.overlays(fmt.Sprintf("%dx%d", size[0], size[1]))
		p.visit(p.origin() + "/compose")
		p.until(presented + " && document.querySelector('#options-menu')")
		for _, id := range js[[]string](p, "[...document.querySelectorAll('.menu > button')].filter(b => b.checkVisibility()).map(b => b.getAttribute('popovertarget'))") {
			p.click("[popovertarget='" + id + "']")
			p.until("document.getElementById('" + id + "').matches(':popover-open')")
			if out := p.within("#" + id); out != "" {
				t.Errorf("%v: %s is at %s", size, id, out)
			}
			p.press(kb.Escape)
			p.until("!document.getElementById('" + id + "').matches(':popover-open')")
		}
		p.until(presented)
	}
}

// overlays opens help, palette and the menu of a row on Traffic.
func (p *tab) overlays(size string) {
	p.t.Helper()
	p.press("?")
	p.until("document.querySelector('#help').open")
	p.shot("present-help-" + size)
	for _, css := range []string{"#help", "#help form button"} {
		if out := p.within(css); out != "" {
			p.t.Errorf("%s: %s is at %s", size, css, out)
		}
	}
	p.press(kb.Escape)
	p.until("!document.querySelector('dialog[open]')")
	p.press("k", ctrl)
	p.until("document.querySelectorAll('#palette-list a').length > 5")
	p.shot("present-palette-" + size)
	if out := p.within("#palette"); out != "" {
		p.t.Errorf("%s: the palette is at %s", size, out)
	}
	p.press(kb.Escape)
	p.until("!document.querySelector('dialog[open]')")
	js[bool](p, "new Promise(past => setTimeout(() => requestAnimationFrame(() => past(true))))") // the dialog's close event, which gives the focus back
	p.press("j")
	p.until("!!document.activeElement.closest('[data-row]')")
	p.press("m")
	p.until("document.querySelector('#row-menu').matches(':popover-open') && document.querySelector('#row-menu').contains(document.activeElement)")
	if out := p.within("#row-menu"); out != "" {
		p.t.Errorf("%s: the menu of a row is at %s", size, out)
	}
	if left := js[float64](p, "document.querySelector('#row-menu').getBoundingClientRect().left - document.querySelector('[data-row]').getBoundingClientRect().left"); left < 20 || left > 28 {
		p.t.Errorf("%s: the menu of a row is %v from its edge", size, left)
	}
	p.press(kb.Escape)
	p.until("!document.querySelector('#row-menu').matches(':popover-open')")
}

// TestPresentedSequence: stepping shows what was played and nothing that is to come, on a
// page that is opened in Present too; the titles of the lanes fit.
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
	// How far down the arrows, times and bars that are seen reach, below the step that is played.
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
		p.until("[...document.querySelectorAll('.hop')].filter((a) => a.checkVisibility({visibilityProperty: true})).length === 1") // what is to come is no stop of the Tab key
		for n := 1; n <= 4; n++ {
			p.until(fmt.Sprintf("document.querySelectorAll('.arrow:not(.later)').length === %d", n))
			if out := js[string](p, beyond); out != "" {
				t.Errorf("%v, step %d: %s", size, n, out)
			}
			p.shot(fmt.Sprintf("present-sequence-%d-%d", size[0], n))
			p.press(kb.ArrowRight)
		}
		if bad := js[string](p, `[...document.querySelectorAll('.lane > span')].filter((e) => { const r = e.getBoundingClientRect(); return e.scrollHeight > e.clientHeight + 1 || r.right > innerWidth || r.left < 0 })
			.map((e) => e.textContent).join(', ')`); bad != "" {
			t.Errorf("%v: the titles %s are cut off", size, bad)
		}
		if wide := js[int](p, "(s => s.scrollWidth - s.clientWidth)(document.querySelector('.seq-scroll'))"); wide > 0 {
			t.Errorf("%v: the diagram is %d pixels too wide", size, wide)
		}
	}
	p.press(kb.Escape)
	p.until("document.querySelector('#rail').checkVisibility() && document.querySelectorAll('.later').length === 0 && document.querySelector('.plot').checkVisibility({visibilityProperty: true})")
}

// TestExchangeOfAPresentedSequence: in Present, an exchange that is opened from the diagram
// has its close button, and Esc leads back to the step that was played before it leaves Present.
func TestExchangeOfAPresentedSequence(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.size(560, 800)
	p.visit(p.origin() + "/traffic?view=sequence")
	p.press("p")
	p.until(presented)
	if wide := js[int](p, "(s => s.scrollWidth - s.clientWidth)(document.querySelector('.seq-scroll'))"); wide > 0 {
		t.Errorf("a diagram of nothing is %d pixels too wide", wide)
	}
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
			p.until("document.querySelectorAll('.arrow:not(.later)').length === 1") // a frame after it is drawn
		}
		p.press(kb.Escape)
		p.until("document.querySelector('#rail').checkVisibility()")
	}
}
