//go:build slow

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSlowOpenedStates checks what a page shows only after something on it was opened: once with axe, and
// at the widths of a phone, half a window and a whole window for its layout.
func TestSlowOpenedStates(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	one, two := newPuppet(t, "1.0", "Weather", "forecast"), newPuppet(t, "1.0", "Stocks", "quote")
	c, p := serve(t, one.URL, two.URL), open(t)
	judge := func(where, part string) {
		t.Helper()
		for _, width := range []int64{412, 560, 1440} {
			p.size(width, 900)
			p.fits(fmt.Sprintf("%s at %d", where, width))
			p.shot(fmt.Sprintf("opened-%s-%d", where, width))
		}
		p.accessibleIn(partOf(part), source, where, "")
	}
	agent := c.Agent
	tap := c.tap(t, agent)

	p.visit(c.UI)
	p.visit(p.origin() + "/intercept")
	p.streams()
	p.typeIn("#rule-field", "op:send ")
	p.until("document.querySelectorAll('#rule-words:not([hidden]) [role=option]').length > 10")
	judge("ways-to-go-on", "main")
	// The list is a tab stop, and its keys work there.
	p.press(kb.Tab)
	p.until("document.activeElement === document.querySelector('#rule-words [role=option]')")
	p.press(kb.ArrowDown)
	p.until("document.activeElement === document.querySelectorAll('#rule-words [role=option]')[1] && !document.querySelector('#rule-words').hidden")
	p.press(kb.Escape)
	p.until("document.activeElement.id === 'rule-field'")
	p.press("=> del")
	p.until("(box => !box.hidden && box.dataset.of === 'op:send => del')(document.querySelector('#rule-words'))")
	p.press(kb.Tab)
	p.until("document.activeElement.matches('#rule-words [role=option]')")
	p.press(kb.Enter)
	p.until("document.activeElement.id === 'rule-field' && document.activeElement.value.startsWith('op:send => delay')")
	p.press("a", ctrl)
	p.press("op:send => delay 1ms\r")
	p.sees("#rule-rows", "not fired")
	for i := range 4 {
		outside(t, tap, "1.0", fmt.Sprint("joke", i), "tell me a joke", false)
		direct(t, agent, fmt.Sprint("joke ", i))
	}
	outside(t, tap, "1.0", "phone", "request a new phone for me", false)
	outside(t, tap, "1.0", "gallery", "gallery", false)
	p.sees("#rule-rows", "fired 6 times")

	p.visit(p.origin() + "/traffic?view=sequence")
	p.until("document.querySelectorAll('.hop').length >= 6")
	p.press("p")
	p.until(presented)
	p.press(kb.ArrowRight)
	judge("present", "body")
	p.press(kb.Escape)

	p.visit(p.origin() + "/agents/" + agentID(agent) + "?tab=tasks")
	p.clickText(".task-query button", "List tasks")
	p.until("document.querySelectorAll('.task-list tbody tr').length > 3")
	judge("agent-tasks", "main")

	p.visit(p.origin() + "/compose")
	p.until("document.querySelector('#agents-menu')")
	p.click("[popovertarget=agents-menu]")
	p.until("document.querySelectorAll('#agents-menu li a').length === 3")
	judge("agents-menu", "#agents-menu")
	p.press(kb.Escape)

	p.visit(p.origin() + "/docs")
	p.clickText("main summary", "Licences")
	p.until("document.querySelector('main .licence').checkVisibility()")
	judge("licences", "main")

	for _, text := range []string{"request a new phone for me", "gallery"} {
		p.visit(p.origin() + "/traffic?q=" + "%22" + text[:7] + "%22")
		p.click("[data-row] a")
		p.until("location.pathname.startsWith('/exchanges/')")
		p.visit(p.origin() + js[string](p, "location.pathname") + "?tab=reading")
		p.until("document.querySelector('#main details')")
		js[bool](p, "(document.querySelectorAll('#main details:not(.note-edit)').forEach(d => d.open = true), true)")
		judge("unfolded-"+text[:7], "#detail")
	}
	p.clickText(".note-edit summary", "Note")
	p.until("document.activeElement.matches('.note-edit textarea')")
	for _, width := range []int64{900, 412, 560, 1440} {
		p.size(width, 900)
		if over := js[bool](p, "document.querySelector('.note-edit form').getBoundingClientRect().bottom > document.querySelector('#detail-tabs').getBoundingClientRect().top"); over {
			t.Errorf("at %d the note covers the tabs", width)
		}
	}
	judge("note", "#detail")
}
