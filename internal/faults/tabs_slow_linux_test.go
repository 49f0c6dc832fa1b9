//go:build slow

package faults

import (
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"testing"
	"time"
)

// deaf opens a page's stream and does not read it.
func (p *program) deaf(browser *http.Client, path string) {
	p.t.Helper()
	req, err := http.NewRequest(http.MethodGet, p.origin()+"/live"+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Datastar-Request", "true")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, k := range browser.Jar.Cookies(req.URL) {
		req.AddCookie(k)
	}
	c, err := net.Dial("tcp", req.URL.Host)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { c.Close() })
	must(p.t.(*testing.T), c.(*net.TCPConn).SetReadBuffer(4096))
	must(p.t.(*testing.T), req.Write(c))
}

// A clock that jumps by hours, there and back, leaves tabs current.
func TestSlowTabsWhenTheClockJumps(t *testing.T) {
	t.Parallel()
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	clock := newClock(t, 0)
	db := filepath.Join(t.TempDir(), "x.db")
	p, q := h.by(clock).serve(db, a.URL), h.tap(db, a.URL)
	tabs := p.tabsOf(50, "/traffic?q=", "/traffic?view=tasks&q=")
	for i, off := range []time.Duration{5 * time.Hour, -7 * time.Hour, 0} {
		clock.set(off)
		c.passes(p, fmt.Sprint("own", i))
		all(tabs, fmt.Sprint("own by ", off), fmt.Sprint("task-own", i))
		c.passes(q, fmt.Sprint("other", i))
		all(tabs, fmt.Sprint("other's by ", off), fmt.Sprint("task-other", i))
	}
	p.stop()
}

// A full disk keeps tabs open. They say that recording is in trouble, and show new exchanges once there
// is room.
func TestSlowTabsOnAFullDisk(t *testing.T) {
	t.Parallel()
	dir, free := smallDisk(t)
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	p := h.serve(filepath.Join(dir, "x.db"), a.URL)
	tabs := p.tabsOf(50, "/traffic?q=", "/traffic?view=tasks&q=", "/sessions")
	mustWork(t, fill(t, c, p))
	all(tabs, "in trouble", "the disk is full")
	free()
	p.said.await(t, "that recording goes on", resumedIn)
	c.passes(p, "room")
	all(append(on(tabs, "/traffic?q="), on(tabs, "/traffic?view=tasks&q=")...), "with room again", "task-room")
	p.stop()
}

// Tabs that do not read their streams block neither others nor traffic.
func TestSlowTabsThatTakeNothing(t *testing.T) {
	t.Parallel()
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	p := h.serve(filepath.Join(t.TempDir(), "x.db"), a.URL)
	browser := p.browser()
	for i := range 20 {
		p.deaf(browser, []string{"/traffic?q=", "/traffic?view=tasks&q=", "/traffic?view=sequence&q=", "/sessions"}[i%4])
	}
	b := p.tab(p.browser(), "/traffic?q=")
	for i := range 300 {
		c.passes(p, fmt.Sprint("call", i))
	}
	b.until("beside tabs that take nothing", "task-call299")
	p.stop()
}
