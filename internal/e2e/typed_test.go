package e2e

import (
	"fmt"
	"testing"
)

// TestFilterAsOneTypes: the list follows what is typed, and so does the address; what
// cannot be read yet is said gently and leaves the list; the open exchange stays open.
func TestFilterAsOneTypes(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for i := range 3 {
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("m", i), "tell me a joke", false)
	}
	outside(t, c.Taps[0].URL, "1.0", "s", "write a paper", true)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 4")
	p.streams()
	p.click("[data-filter]")
	p.press("is:stream")
	p.until("document.querySelectorAll('[data-row]').length === 1 && location.search === '?q=session%3Acurrent+is%3Astream'")
	p.until("document.activeElement.matches('[data-filter]') && document.activeElement.value === 'is:stream'")
	p.sees("#chips", "current session")
	p.until("document.querySelector('#chips .quick [aria-current]')?.innerText === 'Streams' && document.querySelector('#totals').innerText.startsWith('1 shown')")

	// The stream is of what is shown now.
	outside(t, c.Taps[0].URL, "1.0", "m4", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "s2", "write a paper", true)
	p.until("document.querySelectorAll('[data-row]').length === 2")

	// At once: a slow machine would read the half of it.
	js[bool](p, "((i) => (i.value += ' state:', i.dispatchEvent(new Event('input', {bubbles: true}))))(document.querySelector('[data-filter]'))")
	p.until("document.querySelector('#filter-error')?.role === 'status' && document.querySelector('[data-filter]').ariaInvalid === 'true'")
	if n := p.count("[data-list] [data-row]"); n != 2 {
		t.Errorf("%d rows while the filter cannot be read", n)
	}
	js[bool](p, "(document.querySelector('[data-filter]').select(), true)")
	p.press("-is:stream")
	p.until("document.querySelectorAll('[data-row]').length === 4 && !document.querySelector('#filter-error') && location.search === '?q=session%3Acurrent+-is%3Astream'")

	// Beside an open exchange.
	p.click("[data-row] a[data-visit]")
	p.until("location.pathname.startsWith('/exchanges/') && document.querySelector('[data-detail-open]')")
	js[bool](p, "(document.querySelector('[data-filter]').focus(), document.querySelector('[data-filter]').select(), true)")
	p.press("is:stream")
	p.until("document.querySelectorAll('[data-list] [data-row]').length === 2 && location.search.includes('is%3Astream') && location.pathname.startsWith('/exchanges/')")
	p.until("document.querySelector('[data-back]').search === '?q=session%3Acurrent+is%3Astream'")
	p.until("document.activeElement.matches('[data-filter]')")
	p.reload()
	p.until("document.querySelectorAll('[data-list] [data-row]').length === 2 && document.querySelector('[data-filter]').value === 'is:stream'")
}
