package e2e

import "testing"

// TestMenus opens and closes a menu by keyboard and mouse: Escape closes it, focuses its button and does
// nothing else; a click elsewhere closes it too. Updates from the server leave it open.
func TestMenus(t *testing.T) {
	c, p := serve(t), open(t)
	outside(t, c.Taps[0].URL, "1.0", "m", "tell me a joke", false)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.click("[data-row] a")
	p.until("location.pathname.startsWith('/exchanges/')")
	const menu, opened = "#taps > .menu > button", "document.querySelector('#taps-menu').matches(':popover-open')"
	for _, width := range []int64{1440, 900, 480} {
		p.size(width, 900)
		p.click(menu)
		p.until(opened)
		p.shot("menu-" + map[int64]string{1440: "wide", 900: "narrow", 480: "phone"}[width])
		p.press("\x1b")
		p.until("!" + opened)
		p.until("document.activeElement === document.querySelector('" + menu + "') && location.pathname.startsWith('/exchanges/')")
	}
	p.size(1440, 900)
	p.press("\r")
	p.until(opened)
	outside(t, c.Taps[0].URL, "1.0", "m2", "tell me a joke", false)
	p.until("document.querySelectorAll('[data-list] [data-row]').length === 2")
	p.until(opened)
	p.click("#recording .said")
	p.until("!" + opened)
}
