//go:build slow

package e2e

import (
	"fmt"
	"testing"
)

// TestSlowSessionDeletedWhileATabIsHidden: a hidden tab has no stream. A session deleted meanwhile is
// gone when the tab is shown again, even behind an exchange that was visited.
func TestSlowSessionDeletedWhileATabIsHidden(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	outside(t, c.Taps[0].URL, "1.0", "first", "tell me a joke", false)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.newSession(c)
	outside(t, c.Taps[0].URL, "1.0", "second", "hello", false)
	list := p.another()
	list.visit(p.origin() + "/traffic?q=")
	list.until("document.querySelectorAll('[data-row]').length === 2")
	p.visit(p.origin() + "/sessions")
	for _, visited := range []bool{false, true} {
		if visited {
			list.click("[data-row] td:nth-child(4)")
			list.until("document.querySelector('#detail-head')")
		}
		hidden := func(is bool) {
			list.t.Helper()
			js[bool](list, fmt.Sprintf("Object.defineProperty(document, 'hidden', {value: %v, configurable: true}), document.dispatchEvent(new Event('visibilitychange'))", is))
		}
		hidden(true)
		p.click("#session-table tr:last-child button[title=Delete]")
		p.sees("#notice", "Deleted")
		hidden(false)
		list.until("document.querySelectorAll('[data-row]').length === 1")
		hidden(true)
		p.clickText("#notice button", "Undo")
		p.until("document.querySelectorAll('#session-table tbody tr').length === 2")
		hidden(false)
		list.until("document.querySelectorAll('[data-row]').length === 2")
	}
}
