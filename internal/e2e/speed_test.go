package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// drawn is what a page records while events arrive.
type drawn struct {
	Exchange string
	Seen     [][2]float64 // times (Unix, ms) and the number of events shown then
	Frames   []float64    // ms between frames
}

// watchEvents notes each change of the number of events, and each frame.
const watchEvents = `(() => {
  const seen = [], frames = [];
  const count = () => Number(/([\d,]+) events?/.exec(document.getElementById('gutter-head')?.textContent ?? '')?.[1].replaceAll(',', '') ?? 0);
  let last = 0;
  new MutationObserver(() => {
    const n = count();
    if (n > last) seen.push([performance.timeOrigin + performance.now(), last = n]);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  let before = performance.now();
  const frame = (now) => { if (last > 0) frames.push(now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  window.drawn = () => ({ Exchange: document.getElementById('gutter')?.dataset.exchange, Seen: seen, Frames: frames });
  return true;
})()`

// BenchmarkEventsToPage measures how long an event takes from the wire to the page of a real browser at
// 1,000 events a second, and how smoothly the page is drawn.
func BenchmarkEventsToPage(b *testing.B) {
	const events = 10_000
	c, p := serve(b), open(b)
	p.compose(c, "1.0")
	js[bool](p, watchEvents)
	for b.Loop() {
		p.send(fmt.Sprintf("slow %d chunks every 1ms size 20", events))
		p.until("document.getElementById('gutter-end')?.textContent.includes('Ended by the agent')")
	}
	d := js[drawn](p, "drawn()")
	late := lateness(d.Seen, arrivals(b, c, d.Exchange))
	slices.Sort(late)
	slices.Sort(d.Frames)
	slow := len(d.Frames) - count(d.Frames, 34)
	b.ReportMetric(at(late, 0.5), "ms-median")
	b.ReportMetric(at(late, 0.95), "ms-p95")
	b.ReportMetric(100*float64(slow)/float64(max(len(d.Frames), 1)), "%-frames-over-34ms")
	b.ReportMetric(float64(len(d.Seen)), "drawings")
	b.ReportMetric(0, "ns/op")
}

// watchRows measures the time from each key press to the frame that shows the focused row.
const watchRows = `(() => {
  const took = [];
  let pressed = 0;
  addEventListener('keydown', (e) => { pressed = e.timeStamp; }, true);
  addEventListener('focusin', (e) => {
    if (!e.target.closest('[data-list] [data-row]')) return;
    const began = pressed;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel(); // after the frame
      port1.onmessage = () => took.push(performance.now() - began);
      port2.postMessage(0);
    });
  });
  window.took = took;
  return true;
})()`

// BenchmarkRows measures Traffic after 20,000 calls have arrived in an open page: how long j takes to the
// next row, and how many elements the page has. A2A_BENCH_DB names a record to add the calls to.
func BenchmarkRows(b *testing.B) {
	const arrivals, keys = 20_000, 100
	var args []string
	if db := os.Getenv("A2A_BENCH_DB"); db != "" {
		args = []string{"--db", db}
	}
	c, call := busyAgent(b, args...)
	p := open(b)
	p.visit(c.UI)
	p.visit(p.origin() + "/traffic")
	p.streams()
	call(arrivals)
	var newest struct{ Exchanges []struct{ Seq int } }
	c.ask(b, "/api/exchanges?limit=1", &newest)
	p.until(fmt.Sprintf("%s[0] === %d", trafficSeq, newest.Exchanges[0].Seq))
	js[bool](p, watchRows)
	for b.Loop() {
		for range keys {
			was := js[int](p, "took.length")
			p.press("j")
			p.until(fmt.Sprintf("took.length > %d", was))
		}
	}
	took := js[[]float64](p, "took")
	slices.Sort(took)
	b.ReportMetric(at(took, 0.5), "ms-median")
	b.ReportMetric(at(took, 0.95), "ms-p95")
	b.ReportMetric(float64(p.count("*")), "elements")
	b.ReportMetric(0, "ns/op")
}

// arrivals are the times when each event of an exchange was complete, in Unix ms.
func arrivals(b *testing.B, c *program, exchange string) (out []float64) {
	b.Helper()
	for {
		var page struct{ Frames []struct{ At time.Time } }
		c.ask(b, fmt.Sprintf("/api/exchanges/%s/frames?from=%d&limit=1000", exchange, len(out)), &page)
		for _, f := range page.Frames {
			out = append(out, float64(f.At.UnixMicro())/1000)
		}
		if len(page.Frames) < 1000 {
			return out
		}
	}
}

// lateness is the time from the arrival of each event until the page counted it.
func lateness(seen [][2]float64, arrived []float64) (out []float64) {
	n := 0
	for _, s := range seen {
		for ; n < int(s[1]) && n < len(arrived); n++ {
			out = append(out, s[0]-arrived[n])
		}
	}
	return out
}

// count is how many of sorted values are at most a limit.
func count(sorted []float64, limit float64) int {
	n, _ := slices.BinarySearch(sorted, limit)
	return n
}

// at returns a quantile of sorted values.
func at(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(share*float64(len(sorted))), len(sorted)-1)]
}

// busyAgent answers everything with a short message. It returns its tap and a function that makes n calls
// and waits until the API lists them.
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
	newest := func() int {
		var list struct{ Exchanges []struct{ Seq int } }
		if c.ask(t, "/api/exchanges?limit=1", &list); len(list.Exchanges) == 0 {
			return 0
		}
		return list.Exchanges[0].Seq
	}
	return c, func(n int) {
		t.Helper()
		before := newest()
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				for range (n + 7 - i) / 8 {
					one()
				}
			})
		}
		all.Wait()
		end := time.Now().Add(patience)
		for wait := pause(0); newest() < before+n; wait.sleep() { // the response is on record, and will soon be listed
			if time.Now().After(end) {
				t.Fatalf("%d calls were answered; the API lists %d of them after %v", n, newest()-before, patience)
			}
		}
	}
}

const trafficSeq = "[...document.querySelectorAll('[data-list] [data-row]')].map(r => +r.id.slice(1))"
