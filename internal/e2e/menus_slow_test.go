//go:build slow

package e2e

import (
	"database/sql"
	"fmt"
	"testing"

	_ "modernc.org/sqlite"
)

// unfoldMenu opens a menu at three window widths: it must lie within the window, and axe, run once, must
// find nothing in it.
func (p *tab) unfoldMenu(source, where, id string) {
	p.t.Helper()
	for _, width := range []int64{900, 480, 1280} {
		p.size(width, 800)
		if id == "columns-menu" && width < 1280 {
			continue // narrow lists have no choice of columns
		}
		p.click("[popovertarget='" + id + "']")
		p.until("document.getElementById('" + id + "').matches(':popover-open')")
		at := fmt.Sprintf("%s: %s at %d pixels", where, id, width)
		if out := js[string](p, `(({left, top, right, bottom, width, height}) =>
			left < 0 || top < 0 || right > innerWidth + .5 || bottom > innerHeight + .5 || width < 100 || height < 20 ? [left, top, right, bottom].join(' ') : '')(document.getElementById('`+id+`').getBoundingClientRect())`); out != "" {
			p.t.Errorf("%s is not within the window: %s", at, out)
		}
		p.shot(fmt.Sprintf("menu-%s-%s-%d", where, id, width))
		if width == 1280 && source != "" {
			p.accessibleIn("document.getElementById("+quote(id)+")", source, at, "")
		}
		p.press("\x1b")
		p.until("!document.querySelector(':popover-open')")
	}
	p.size(1440, 900)
}

// TestSlowOpenMenus checks every open menu: shared ones on the first page that has them, and those of
// sessions in the first, a middle and the last row of a list longer than the window.
func TestSlowOpenMenus(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('h1')")
	const sessions = 22
	for i := range sessions {
		if i > 0 {
			js[string](p, "fetch('/sessions/new', {method: 'POST', headers: {'Datastar-Request': 'true'}}).then(r => r.text())")
		}
		outside(t, c.Taps[0].URL, "1.0", fmt.Sprint("m", i), "tell me a joke", false)
	}
	locked := lock(t, c)
	seen := map[string]bool{}
	for where, at := range map[string]string{"traffic": "/traffic", "compose": "/compose", "agent": "/agents/" + agentID(c.Agent)} {
		p.visit(p.origin() + at)
		p.until("document.querySelector('#recording .health')")
		for _, id := range js[[]string](p, "[...document.querySelectorAll('.menu > button')].filter(b => b.checkVisibility()).map(b => b.getAttribute('popovertarget'))") {
			if !seen[id] {
				seen[id] = true
				p.unfoldMenu(source, where, id)
			}
		}
	}
	if len(seen) < 4 {
		t.Errorf("the pages have only the menus %v", seen)
	}
	locked()
	p.visit(p.origin() + "/sessions")
	p.until(fmt.Sprintf("document.querySelectorAll('#session-rows tr').length >= %d", sessions))
	for _, row := range []int{1, sessions / 2, sessions} {
		menu := js[string](p, fmt.Sprintf("document.querySelector('#session-rows tr:nth-child(%d) [popovertarget]').getAttribute('popovertarget')", row))
		p.unfoldMenu(map[bool]string{true: source}[row == 1], fmt.Sprint("session-", row), menu)
	}
}

// lock keeps the console from writing its file until the returned function is called.
func lock(t *testing.T, c *program) (release func()) {
	t.Helper()
	// The console may be writing; SQLite waits for it, as for any other process.
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
