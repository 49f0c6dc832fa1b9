package faults

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// openTab is a page that a browser has open: it keeps what its stream sends.
type openTab struct {
	t    testing.TB
	path string
	mu   sync.Mutex
	sent bytes.Buffer
	more chan struct{} // closed and made anew with every piece
}

// tab opens a page's stream with a browser that is signed in.
func (p *program) tab(browser *http.Client, path string) *openTab {
	p.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.origin()+"/live"+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Datastar-Request", "true")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	resp, err := browser.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		p.t.Fatalf("%s answers %d: %s", path, resp.StatusCode, bodyOf(p.t, resp))
	}
	b := &openTab{t: p.t, path: path, more: make(chan struct{})}
	go func() {
		defer resp.Body.Close()
		buf := make([]byte, 64<<10)
		for {
			n, err := resp.Body.Read(buf)
			b.mu.Lock()
			b.sent.Write(buf[:n])
			close(b.more)
			b.more = make(chan struct{})
			b.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return b
}

// text is what was sent and is not forgotten.
func (b *openTab) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent.String()
}

// deaf opens a page's stream and reads nothing of it.
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

// until waits until what was sent holds a text, and forgets what came up to its end.
func (b *openTab) until(what, text string) {
	b.t.Helper()
	limit := time.After(patience)
	for {
		b.mu.Lock()
		i, more := strings.Index(b.sent.String(), text), b.more
		if i >= 0 {
			b.sent.Next(i + len(text))
		}
		b.mu.Unlock()
		if i >= 0 {
			return
		}
		select {
		case <-more:
		case <-limit:
			b.t.Fatalf("%s: %s: %q did not come; it was sent: %.3000s", b.path, what, text, b.sent.String())
		}
	}
}

// tabsOf opens tabs, fifty in all, on pages that list what is recorded, and waits until
// each was drawn.
func (p *program) tabsOf(pages ...string) (tabs []*openTab) {
	p.t.Helper()
	browser := p.browser()
	for i := range 50 {
		tabs = append(tabs, p.tab(browser, pages[i%len(pages)]))
	}
	all(tabs, "opened", `id="recording"`)
	return tabs
}

// all waits until every tab was sent a text.
func all(tabs []*openTab, what, text string) {
	for _, b := range tabs {
		b.t.Helper()
		b.until(what, text)
	}
}

// on are the tabs of a page.
func on(tabs []*openTab, page string) (out []*openTab) {
	for _, b := range tabs {
		if b.path == page {
			out = append(out, b)
		}
	}
	return out
}

// passes makes a call through a program that must work.
func (c *caller) passes(p *program, id string) {
	c.t.Helper()
	mustWork(c.t, []*answered{c.make(context.Background(), p, call{kind: "call", id: id, size: 300, asks: 100})})
}

// What another program records, saves and removes is on open tabs, also of what was
// stopped meanwhile, and of what was killed.
func TestTabsBesideOtherPrograms(t *testing.T) {
	t.Parallel()
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	db := filepath.Join(t.TempDir(), "x.db")
	p, q := h.serve(db, a.URL), h.tap(db, a.URL)
	tabs := p.tabsOf("/traffic?q=", "/traffic?view=tasks&q=", "/agents")
	lists := append(on(tabs, "/traffic?q="), on(tabs, "/traffic?view=tasks&q=")...)
	c.passes(q, "one")
	all(lists, "recorded by the other", "task-one")
	q.freeze(db)
	c.passes(p, "two")
	all(lists, "recorded while the other is stopped", "task-two")
	q.thaw()
	p.freeze(db)
	for i := range 30 {
		c.passes(q, fmt.Sprint("many", i))
	}
	p.thaw()
	all(lists, "recorded while this one was stopped", "task-many29")

	resp, err := c.open(context.Background(), q.url(), call{kind: "hold", id: "held", n: 4, size: 200, asks: 50})
	must(t, err)
	defer resp.Body.Close()
	all(on(tabs, "/traffic?q="), "under way", "hold/held")
	all(on(tabs, "/traffic?view=tasks&q="), "under way", "task-held")
	q.kill()
	h.run("sessions", "list", "--db", db) // whoever opens the record recovers what was killed
	all(lists, "killed", "interrupted")

	other := newAgent(t)
	h.tap(db, other.URL)
	all(on(tabs, "/agents"), "saved by the other", strings.TrimPrefix(other.URL, "http://"))
	h.run("sessions", "rm", q.Session, "--db", db)
	all(on(tabs, "/traffic?q="), "without the removed session", `id="rows"`)
	for _, b := range on(tabs, "/traffic?q=") {
		b.until("drawn anew", "task-two")
		if rest := b.text(); strings.Contains(rest, "task-many") {
			t.Errorf("rows of a removed session are drawn: %.500s", rest)
		}
	}
	p.stop()
}

// A clock that jumps by hours, there and back, leaves tabs current.
func TestTabsWhenTheClockJumps(t *testing.T) {
	t.Parallel()
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	clock := newClock(t, 0)
	db := filepath.Join(t.TempDir(), "x.db")
	p, q := h.by(clock).serve(db, a.URL), h.tap(db, a.URL)
	tabs := p.tabsOf("/traffic?q=", "/traffic?view=tasks&q=")
	for i, off := range []time.Duration{5 * time.Hour, -7 * time.Hour, 0} {
		clock.set(off)
		c.passes(p, fmt.Sprint("own", i))
		all(tabs, fmt.Sprint("own by ", off), fmt.Sprint("task-own", i))
		c.passes(q, fmt.Sprint("other", i))
		all(tabs, fmt.Sprint("other's by ", off), fmt.Sprint("task-other", i))
	}
	p.stop()
}

// A disk that is full leaves tabs open. They say that recording is in trouble, and show
// what comes once there is room.
func TestTabsOnAFullDisk(t *testing.T) {
	dir, free := smallDisk(t)
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	p := h.serve(filepath.Join(dir, "x.db"), a.URL)
	tabs := p.tabsOf("/traffic?q=", "/traffic?view=tasks&q=", "/sessions")
	l := c.begin(p, 4, big("full"))
	all(tabs, "in trouble", "the disk is full")
	free()
	l.end()
	p.said.await(t, "that recording goes on", resumed)
	c.passes(p, "room")
	all(append(on(tabs, "/traffic?q="), on(tabs, "/traffic?view=tasks&q=")...), "with room again", "task-room")
	p.stop()
}

// Tabs that take nothing of their streams hold up neither others nor traffic.
func TestTabsThatTakeNothing(t *testing.T) {
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
