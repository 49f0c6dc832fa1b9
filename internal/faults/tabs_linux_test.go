package faults

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// openTab is a page that a browser has open: it keeps what its stream sends.
type openTab struct {
	t    testing.TB
	path string
	mu   sync.Mutex
	sent bytes.Buffer
	more chan struct{} // closed and replaced at every piece
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

// text is what was received and not forgotten.
func (b *openTab) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent.String()
}

// until waits for a text, and forgets everything up to its end.
func (b *openTab) until(what, text string) {
	b.t.Helper()
	b.forgetTo(fmt.Sprintf("%s: %q", what, text), func(sent string) int {
		if i := strings.Index(sent, text); i >= 0 {
			return i + len(text)
		}
		return -1
	})
}

// untilEvent waits for an event of the stream that satisfies a condition, and forgets everything up to
// its end. Earlier events are skipped.
func (b *openTab) untilEvent(what string, holds func(event string) bool) {
	b.t.Helper()
	b.forgetTo(what, func(sent string) int {
		for at := 0; ; {
			event, _, whole := strings.Cut(sent[at:], "\n\n")
			if !whole {
				return -1
			}
			if at += len(event) + 2; holds(event) {
				return at
			}
		}
	})
}

// forgetTo waits until find returns an end other than -1, and forgets everything up to it.
func (b *openTab) forgetTo(what string, find func(sent string) int) {
	b.t.Helper()
	limit := patience(b.t)
	for {
		b.mu.Lock()
		end, more := find(b.sent.String()), b.more
		if end >= 0 {
			b.sent.Next(end)
		}
		b.mu.Unlock()
		if end >= 0 {
			return
		}
		select {
		case <-more:
		case <-limit:
			b.t.Fatalf("%s: %s did not come; it was sent: %.3000s", b.path, what, b.text())
		}
	}
}

// tabsOf opens n tabs, alternating between pages that list exchanges, and waits until each is drawn.
func (p *program) tabsOf(n int, pages ...string) (tabs []*openTab) {
	p.t.Helper()
	browser := p.browser()
	for i := range n {
		tabs = append(tabs, p.tab(browser, pages[i%len(pages)]))
	}
	all(tabs, "opened", `id="recording"`)
	return tabs
}

// all waits until every tab has received a text.
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

// Open tabs show what another program records, saves and removes, even after that program was stopped or
// killed.
func TestTabsBesideOtherPrograms(t *testing.T) {
	t.Parallel()
	h, a, c := newHost(t), newAgent(t), newCaller(t)
	db := filepath.Join(t.TempDir(), "x.db")
	p, q := h.serve(db, a.URL), h.tap(db, a.URL)
	tabs := p.tabsOf(6, "/traffic?q=", "/traffic?view=tasks&q=", "/agents")
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
	h.run("sessions", "list", "--db", db) // the first to open the record recovers what was killed
	all(lists, "killed", "interrupted")

	other := newAgent(t)
	h.tap(db, other.URL)
	all(on(tabs, "/agents"), "saved by the other", strings.TrimPrefix(other.URL, "http://"))
	h.run("sessions", "rm", q.Session, "--db", db)
	for _, b := range on(tabs, "/traffic?q=") {
		b.untilEvent("that the rows of the removed session go", func(event string) bool {
			return strings.Contains(event, "> #x") && strings.Contains(event, "mode remove")
		})
	}
	p.stop()
}
