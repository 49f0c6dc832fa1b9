package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// busyAgent answers whatever it is asked with a short message, and returns its tap and how
// to have n calls pass.
func busyAgent(t testing.TB, args ...string) (c *program, call func(n int)) {
	t.Helper()
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"yes"}]}}}`)
	}))
	t.Cleanup(agent.Close)
	c = serve(t, append([]string{agent.URL}, args...)...)
	tap := c.Taps[slices.IndexFunc(c.Taps, func(x struct{ Agent, URL string }) bool { return x.Agent == agent.URL })].URL
	one := func() {
		req, _ := http.NewRequest("POST", tap, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go on"}]}}}`))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("A2A-Version", "1.0")
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Error(err)
			return
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	return c, func(n int) {
		t.Helper()
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				for range (n + 7 - i) / 8 {
					one()
				}
			})
		}
		all.Wait()
	}
}

const (
	trafficBox = "document.querySelector('[data-list]').closest('[data-follow]')"
	trafficSeq = "[...document.querySelectorAll('[data-list] [data-row]')].map(r => +r.id.slice(1))"
)

// bounded fails when the page holds more than it may.
func (p *tab) bounded(when string) {
	p.t.Helper()
	if n, rows := p.count("*"), p.count("[data-list] [data-row]"); n >= 15_000 || rows >= 400 {
		p.t.Errorf("%s the page has %d elements, %d rows", when, n, rows)
	}
	if !js[bool](p, trafficSeq+".every((s, i, all) => i === 0 || s < all[i - 1])") {
		p.t.Errorf("%s the rows are out of order", when)
	}
}

// TestRowsAreBounded (U6): the page holds a bounded number of rows, whatever arrives and
// however far one scrolls; what is read stays where it is, and scrolling back brings back
// what was dropped.
func TestRowsAreBounded(t *testing.T) {
	t.Parallel()
	c, call := busyAgent(t)
	p := open(t)
	const calls = 800 // twice what a page may hold
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.streams()
	call(calls)
	top := func() int { return js[int](p, "Math.max(0, "+trafficSeq+"[0] ?? 0)") }
	var total struct{ Exchanges []struct{ Seq int } }
	c.ask(t, "/api/exchanges?limit=1", &total)
	newest := total.Exchanges[0].Seq
	p.until(fmt.Sprintf("%s[0] === %d", trafficSeq, newest))
	p.bounded("after 800 arrivals")
	p.until("/^newest \\d+ shown · 0 of these failed/.test(document.querySelector('#totals').textContent)")

	// Down, far.
	low := func() int { return js[int](p, trafficSeq+".at(-1)") }
	for low() > newest-600 {
		was := low()
		js[bool](p, "(document.querySelector('#older').scrollIntoView(), true)")
		p.until(fmt.Sprintf("%s.at(-1) < %d", trafficSeq, was))
		p.bounded("further down")
	}
	p.until("document.querySelector('#newer') && !document.querySelector('#newer').hidden")
	if top() == newest {
		t.Error("the newest rows are still there")
	}
	p.until("/^\\d+ shown · 0 of these failed/.test(document.querySelector('#totals').textContent)")

	// What comes meanwhile is counted.
	p.until("document.querySelector('#live').dataset.shown.split(' ').length === 3")
	call(3)
	p.until("!document.querySelector('#arrived').hidden && /^[\\d,+]+ new$/.test(document.querySelector('#arrived').innerText.trim())")
	p.bounded("while it is held")

	// Up again: the row that is read stays where it is.
	first := trafficBox + ".getBoundingClientRect().top"
	for was := top(); was < newest; was = top() {
		js[bool](p, "("+trafficBox+".scrollTop = 500, true)")
		seen := js[string](p, "[...document.querySelectorAll('[data-row]')].find(r => r.getBoundingClientRect().bottom > "+first+" + 60).id")
		at := js[float64](p, "document.getElementById('"+seen+"').getBoundingClientRect().top")
		p.until(fmt.Sprintf("%s[0] > %d", trafficSeq, was))
		if now := js[float64](p, "document.getElementById('"+seen+"').getBoundingClientRect().top"); now-at > 2 || at-now > 2 {
			t.Errorf("row %s went from %v to %v", seen, at, now)
		}
		p.bounded("on the way up")
	}

	// And back to the newest.
	p.press(kb.End)
	p.until(fmt.Sprintf("%s[0] === %d && %s.scrollTop === 0 && document.querySelector('#newer').hidden && document.querySelector('#arrived').hidden", trafficSeq, newest+3, trafficBox))
	call(1)
	p.until(fmt.Sprintf("%s[0] === %d", trafficSeq, newest+4))
	p.bounded("at the end")
}
