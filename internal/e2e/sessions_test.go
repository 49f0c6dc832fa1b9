package e2e

import (
	"testing"
	"time"
)

// TestSessions pauses, starts, names, deletes and restores sessions.
func TestSessions(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	tap := c.Taps[0].URL
	p.visit(c.UI)
	outside(t, tap, "1.0", "first", "tell me a joke", false)
	p.until("document.querySelectorAll('[data-row]').length === 1")

	p.clickText("#recording button", "Pause")
	p.sees("#recording", "Paused")
	outside(t, tap, "1.0", "unseen", "tell me a joke", false)
	p.clickText("#recording button", "Resume")
	p.sees("#recording", "Recording")
	outside(t, tap, "1.0", "second", "hello", false)
	p.until("document.querySelectorAll('[data-row]').length === 2")

	p.typeIn("#session-name", "before the change\r")
	p.clickText("#rail a", "Sessions")
	p.at("/sessions")
	p.sees("#session-table", "before the change", "recording")
	p.clickText("#recording button", "New session")
	p.until("document.querySelectorAll('#session-table tbody tr').length === 2")
	outside(t, tap, "1.0", "third", "tell me a joke", false)
	p.shot("sessions")

	p.clickText("#session-table a.open-session", "before the change")
	p.sees(".banner", "before the change")
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.shot("session-scope")
	p.clickText("#rail a", "Sessions")
	p.at("/sessions")
	p.click("#session-table tbody tr:last-child .rename summary")
	p.selectAll("#session-table tbody tr:last-child .rename input")
	p.typeIn("#session-table tbody tr:last-child .rename input", "named anew\r")
	p.sees("#session-table", "named anew")
	list := p.another()
	list.visit(p.origin() + "/traffic?q=")
	list.until("document.querySelectorAll('[data-row]').length === 3")
	p.click("#session-table button[title=Delete]")
	p.sees("#notice", "Deleted", "named anew")
	p.until("document.querySelectorAll('#session-table tbody tr').length === 1")
	list.until("document.querySelectorAll('[data-row]').length === 1")
	p.shot("session-deleted")
	p.clickText("#notice button", "Undo")
	p.sees("#session-table", "named anew")
	list.until("document.querySelectorAll('[data-row]').length === 3")
	outside(t, tap, "1.0", "fourth", "tell me a joke", false)
	list.until("document.querySelectorAll('[data-row]').length === 4")
	p.reload()
	p.sees("#session-table", "named anew")
	p.clickText("#session-table a.open-session", "named anew")
	p.until("document.querySelectorAll('[data-row]').length === 2")
}

// newSession starts a session by the button of the bar, and waits until exchanges are recorded into it: a
// session is on record a moment before that.
func (p *tab) newSession(c *program) {
	p.t.Helper()
	before := c.current(p.t)
	p.clickText("#recording button", "New session")
	for end := time.Now().Add(patience); c.current(p.t) == before; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("%s is still recorded after %v\n%s", before, patience, p.scene())
		}
	}
}

// TestFilter narrows the list, explains errors of a filter, and groups by task.
func TestFilter(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	tap := c.Taps[0].URL
	outside(t, tap, "0.1", "order-1", "request a new phone for me", false)
	outside(t, tap, "0.1", "order-1", "Android", false)
	outside(t, tap, "1.0", "x", "fail", true)
	p.visit(c.UI)
	p.until("document.querySelectorAll('[data-row]').length === 3")
	p.typeIn("[data-filter]", "state:failed\r")
	p.until("location.search.includes('q=state%3Afailed') && document.querySelectorAll('[data-row]').length === 1")
	p.sees(".chips", "state:failed")
	// New exchanges are filtered too.
	outside(t, tap, "1.0", "y", "tell me a joke", false)
	outside(t, tap, "1.0", "z", "fail", false)
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.click(`.chip a[aria-label*="state:failed"]`)
	p.until("document.querySelectorAll('[data-row]').length === 5")
	p.typeIn("[data-filter]", "dur:>soon\r")
	p.sees("#filter-error", "dur")
	p.shot("filter-error")
	p.visit(js[string](p, "location.origin") + "/traffic?q=op:nothing-like-it*")
	p.sees(".rows-empty", "Nothing matches")
	p.shot("filter-nothing")
	p.clickText(".rows-empty a", "Clear the filter")
	p.until("!location.search.includes('nothing') && document.readyState === 'complete'")
	p.clickText(".views a", "By task")
	p.until("document.querySelectorAll('.task-group').length === 4")
	p.sees(".task-group:last-child", "request a new phone for me", "order-1", "completed")
	p.shot("by-task")
	p.click("#task-list details:last-child summary .t-title")
	p.until("document.querySelectorAll('#task-list details:last-child [data-row]').length === 2 && document.querySelector('#task-list details:last-child').open")
	outside(t, tap, "0.1", "order-2", "tell me a joke", false)
	p.until("document.querySelectorAll('.task-group').length === 5")
	p.until("document.querySelector('#task-list details:last-child').open")
}
