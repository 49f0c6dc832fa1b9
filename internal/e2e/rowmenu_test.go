package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestRowMenu opens the menu of a row by key and by right click, pins, holds the next call and filters by
// it. The focus returns to the row.
func TestRowMenu(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "one", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "two", "hello", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.streams()
	const shown = "document.querySelector('#row-menu').matches(':popover-open') && document.querySelector('#row-menu').contains(document.activeElement)"
	p.press("j")
	p.press("m")
	p.until(shown + " && document.activeElement.innerText.trim() === 'Open'")
	p.sees("#row-menu", "Copy as curl", "Copy link", "Compare with…", "Re-send", "Hold the next matching call", "Filter for this operation", "Pin")
	p.judgePart("#row-menu", "the menu of a row")
	p.shot("row-menu")
	p.press(kb.ArrowUp)
	p.until("document.activeElement.innerText.trim() === 'Pin'")
	p.press(kb.Enter)
	p.until("document.querySelectorAll('[data-row] .said-mark').length === 1 && !document.querySelector('#row-menu').matches(':popover-open')")
	p.until("document.activeElement.closest('[data-row]') !== null")

	p.fireAt("document.querySelectorAll('[data-row] td:nth-child(10)')[1]", "contextmenu", "button: 2, clientX: 300, clientY: innerHeight - 20")
	p.until(shown + " && (({left, bottom}) => left === 300 && bottom === innerHeight - 20)(document.querySelector('#row-menu').getBoundingClientRect())")
	p.clickText("#row-menu button", "Hold the next matching call")
	p.sees("#list-said", "Undo")
	p.shot("row-menu-held")
	p.fits("a rule made from a row")
	p.clickText("#list-said button", "Undo")
	p.sees("#list-said", "The rule was removed")

	p.press("m")
	p.until(shown)
	p.press("\x1b")
	p.until("!document.querySelector('#row-menu').matches(':popover-open') && document.activeElement.closest('[data-row]') !== null")
	p.press("m")
	p.until(shown)
	p.clickText("#row-menu a", "Filter for this operation")
	p.at("/traffic")
	p.until("document.querySelector('[data-filter]').value === 'op:SendMessage'")
}
