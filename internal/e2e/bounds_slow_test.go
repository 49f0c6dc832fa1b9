//go:build slow

package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestSlowLongListsGoOn: the rest of a long list is a click away, and truncated text says so.
func TestSlowLongListsGoOn(t *testing.T) {
	t.Parallel()
	var list strings.Builder
	for i := range 120 {
		fmt.Fprintf(&list, `,{"text":"part number %d."}`, i)
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(`{"jsonrpc":"2.0","id":1,"result":{"pad":"` + strings.Repeat(" ", 17<<20) + `"}}`))
	z.Close()
	deep := strings.Repeat("[", 300_000) + strings.Repeat("]", 300_000)
	answers := map[string]string{"/parts": list.String()[1:], "/deep": `{"data":` + deep + `}`, "/table": `{"mediaType":"text/markdown","text":"|` + strings.Repeat("a|", 4300) + `\n|` + strings.Repeat("-|", 4300) + `\n` + strings.Repeat(`|\n`, 4300) + `"}`}
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == "/zip" {
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(zipped.Bytes())
			return
		}
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[%s]}}}`, answers[r.URL.Path])
	}))
	t.Cleanup(agent.Close)
	c, p := serve(t, agent.URL), open(t)
	tap := c.Taps[slices.IndexFunc(c.Taps, func(x struct{ Agent, URL string }) bool { return x.Agent == agent.URL })].URL
	var ids []string
	p.visit(c.UI)
	for _, path := range []string{"/parts", "/deep", "/table", "/zip"} {
		req, _ := http.NewRequest("POST", tap+path, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"go"}]}}}`))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("A2A-Version", "1.0")
		req.Header.Set("Accept-Encoding", "gzip")
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		p.visit(p.origin() + "/traffic")
		p.until(fmt.Sprintf(`new Set([...document.querySelectorAll('a[href^="/exchanges/"]')].map(a => a.pathname)).size > %d`, len(ids)))
		ids = append(ids, js[string](p, `document.querySelector('a[href^="/exchanges/"]').pathname.split('/')[2]`))
	}
	look := func(where string) {
		t.Helper()
		p.harmless(where)
		for _, width := range []int64{1440, 900} {
			p.size(width, 900)
			p.fits(fmt.Sprintf("%s at %d pixels", where, width))
			p.shot(fmt.Sprintf("bounds-%s-%d", where, width))
			p.dark(true)
			p.shot(fmt.Sprintf("bounds-%s-%d-dark", where, width))
			p.dark(false)
		}
		p.size(1440, 900)
	}
	p.visit(p.origin() + "/exchanges/" + ids[0])
	p.sees("#detail-body", "part number 49.", "70 more parts.")
	js[bool](p, `(document.querySelector('#detail-body .rest:has(a)').scrollIntoView({block: 'center'}), true)`)
	look("more")
	p.clickText("#detail-body .rest a", "Show more")
	p.sees("main", "part number 50.", "51–100 of 120")
	look("parts")
	p.clickText("main nav.pages a", "After")
	p.sees("main", "part number 119.", "101–120 of 120")
	p.clickText("main .crumb a", "Exchange")
	p.sees("#detail-body", "part number 0.")

	p.visit(p.origin() + "/exchanges/" + ids[1])
	p.sees("#detail-body", "Showing the first ")
	if n := js[int](p, "document.querySelectorAll('main *').length"); n > 60_000 {
		t.Errorf("deep JSON is %d elements", n)
	}
	js[bool](p, `(document.querySelector('#detail-body .json .rest').scrollIntoView({block: 'center'}), true)`)
	look("deep")
	p.visit(p.origin() + "/exchanges/" + ids[2])
	p.sees("#detail-body .part", "|a|a|")
	if n := p.count("#detail-body td, #detail-body th"); n > 0 {
		t.Errorf("%d cells are drawn", n)
	}
	look("table")
	p.visit(p.origin() + "/exchanges/" + ids[3] + "?tab=response")
	p.sees("#detail-body", "Showing the first 16.0 MB of the decoded body.")
	look("zip")
}

// TestSlowRowsAreBounded: the page holds a bounded number of rows, however many arrive and however
// far one scrolls. The row being read stays in place, and scrolling back restores the rows that
// were dropped.
func TestSlowRowsAreBounded(t *testing.T) {
	t.Parallel()
	c, call := busyAgent(t)
	p := open(t)
	const calls = 800 // more than twice the maximum of a page
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
	p.until("/^newest \\d+ shown · \\d/.test(document.querySelector('#totals').textContent)")

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
	p.until("/^\\d+ shown · \\d/.test(document.querySelector('#totals').textContent)")

	// Rows that arrive meanwhile are counted.
	p.until("document.querySelector('#live').dataset.shown.split(' ').length === 3")
	call(3)
	p.until("!document.querySelector('#arrived').hidden && /^[\\d,+]+ new$/.test(document.querySelector('#arrived').innerText.trim())")
	p.bounded("while it is held")

	// Up again: the row being read stays in place.
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

// bounded fails if the page holds more than the maximum.
func (p *tab) bounded(when string) {
	p.t.Helper()
	if n, rows := p.count("*"), p.count("[data-list] [data-row]"); n >= 15_000 || rows >= 400 {
		p.t.Errorf("%s the page has %d elements, %d rows", when, n, rows)
	}
	if !js[bool](p, trafficSeq+".every((s, i, all) => i === 0 || s < all[i - 1])") {
		p.t.Errorf("%s the rows are out of order", when)
	}
}

const trafficBox = "document.querySelector('[data-list]').closest('[data-follow]')"
