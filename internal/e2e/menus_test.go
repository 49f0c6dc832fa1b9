package e2e

import (
	"database/sql"
	"fmt"
	"testing"

	_ "modernc.org/sqlite"
)

// TestMenus opens and closes a menu as the keyboard and the mouse do: Escape closes it,
// returns to its button and does nothing else; so does a click elsewhere. What the
// server sends meanwhile leaves it open.
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

// unfolded opens each menu of the page in turn and judges it, in both schemes and three
// widths: axe finds nothing in it, and it lies within the window. TestScreens judges the
// pages around.
func (p *tab) unfolded(source, where string) {
	p.t.Helper()
	for _, id := range js[[]string](p, "[...document.querySelectorAll('.menu > button')].filter(b => b.checkVisibility()).map(b => b.getAttribute('popovertarget'))") {
		p.unfoldMenu(source, where, id)
	}
}

func (p *tab) unfoldMenu(source, where, id string) {
	p.t.Helper()
	for _, width := range []int64{1280, 900, 480} {
		p.size(width, 800)
		p.click("[popovertarget='" + id + "']")
		p.until("document.getElementById('" + id + "').matches(':popover-open')")
		at := fmt.Sprintf("%s: %s at %d pixels", where, id, width)
		if out := js[string](p, `(({left, top, right, bottom, width, height}) =>
			left < 0 || top < 0 || right > innerWidth + .5 || bottom > innerHeight + .5 || width < 100 || height < 20 ? [left, top, right, bottom].join(' ') : '')(document.getElementById('`+id+`').getBoundingClientRect())`); out != "" {
			p.t.Errorf("%s is not within the window: %s", at, out)
		}
		for _, dark := range []bool{false, true} {
			p.dark(dark)
			rule := map[bool]string{true: "color-contrast"}[dark] // the rest does not depend on the scheme
			p.accessibleIn("document.getElementById("+quote(id)+")", source, fmt.Sprint(at, " dark ", dark), rule)
			p.shot(fmt.Sprintf("menu-%s-%s-%d-%v", where, id, width, dark))
		}
		p.press("\x1b")
		p.until("!document.querySelector(':popover-open')")
	}
	p.size(1440, 900)
	p.dark(false)
}

// TestOpenMenus judges every menu there is while it is open.
func TestOpenMenus(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('h1')")
	for i := range 30 {
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("m", i), "tell me a joke", false)
		if i < 28 {
			p.newSession(c)
		}
	}
	locked := lock(t, c)
	for where, at := range map[string]string{"traffic": "/traffic", "compose": "/compose", "agent": "/agents/" + agentID(c.Agent)} {
		p.visit(p.origin() + at)
		p.until("document.querySelector('#recording .health')")
		p.unfolded(source, where)
	}
	locked()
	p.visit(p.origin() + "/sessions")
	for _, row := range []int{1, 14, 29} {
		menu := js[string](p, fmt.Sprintf("document.querySelector('#session-rows tr:nth-child(%d) [popovertarget]').getAttribute('popovertarget')", row))
		p.unfoldMenu(source, fmt.Sprint("session-", row), menu)
	}
}

// lock keeps the console from writing its file, until the function is called.
func lock(t *testing.T, c *program) (release func()) {
	t.Helper()
	// The console may be writing: SQLite waits for it, as it does for any other process.
	db, err := sql.Open("sqlite", fmt.Sprintf("file:%s?_pragma=busy_timeout(%d)", c.DB, patience.Milliseconds()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	outside(t, c.Taps[0].URL, "1.0", "waits", "tell me a joke", false)
	return func() { conn.Close() }
}
