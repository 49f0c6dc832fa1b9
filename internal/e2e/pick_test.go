package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPick selects rows, compares two of them, and saves them as a session.
func TestPick(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for _, id := range []string{"one", "two", "three"} {
		outside(t, c.Taps[0].URL, "1.0", id, "tell me a joke", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 3")
	selected := "document.querySelectorAll('[data-row][aria-selected=\"true\"]').length"
	p.press("j")
	p.press("x")
	p.sees("#picked", "1 selected")
	p.fireAt("document.querySelectorAll('[data-row] td:nth-child(10)')[2]", "click", "shiftKey: true")
	p.sees("#picked", "3 selected")
	p.until(selected + " === 3 && document.querySelector('#picked a').hidden && location.pathname === '/'")
	outside(t, c.Taps[0].URL, "1.0", "four", "tell me a joke", false)
	p.until("document.querySelectorAll('[data-row]').length === 4 && " + selected + " === 3")
	p.press("x")
	p.sees("#picked", "2 selected", "Compare")
	p.shot("picked")
	p.judgePart("#picked", "picked rows")
	p.fits("picked rows")
	p.dark(true)
	p.size(900, 700)
	p.shot("picked-narrow")
	p.fits("picked rows at 900 pixels")
	p.press("\x1b")
	p.until("document.querySelector('#picked').hidden && " + selected + " === 0")
	p.press("x")
	p.press("j")
	p.press("x")
	p.sees("#picked", "2 selected")
	p.clickText("#picked button", "Save selected as session")
	p.at("/traffic")
	p.until("location.search.startsWith('?q=session') && document.querySelectorAll('[data-row]').length === 2")
	// By keyboard alone: Shift and the arrows extend the selection, which is then replayed.
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length >= 4")
	p.press("j")
	p.press(kb.ArrowDown, chromedp.ModifierShift)
	p.press(kb.ArrowDown, chromedp.ModifierShift)
	p.sees("#picked", "3 selected")
	p.press(kb.ArrowUp, chromedp.ModifierShift)
	p.sees("#picked", "2 selected", "Compare", "Replay", "Export")
	p.clickText("#picked button", "Export")
	p.until("document.querySelector('#export-picked').matches(':popover-open')")
	p.shot("picked-export")
	p.press("\x1b")
	p.clickText("#picked button", "Replay")
	p.at("/replays/new")
	p.sees("main", "Replay")
}

// TestArrowKeepsViewAndFilter: an arrow of Sequence opens its exchange next to the diagram, under
// the same filter, even after a reload. So does a row of By task.
func TestArrowKeepsViewAndFilter(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for _, id := range []string{"one", "two"} {
		outside(t, c.Taps[0].URL, "0.1", id, "tell me a joke", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.visit(p.origin() + "/traffic?view=sequence&q=op:send")
	p.streams()
	kept := "location.search.includes('view=sequence') && location.search.includes('q=op%3Asend') && document.querySelectorAll('.hop').length === 2"
	p.until("document.querySelectorAll('.hop').length === 2")
	p.fire(".hop .hit", "click")
	p.until("location.pathname.startsWith('/exchanges/') && document.querySelector('[data-detail-open]') && document.querySelector('.hop[aria-current]') && " + kept)
	p.clickText("#detail-tabs a", "Request")
	p.until("location.search.includes('tab=request') && " + kept)
	outside(t, c.Taps[0].URL, "0.1", "three", "tell me a joke", false)
	p.until("document.querySelectorAll('.hop').length === 3 && document.querySelector('[data-detail-open]')")
	p.judgePart("#sequence", "a diagram beside an exchange")
	p.reload()
	p.until("document.querySelectorAll('.hop').length === 3 && document.querySelector('[data-detail-open]') && document.querySelector('.hop[aria-current]')")
	p.press("\x1b")
	p.press("\x1b")
	p.until("location.pathname === '/traffic' && location.search.includes('view=sequence') && !document.querySelector('[data-detail-open]')")

	p.visit(p.origin() + "/traffic?view=tasks&q=op:send")
	p.streams()
	p.click(".task-group summary .t-title")
	p.until("document.querySelector('.task-group[open] [data-row]')")
	p.click(".task-group[open] [data-row] td:nth-child(4)")
	p.until("location.pathname.startsWith('/exchanges/') && location.search.includes('view=tasks') && document.querySelector('[data-detail-open]') && document.querySelectorAll('.task-group').length === 3")
	p.judgePart("#task-list", "tasks beside an exchange")
	p.size(1280, 800)
	p.shot("bytask-beside")
	p.reload()
	p.until("document.querySelectorAll('.task-group').length === 3 && document.querySelector('[data-detail-open]')")
}
