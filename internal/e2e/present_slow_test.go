//go:build slow

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// within returns the edges of an element that is not wholly in the window, or is too narrow; "" for
// any other.
func (p *tab) within(css string) string {
	p.t.Helper()
	return js[string](p, `(({left, top, right, bottom, width}) => width > 50 && left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5 ? '' :
		[left, top, right, bottom].map(Math.round).join(' '))(document.querySelector(`+quote(css)+`).getBoundingClientRect())`)
}

// TestSlowPresentFitsTheWindow: what opens over a page in Present lies within the window, near what
// opened it.
func TestSlowPresentFitsTheWindow(t *testing.T) {
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

// overlays opens the help, the palette and a row's menu on Traffic, and checks that each is within the window.
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
	js[bool](p, "new Promise(past => setTimeout(() => requestAnimationFrame(() => past(true))))") // the dialog's close event, which restores the focus
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
