package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestColumnWidths: the border of a column can be dragged or moved by keys, on either side of the column
// that takes the remaining width. The width survives a reload from the first paint on, and a double click
// or Enter resets it.
func TestColumnWidths(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	p.size(1800, 700)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 1")
	p.streams()
	width := func(key string) int {
		return js[int](p, fmt.Sprintf("Math.round(document.querySelector('[data-row]').cells[document.querySelector('#head-%s').cellIndex].getBoundingClientRect().width)", key))
	}
	agent, task := width("agent"), width("task")
	p.drag("[data-border=agent]", 60)
	p.drag("[data-border=task]", -40)
	if a, b := width("agent"), width("task"); a != agent+60 || b != task+40 {
		t.Errorf("agent %d, was %d; task %d, was %d", a, agent, b, task)
	}
	p.until("document.querySelector('[data-border=agent]').ariaValueNow === '" + fmt.Sprint(agent+60) + "'")
	p.reload()
	p.until("document.querySelectorAll('[data-row]').length === 1")
	if a, b := width("agent"), width("task"); a != agent+60 || b != task+40 {
		t.Errorf("when it is loaded again: agent %d, task %d", a, b)
	}
	p.until("document.querySelector('[data-border=agent]').ariaValueNow === '" + fmt.Sprint(agent+60) + "'")
	p.until("document.querySelector('#heads').getBoundingClientRect().width === document.querySelector('[data-row]').getBoundingClientRect().width")

	// By keyboard: the heads are one tab stop, the borders another.
	if n := p.count("#heads [tabindex='0']"); n != 2 {
		t.Errorf("the heads have %d stops", n)
	}
	p.focus("#heads a")
	p.press(kb.ArrowRight)
	p.until("document.activeElement.matches('#head-agent a')")
	p.press(kb.Tab)
	p.until("document.activeElement.matches('[data-border=agent]')")
	p.press(kb.ArrowRight)
	if a := width("agent"); a != agent+68 {
		t.Errorf("after →: %d", a)
	}
	p.press(kb.ArrowLeft + kb.ArrowLeft + kb.ArrowDown)
	p.until("document.activeElement.matches('[data-border=caller]')")
	p.press(kb.ArrowUp + kb.Enter)
	p.until("document.activeElement.matches('[data-border=agent]')")
	if a, b := width("agent"), width("task"); a == agent+52 || b != task+40 {
		t.Errorf("after Enter: agent %d, task %d", a, b)
	}
	p.fire("[data-border=task]", "dblclick")
	if b := width("task"); b != task {
		t.Errorf("after a double click: task %d", b)
	}
	if kept := js[any](p, "localStorage.getItem('columns')"); kept != nil {
		t.Errorf("what was reset is kept: %v", kept)
	}
	if a := width("agent"); a != agent {
		t.Errorf("all reset: agent %d", a)
	}

	// Columns are shown and hidden at any width; the choice is kept until it is reset.
	p.size(1440, 700)
	there := func(key string, want bool) {
		p.until(fmt.Sprintf("document.querySelector('#head-%s').checkVisibility() === %t", key, want))
		p.until(fmt.Sprintf("document.querySelector('[data-row]').cells[document.querySelector('#head-%s').cellIndex].checkVisibility() === %t", key, want))
	}
	there("size", false)
	there("caller", true)
	p.fireAt("document.querySelector('#head-agent')", "contextmenu", "button: 2, clientX: 300, clientY: 200")
	p.until("(({left, top}) => left === 300 && top === 200)(document.querySelector('#columns-menu').getBoundingClientRect())")
	p.press("\x1b")
	p.until("!document.querySelector('#columns-menu').matches(':popover-open')")
	p.fire("#head-agent", "contextmenu")
	p.until("document.querySelector('#columns-menu').matches(':popover-open') && document.querySelector('[data-column=caller]').checked && !document.querySelector('[data-column=size]').checked")
	p.judgePart("#columns-menu", "the columns")
	p.click("[data-column=size]")
	p.click("[data-column=caller]")
	there("size", true)
	there("caller", false)
	p.reload()
	p.until("document.querySelectorAll('[data-row]').length === 1")
	there("size", true)
	there("caller", false)
	p.until("document.querySelector('#heads').getBoundingClientRect().width === document.querySelector('[data-row]').getBoundingClientRect().width")
	p.click("[popovertarget=columns-menu]")
	p.clickText("#columns-menu button", "Reset")
	there("size", false)
	there("caller", true)
	p.size(1800, 700)

	// Rows that are too wide scroll, and narrow lists have their own widths.
	p.drag("[data-border=op]", 500)
	p.until("(b => b.scrollWidth > b.clientWidth + 100)(document.querySelector('.list-pane .scroll'))")
	p.size(900, 700)
	p.until("(b => b.scrollWidth <= b.clientWidth)(document.querySelector('.list-pane .scroll')) && !document.querySelector('[data-border=op]').checkVisibility()")
}

// TestWaterfallHasOneAxis: the bars of the visible calls share one time axis, in which a gap without a
// call is no longer than the calls around it, until one chooses that each starts at zero.
func TestWaterfallHasOneAxis(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "a", "tell me a joke", false)
	outside(t, c.Taps[0].URL, "1.0", "b", "tell me a joke", false)
	p.size(1440, 700)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row]').length === 2")
	bars := "[...document.querySelectorAll('[data-row] > td > svg')].map((bar) => bar.getBoundingClientRect())"
	span := "[...document.querySelectorAll('[data-row]')].map((row) => row.dataset.fall.split(' ').map((n) => parseInt(n, 36)))"
	p.until("(([later, first]) => Math.abs(first.left - document.querySelector('[data-row] > td:last-child').getBoundingClientRect().left - 8) < 1 && later.left > first.left)(" + bars + ")")
	p.until("(([later, first], [b, a], width) => { const at = Math.min(b[0] - a[0], a[1] + Math.max((a[1] + b[1]) / 2, 1)); return Math.abs((later.left - first.left) / width - at / (at + b[1])) < 0.02 })(" + bars + ", " + span + ", document.querySelector('[data-row] > td:last-child').clientWidth - 8 - 5)")
	p.until("(({dataset: {span}}, {content}) => /^\\d/.test(span) && content === '\"0\"')(document.getElementById('head-fall'), getComputedStyle(document.getElementById('head-fall'), '::before'))")
	p.click("[popovertarget=columns-menu]")
	p.click("input[data-axis]")
	p.until("document.getElementById('head-fall').dataset.span === 'log'")
	p.until("(([later, first]) => later.left === first.left)(" + bars + ")")
	p.reload()
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.until("(([later, first]) => later.left === first.left)(" + bars + ")")
}
