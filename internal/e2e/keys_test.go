package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard walks without the mouse.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	for i := range 3 {
		outside(t, c.Taps[0].URL, "0.1", fmt.Sprint("task-", i), "tell me a joke", false)
	}
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 3")
	row := func(n int) string {
		return fmt.Sprintf("document.querySelectorAll('[data-row]')[%d].contains(document.activeElement)", n)
	}
	p.press("j")
	p.until(row(0))
	p.press("j")
	p.until(row(1))
	p.press("j")
	p.press("k")
	p.until(row(1))
	p.press("\r")
	p.until("location.pathname.startsWith('/exchanges/')")
	p.sees("#detail", "task-1")
	p.press("k")
	p.sees("#detail", "task-2")
	p.press("\x1b")
	p.at("/traffic")
	p.until("document.querySelector('#detail').hidden")
	p.do(back)
	p.sees("#detail", "task-2")
	p.do(back)
	p.sees("#detail", "task-1")

	p.press("/")
	p.until("document.activeElement.matches('[data-filter]')")
	p.press("j?p") // typed, not executed
	p.until("document.activeElement.value === 'j?p' && !document.querySelector('dialog[open]')")
	p.press("\x1b")
	p.until("!document.activeElement.matches('[data-filter]')")

	p.press("?")
	p.until("document.querySelector('#help').open")
	p.sees("#help", "Ctrl K", "Shift F6", "1–6", "follow")
	p.shot("help")
	p.press("\x1b")
	p.until("!document.querySelector('#help').open")

	p.press("k", ctrl)
	p.until("document.querySelector('#palette').open && document.querySelectorAll('#palette-list a').length > 5")
	p.shot("palette")
	p.press("task-0")
	p.sees("#palette-list", "Search Traffic for “task-0”")
	p.until("document.querySelectorAll('#palette-list a').length === 2 && document.querySelector('#palette-list a').getAttribute('aria-selected') === 'true'")
	p.press("\r")
	p.at("/tasks/task-0")
	p.press("k", ctrl)
	p.until("document.activeElement.id === 'palette-input'")
	p.press("sessions")
	p.sees("#palette-list", "Search Traffic for “sessions”")
	p.until("document.querySelector('#palette-list a') && [...document.querySelectorAll('#palette-list a')].every(a => a.innerText.toLowerCase().includes('session'))")
	p.press(arrowDown)
	second := "document.querySelectorAll('#palette-list a')[1].getAttribute('aria-selected') === 'true'"
	p.until(second)
	// Late results do not change the selection.
	js[bool](p, "(document.querySelectorAll('#palette-list a').forEach(a => a.removeAttribute('aria-selected')), true)")
	p.until(second)
	p.press(kb.ArrowUp)
	p.until("document.querySelector('#palette-list a').getAttribute('aria-selected') === 'true'")
	p.press("\r")
	p.at("/sessions")
}

// TestLooks: the theme is kept across pages, present mode hides the chrome.
func TestLooks(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.dark(false)
	p.visit(c.UI)
	background := "getComputedStyle(document.documentElement).backgroundColor"
	light := js[string](p, background)
	p.clickText("#rail button", "Theme")
	p.until(background + " !== " + quote(light))
	dark := js[string](p, background)
	p.reload()
	p.until(background + " === " + quote(dark))
	p.clickText("#rail a", "Agents")
	p.at("/agents")
	p.until(background + " === " + quote(dark))
	p.clickText("#rail button", "Theme")
	p.until(background + " === " + quote(light))

	size := js[float64](p, "parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)")
	p.press("\x1b") // leave the field that has the focus
	p.press("p")
	p.until("!document.querySelector('#rail').checkVisibility()")
	if big := js[float64](p, "document.querySelector('main p').getBoundingClientRect().height"); big < size {
		t.Errorf("presented text is %v px high, was %v", big, size)
	}
	p.shot("present")
	p.press("\x1b")
	p.until("document.querySelector('#rail').checkVisibility()")
}

// TestLongTextUnfolds: the page of an exchange shows the beginning of a long text, and all of it on
// request. In Present, the exchange fills the window.
func TestLongTextUnfolds(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	outside(t, c.Taps[0].URL, "1.0", "long", "echo "+strings.Repeat("a line\n", 200), false)
	p.sees("[data-row]", "completed")
	p.click("[data-row] [data-visit]")
	p.sees("#detail .blocks .folding summary", "Show all (200 lines)")
	p.drawn("turn-")
	const height = "document.querySelector('#detail .blocks .folded').getBoundingClientRect().height"
	p.until(height + " === 400")
	p.click("#detail .blocks .folding summary")
	p.sees("#detail .blocks .folding summary", "Show less")
	p.until(height + " >= 4000")
	p.click("#detail .blocks .folding summary")
	p.until(height + " === 400")
	p.judgePart("#detail .blocks", "a folded text")
	p.press("p")
	p.until("!document.querySelector('.list-pane').checkVisibility() && document.querySelector('#detail').getBoundingClientRect().width >= innerWidth - 1")
	p.press(kb.Escape)
	p.until("document.querySelector('.list-pane').checkVisibility()")
}
