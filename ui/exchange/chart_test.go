package exchange

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// paced is a record of one stream, one event per chunk.
type paced struct {
	host.Library
	request string
	events  []string
	at      []time.Duration
	start   time.Time
}

func (p *paced) Chunks(_ context.Context, _ string, s wire.Side, from, _ int64) (out []wire.Chunk, _ error) {
	if s == wire.Request {
		if from > 0 {
			return nil, nil
		}
		return []wire.Chunk{{Side: s, At: p.start, Data: []byte(p.request)}}, nil
	}
	var off int64
	for i, e := range p.events {
		if off >= from {
			out = append(out, wire.Chunk{Side: s, Offset: off, At: p.start.Add(p.at[i]), Data: []byte(e)})
		}
		off += int64(len(e))
	}
	return out, nil
}

// status and artifact are events of a stream.
func status(state string) string {
	return `data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"` + state + `"}}}}` + "\n\n"
}

func artifact(n int) string {
	return fmt.Sprintf(`data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t","contextId":"c","append":%t,"artifact":{"artifactId":"a","parts":[{"text":"x %d"}]}}}}`+"\n\n", n > 0, n)
}

// detailOf returns the page of the stream.
func (p *paced) detailOf(t testing.TB, tab string) (*Screen, *detail) {
	t.Helper()
	p.start = time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)
	p.request = `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`
	end := p.start.Add(p.at[len(p.at)-1])
	x := wire.Exchange{ID: wire.NewID(), Method: "POST", URL: "http://agent.test/", Outcome: wire.ByAgent, Started: p.start, RequestDone: p.start, Answered: p.start.Add(p.at[0]),
		FirstByte: p.start.Add(p.at[0]), LastByte: end, Ended: end, Frames: len(p.events), RequestBytes: int64(len(p.request)), RequestKept: int64(len(p.request))}
	x.Request.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
	for _, e := range p.events {
		x.ResponseBytes += int64(len(e))
	}
	x.ResponseKept = x.ResponseBytes
	tp, release, err := tape.New(p, func(string) *a2a.Card { return nil }).ForExchange(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	return &Screen{Library: p}, &detail{X: x, Tab: tab, tape: tp, Now: end}
}

// The chart has the first event, the first artifact, the gaps and the throughput, and describes
// them in words.
func TestChart(t *testing.T) {
	p := &paced{events: []string{status("TASK_STATE_WORKING"), ": ping\n\n", artifact(0), artifact(1), status("TASK_STATE_COMPLETED")},
		at: []time.Duration{100 * time.Millisecond, 150 * time.Millisecond, 800 * time.Millisecond, 900 * time.Millisecond, time.Second}}
	s, d := p.detailOf(t, "timing")
	c, err := s.chartOf(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if c.Total != time.Second || c.Count != 4 || c.First.At != p.at[0] || c.Artifact.At != p.at[2] || !c.Single || len(c.Events) != 4 {
		t.Errorf("%+v", c)
	}
	if len(c.Gaps) != 3 || c.Gaps[0].Event != 1 || c.Gaps[0].Length != 700*time.Millisecond {
		t.Errorf("gaps %+v", c.Gaps)
	}
	if got := c.Rates(); !strings.HasPrefix(got, "3.3 events/s · ") {
		t.Errorf("rates %q", got)
	}
	if got := c.Describe(); !strings.HasPrefix(got, "Total 1.0 s; first event after 100 ms; first artifact after 800 ms; 4 events, ") || !strings.Contains(got, "a gap of 700 ms after 100 ms") {
		t.Errorf("in words: %s", got)
	}
	if words := c.Ticks[len(c.Ticks)-1].Word; words != "1 s" || c.Ticks[0].Word != "0" || len(c.Ticks) > 7 {
		t.Errorf("axis %+v", c.Ticks)
	}
}

// The chart has the same size for any number of events.
func TestChartIsBounded(t *testing.T) {
	p := &paced{}
	for i := range 10_000 {
		p.events, p.at = append(p.events, artifact(i)), append(p.at, time.Duration(i+1)*time.Millisecond)
	}
	s, d := p.detailOf(t, "timing")
	c, err := s.chartOf(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	d.Chart = c
	if err := timingTab(d).Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	if c.Single || c.Count != 10_000 || len(c.Events) > chartBins || len(c.Bytes) > chartBins || len(c.Gaps) > chartGaps || b.Len() > 96<<10 {
		t.Errorf("%d events: %d marks, %d columns of bytes, %d gaps, %d bytes of page", c.Count, len(c.Events), len(c.Bytes), len(c.Gaps), b.Len())
	}
}

// The Response tab shows the events of a stream as JSON with their times, in pages that together
// are complete.
func TestPrettyStreams(t *testing.T) {
	p := &paced{}
	for i := range 120 {
		p.events, p.at = append(p.events, artifact(i)), append(p.at, time.Duration(i+1)*time.Millisecond)
	}
	p.events[7] = ": ping\n\n"
	s, d := p.detailOf(t, "response")
	seen, pages := map[int]bool{}, 0
	for from := 1; from >= 0; pages++ {
		b, err := s.body(httptest.NewRequest("GET", fmt.Sprintf("/exchanges/x?tab=response&from=%d", from), nil), d)
		if err != nil || b.View != "pretty" || b.Events == nil || len(b.Events.List) > pageEvents {
			t.Fatalf("%+v, %v", b, err)
		}
		var page strings.Builder
		if err := bodyText(d, b).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		for _, e := range b.Events.List {
			seen[e.Number] = true
			if !strings.Contains(page.String(), fmt.Sprintf("x %d", e.Number-1)) || !strings.Contains(page.String(), fmt.Sprintf("+%d ms", e.Number)) {
				t.Errorf("the page lacks event %d", e.Number)
			}
		}
		from = b.Events.After
	}
	if len(seen) != 119 || seen[8] || pages != 3 {
		t.Errorf("%d events on %d pages", len(seen), pages)
	}
	for _, view := range []string{"raw", "hex"} {
		if b, err := s.body(httptest.NewRequest("GET", "/exchanges/x?tab=response&view="+view, nil), d); err != nil || b.View != view || b.Events != nil || len(b.Data) == 0 {
			t.Errorf("%s: %+v, %v", view, b, err)
		}
	}
}

// TestPhases: the wait ends with the response's head; the time from there to the body is its own.
func TestPhases(t *testing.T) {
	start := time.Unix(100, 0)
	at := func(s int) time.Time { return start.Add(time.Duration(s) * time.Second) }
	for _, c := range []struct {
		x    wire.Exchange
		want string
	}{
		{wire.Exchange{Started: start, RequestDone: at(1), Answered: at(3), FirstByte: at(4), LastByte: at(6)}, "request 1.0 s, wait for the head 2.0 s, wait for the body 1.0 s, body 2.0 s"},
		{wire.Exchange{Started: start, RequestDone: at(1), Answered: at(3), FirstByte: at(3), LastByte: at(6)}, "request 1.0 s, wait for the head 2.0 s, body 3.0 s"},
		{wire.Exchange{Started: start, RequestDone: at(1), Answered: at(3)}, "request 1.0 s, wait for the head 2.0 s"},
		{wire.Exchange{Started: start, RequestDone: at(1)}, "request 1.0 s, wait for the head 9.0 s"},
	} {
		ch := &chart{Total: 10 * time.Second}
		ch.phases(&c.x)
		var got []string
		for _, b := range ch.Phases {
			got = append(got, b.Title)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s, want %s", strings.Join(got, ", "), c.want)
		}
	}
}
