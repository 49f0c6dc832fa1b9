//go:build slow

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSlowLinkToAnOldExchange: the page of an exchange far down has its row in the middle of the list.
// Keys continue from there, newer rows are inserted above, and End leads to the newest.
func TestSlowLinkToAnOldExchange(t *testing.T) {
	t.Parallel()
	c, call := busyAgent(t)
	p := open(t)
	const calls = 500
	call(calls)
	var all struct{ Exchanges []struct{ ID string } }
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until(fmt.Sprintf("(s => s[0] >= %d)(%s)", calls, trafficSeq))
	newest := js[int](p, trafficSeq+"[0]")
	c.ask(t, "/api/exchanges?limit=400", &all)
	id := all.Exchanges[399].ID
	row := "document.querySelector('[data-list] [data-row]:has([href^=\"/exchanges/" + id + "\"])')"

	p.visit(p.origin() + "/exchanges/" + id)
	p.until(row + "?.ariaCurrent === 'true'")
	p.until("((r, b) => Math.abs(r.top + r.bottom - b.top - b.bottom) < 2 * r.height)(" + row + ".getBoundingClientRect(), " + trafficBox + ".getBoundingClientRect())")
	p.bounded("at an old exchange")
	p.streams()
	p.until("document.querySelector('#live').dataset.shown.split(' ').length === 3")
	p.streams() // its first drawing finds the exchange
	p.press("j")
	p.until("((a, b) => a && b && a !== b)(document.querySelector('[data-list] [data-row][aria-current]'), " + row + ")")
	p.press("k")
	p.until(row + "?.ariaCurrent === 'true'")

	was := js[int](p, trafficSeq+"[0]")
	js[bool](p, "("+trafficBox+".scrollTop = 0, true)")
	p.until(fmt.Sprintf("%s[0] > %d", trafficSeq, was))
	p.bounded("further up")
	p.press(kb.End)
	p.until(fmt.Sprintf("%s[0] === %d", trafficSeq, newest))
	p.bounded("at the newest")

	// Next to the detail, the newest row is fully visible below the heads, which are higher there.
	p.visit(p.origin() + "/traffic")
	p.streams()
	first := "document.querySelector('[data-list] [data-row]')"
	wide := js[int](p, trafficBox+".clientWidth")
	p.click("[data-list] [data-row] td:nth-child(7)")
	p.until(fmt.Sprintf("%s.ariaCurrent === 'true' && %s.clientWidth < %d", first, trafficBox, wide))
	p.until(first + ".getBoundingClientRect().top >= document.querySelector('#heads').getBoundingClientRect().bottom - 1")
}
