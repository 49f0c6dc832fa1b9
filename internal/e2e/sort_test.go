package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const sortedTimes = "[...document.querySelectorAll('[data-list] [data-row]')].map(r => +r.id.slice(1))"

// TestSortedColumns: a click or Enter on the head of a column sorts by it, the next reverses the order,
// the third restores it. A sorted list does not change, but counts new exchanges and sorts again on
// request.
func TestSortedColumns(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for i := range 3 {
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("m", i), "tell me a joke", false)
	}
	outside(t, c.Taps[0].URL, "1.0", "s", "write a paper"+strings.Repeat(" and more", 200), true)
	outside(t, c.Taps[0].URL, "1.0", "m4", "tell me a joke", false)
	p.size(1800, 900)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 5")
	p.streams()
	usual := js[string](p, sortedTimes+".join()")
	if sort := js[string](p, "document.querySelector('#head-time').ariaSort"); sort != "descending" {
		t.Errorf("time is sorted %q", sort)
	}

	size := "[...document.querySelectorAll('[data-list] [data-row]')].map(r => +r.dataset.bytes)"
	p.click("#head-size a")
	p.until("location.search === '?sort=-size' && document.querySelector('#head-size').ariaSort === 'descending' && !document.querySelector('#head-time').ariaSort")
	p.until(size + ".every((n, i, all) => i === 0 || n <= all[i - 1]) && " + size + "[0] > 2000")
	p.sees("#sort-note", "Sorted by size, largest first.")
	p.until("document.querySelector('.list-rows').getAttribute('aria-labelledby') === 'list-label' && document.querySelector('#list-label').innerText === 'Exchanges by size, largest first'")

	// By keyboard, with the focus kept.
	p.until("document.activeElement.matches('#head-size a')")
	p.press(kb.Enter)
	p.until("location.search === '?sort=size' && document.querySelector('#head-size').ariaSort === 'ascending' && " + size + ".every((n, i, all) => i === 0 || n >= all[i - 1])")
	p.until("document.activeElement.matches('#head-size a')")

	// New exchanges are counted.
	p.until("document.querySelector('#live').dataset.shown.startsWith('sorted ')")
	before := js[string](p, sortedTimes+".join()")
	outside(t, c.Taps[0].URL, "1.0", "m5", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "m6", "tell me a joke", false)
	p.until("!document.querySelector('#arrived').hidden && document.querySelector('#arrived').innerText.trim() === '2 new: sort again'")
	if now := js[string](p, sortedTimes+".join()"); now != before {
		t.Errorf("the rows are %s, were %s", now, before)
	}
	p.click("#arrived")
	p.until("document.querySelectorAll('[data-row]').length === 7 && document.querySelector('#arrived').hidden && " + size + ".every((n, i, all) => i === 0 || n >= all[i - 1])")
	outside(t, c.Taps[0].URL, "1.0", "m7", "tell me a joke", false)
	p.until("document.querySelector('#arrived').innerText.trim() === '1 new: sort again'")

	// Next to an open exchange, and with a filter. The address restores it.
	p.click("[data-row] a[data-visit]")
	p.until("location.pathname.startsWith('/exchanges/') && document.querySelector('[data-detail-open]')")
	p.act(find("#head-dur a"), "e.click()")
	p.until("location.pathname.startsWith('/exchanges/') && location.search === '?sort=-duration' && document.querySelectorAll('[data-list] [data-row]').length === 8")
	p.until("document.querySelector('[data-back]').search === '?sort=-duration'")
	p.focus("[data-filter]")
	p.press("is:stream")
	p.until("document.querySelectorAll('[data-list] [data-row]').length === 1 && location.search.includes('sort=-duration') && location.search.includes('is%3Astream')")
	p.reload()
	p.until("document.querySelectorAll('[data-list] [data-row]').length === 1 && document.querySelector('#head-dur').ariaSort === 'descending'")

	// The third time.
	p.visit(p.origin() + "/traffic?sort=size")
	p.click("#head-size a")
	p.until("location.search === '' && document.querySelector('#head-time').ariaSort === 'descending' && !document.querySelector('.sort-note')")
	p.until(sortedTimes + ".join().endsWith('" + usual + "')")
	outside(t, c.Taps[0].URL, "1.0", "m8", "tell me a joke", false)
	p.until("document.querySelectorAll('[data-row]').length === 9") // it follows again
}
