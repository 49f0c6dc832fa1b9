package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const shift = chromedp.ModifierShift

// focused is an expression that is true if a selector matches the focused element.
func focused(css string) string { return "document.activeElement.matches(" + quote(css) + ")" }

// rowFocused is an expression that is true if the focus is in the nth row of the page's list.
func rowFocused(n int) string {
	return fmt.Sprintf("document.querySelectorAll('[data-roving] [data-row]')[%d]?.contains(document.activeElement)", n)
}

// tabStops counts the elements of the page's list that Tab reaches.
const tabStops = `[...document.querySelectorAll('[data-roving] :is(a[href], button, summary)')].filter(e => e.tabIndex >= 0 && !e.closest('form, [popover]') && e.checkVisibility()).length`

// fillLists records three calls of one task each, makes a webhook, and begins a second session.
func fillLists(t *testing.T, c *program, p *tab) {
	t.Helper()
	for i := range 3 {
		outside(t, c.Taps[0].URL, "0.1", fmt.Sprint("task-", i), "tell me a joke", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 3")
	p.visit(p.origin() + "/webhooks")
	p.clickText("button", "Create address")
	p.until("document.querySelector('.hook-detail')")
	p.visit(p.origin() + "/sessions")
	p.click("#recording [title^='End this session']")
	p.until("document.querySelectorAll('#session-rows tr').length === 2")
}

// TestEachListIsOneTabStop: Tab skips over a list; arrows move within it, from row to row and along a
// row.
func TestEachListIsOneTabStop(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	fillLists(t, c, p)
	for _, at := range []string{"/traffic?q=", "/traffic?q=&view=tasks", "/agents", "/sessions", "/webhooks"} {
		p.visit(p.origin() + at)
		p.until(tabStops + " === 1")
		js[bool](p, "(document.activeElement.blur(), true)")
		p.press(kb.ArrowDown)
		p.until("document.activeElement.closest('[data-roving]') && document.activeElement.tabIndex === 0")
		p.press("\t", shift)
		p.until("!document.activeElement.closest('[data-roving]')")
		p.press("\t")
		p.until("document.activeElement.closest('[data-roving]') && " + tabStops + " === 1")
	}

	// New rows do not add stops.
	p.visit(p.origin() + "/traffic?q=")
	p.streams()
	before := p.count("[data-row]")
	outside(t, c.Taps[0].URL, "0.1", "task-3", "tell me a joke", false)
	p.until(fmt.Sprintf("document.querySelectorAll('[data-row]').length === %d && %s === 1", before+1, tabStops))

	// Along a row.
	p.visit(p.origin() + "/sessions")
	p.press("j")
	p.until(focused("a.open-session"))
	p.press(kb.ArrowRight)
	p.until(focused(".rename > summary"))
	p.press(kb.ArrowLeft)
	p.until(focused("a.open-session"))
	p.press(kb.ArrowDown)
	p.until(rowFocused(1))
	p.press(kb.ArrowUp)
	p.until(rowFocused(0))
}

// TestTaskRowsByKeyboard opens and closes the rows of a task with the arrows.
func TestTaskRowsByKeyboard(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "0.1", "task-1", "tell me a joke", false)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.visit(p.origin() + "/traffic?view=tasks")
	p.until("document.querySelector('.task-group')") // the task is known only after the call is labelled
	p.press("j")
	p.until(focused("[data-roving] > details > summary"))
	p.press(kb.ArrowRight)
	p.until("document.activeElement.parentElement.open && document.querySelector('[data-roving] > details [data-row] a')")
	p.press(kb.ArrowDown)
	p.until("document.activeElement.closest('[data-row]')")
	p.press(kb.ArrowLeft)
	p.until(focused("[data-roving] > details > summary"))
	p.press(kb.ArrowLeft)
	p.until("!document.activeElement.parentElement.open")
}

// TestPanesAndTabs goes from the list into the detail and back, through its tabs, and
// from pane to pane.
func TestPanesAndTabs(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for i := range 3 {
		outside(t, c.Taps[0].URL, "0.1", fmt.Sprint("task-", i), "tell me a joke", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 3")
	const inside = "#detail-body"
	p.press(kb.ArrowDown)
	p.until(rowFocused(0))
	p.press("\r")
	p.sees("#detail", "task-2")
	p.until(focused(inside))
	for i, tab := range []string{"Messages", "Request", "Response", "Events", "Timing", "Findings"} {
		p.press(fmt.Sprint(i + 1))
		p.until("document.querySelector('#detail-tabs [aria-current]').innerText.startsWith(" + quote(tab) + ") && " + focused(inside))
	}
	p.press("\x1b")
	p.until(rowFocused(0) + " && document.querySelector('#detail[data-detail-open]')")
	p.press("\r") // it is open: Enter goes straight into it
	p.until(focused(inside))
	p.press(kb.F6)
	p.until(rowFocused(0))
	p.press(kb.F6, shift)
	p.until(focused(inside))
	p.press("j") // the next one, from within the detail
	p.sees("#detail", "task-1")
	p.until(rowFocused(1))
	p.press("2")
	p.until("document.querySelector('#detail-tabs [aria-current]').innerText.startsWith('Request')")
	p.press("\x1b")
	p.until("document.querySelector('#detail').hidden && " + rowFocused(1))

	// Closing the detail also removes the close button.
	p.press("\r")
	p.until(focused(inside))
	p.click("#detail [data-back]")
	p.until("document.querySelector('#detail').hidden && " + rowFocused(1))

	p.compose(c, "1.0")
	p.until(focused("#composer textarea"))
	p.press(kb.F6)
	p.until("document.activeElement.id === 'turns'") // no detail is open yet
	p.press(kb.F6, shift)
	p.until(focused("#composer textarea"))
}

// TestDetailAloneByKeyboard: where the detail replaces the list, Escape closes it and the row gets the
// focus again.
func TestDetailAloneByKeyboard(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.size(700, 800)
	for i := range 2 {
		outside(t, c.Taps[0].URL, "0.1", fmt.Sprint("task-", i), "tell me a joke", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.press("j")
	p.press("j")
	p.until(rowFocused(1))
	p.press("\r")
	p.until(focused("#detail-body"))
	p.press("\x1b")
	p.until("document.querySelector('#detail').hidden && " + rowFocused(1))
}

// TestFocusIsKept: neither a dialog, nor rows that change or disappear, lose the focus.
func TestFocusIsKept(t *testing.T) {
	t.Parallel()
	agent := newPuppet(t, "1.0", "Puppet", "recite a poem")
	c, p := serve(t, agent.URL), open(t)
	p.meet(c, agent, "1.0")
	p.send("recite a poem")
	<-agent.called
	agent.events <- agent.begin()
	second := p.another()
	second.visit(p.origin() + "/traffic?q=op:send")
	second.until("document.querySelectorAll('[data-row]').length === 1")
	second.press("j")
	second.until(rowFocused(0))
	for _, key := range []string{"?", "k"} {
		if key == "k" {
			second.press(key, ctrl)
		} else {
			second.press(key)
		}
		second.until("document.querySelector('dialog[open]')")
		second.press("\x1b")
		second.until("!document.querySelector('dialog[open]') && " + rowFocused(0))
	}
	agent.events <- agent.status("working", false)
	second.sees("[data-row]", "working")
	agent.events <- agent.piece("a poem", true, true)
	agent.events <- agent.status("completed", true)
	agent.events <- ""
	second.sees("[data-row]", "completed")
	second.until(rowFocused(0) + " && " + tabStops + " === 1")

	// A row that disappears passes the focus to the next.
	second.visit(p.origin() + "/sessions")
	second.click("#recording [title^='End this session']")
	second.until("document.querySelectorAll('#session-rows tr').length === 2")
	second.press("j")
	second.press("j")
	second.until(rowFocused(1))
	second.clickText("#session-rows tr:nth-child(2) .menu > button", "")
	second.press("\x1b")
	js[bool](second, "(document.querySelector('#session-rows tr:nth-child(2) [title=Delete]').focus(), true)")
	second.press("\r")
	second.until("document.querySelectorAll('#session-rows tr').length === 1 && " + rowFocused(0))
}

// TestLinkShowsTheRow: the address of an exchange opens a list that shows its row.
func TestLinkShowsTheRow(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for i := range 60 {
		outside(t, c.Taps[0].URL, "0.1", fmt.Sprint("task-", i), "tell me a joke", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 60")
	first := js[string](p, "[...document.querySelectorAll('[data-row] [data-visit]')].at(-1).pathname.split('/')[2]")
	p.visit(p.origin() + "/exchanges/" + first)
	p.until(`(() => { const r = document.querySelector('[data-row][aria-current]').getBoundingClientRect(), s = document.querySelector('.list-pane .scroll').getBoundingClientRect()
		return r.top >= s.top && r.bottom <= s.bottom })()`)
	p.press("k")
	p.sees("#detail", "task-1")
}
