package proxy_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// client returns an HTTP client for the binding.
func (s speech) client() *http.Client {
	tr := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 64}
	if s.h2 {
		tr.Protocols = new(http.Protocols)
		tr.Protocols.SetUnencryptedHTTP2(true)
	}
	return &http.Client{Transport: tr}
}

func (s speech) request(ctx context.Context, tap string) *http.Request {
	req, _ := http.NewRequestWithContext(ctx, "POST", tap+s.path, bytes.NewReader(s.call))
	req.Header.Set("Content-Type", s.kind)
	return req
}

// A client or an agent that disconnects while something is held, and a stop, end the exchange at once; the
// record says who disconnected and that something was held. An agent that has sent everything does not end a
// hold.
func TestSomebodyLeavesWhileHeld(t *testing.T) {
	t.Parallel()
	for _, s := range speeches() {
		for _, what := range []string{"request", "answer", "head", "event"} {
			for _, who := range []string{"client", "agent", "console", "agent that is done"} {
				if strings.HasPrefix(who, "agent") && (what == "request" || what == "answer") {
					continue // not called yet
				}
				t.Run(s.name+"/"+what+"/"+who, func(t *testing.T) { s.leaves(t, what, who) })
			}
		}
	}
}

func (s speech) leaves(t *testing.T, what, who string) {
	m := newMemory()
	breaks, ends, gone := make(chan struct{}), make(chan struct{}), make(chan struct{})
	_, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(gone)
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		if s.h2 {
			w.Header().Set("Content-Type", s.kind)
		}
		io.WriteString(w, s.all(0, 2))
		http.NewResponseController(w).Flush()
		select {
		case <-breaks:
			panic(http.ErrAbortHandler)
		case <-ends:
		case <-r.Context().Done():
		}
	}))
	held, release := make(chan struct{}), make(chan struct{})
	wait := func(ctx context.Context) error {
		close(held)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-release:
			return nil
		}
	}
	hold := func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
		if err := wait(ctx); err != nil {
			return err
		}
		return out.Send(wire.Passage{Kind: wire.PassageHeld}, f.Raw)
	}
	o := proxy.Options{Recorder: m}
	planned(map[string]wire.InterventionPlan{
		"request": {Request: at(0, hold)}, "event": {Response: at(1, hold)},
		"head":   {Response: frameGate{head: func(ctx context.Context, _ *wire.Head) error { return wait(ctx) }}},
		"answer": {Answer: func(ctx context.Context) (*wire.RuleAnswer, error) { return &s.answer, wait(ctx) }},
	}[what])(&o)
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: o, FirstPort: -1})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	tap, err := taps.Open(t.Context(), up.URL)
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	c := s.client()
	defer c.CloseIdleConnections()
	got := make(chan clientAnswer, 1)
	go func() {
		resp, err := c.Do(s.request(ctx, tap.URL))
		if err != nil {
			got <- clientAnswer{err: err}
			return
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		got <- clientAnswer{status: resp.StatusCode, body: string(b), err: err}
	}()
	<-held
	var want wire.Outcome
	switch who {
	case "client":
		want = wire.Cancelled
		leave()
	case "agent":
		want = wire.Cut
		close(breaks)
	case "console":
		want = wire.Interrupted
		taps.Shutdown(context.WithoutCancel(t.Context()))
	default:
		want = wire.ByAgent
		close(ends)
		<-gone
		close(release)
	}
	x, has := m.ended(t), <-got
	if x.end.Outcome != want || x.ends != 1 || who != "console" && want != wire.ByAgent && !strings.Contains(x.end.Problem, "A rule held") && !strings.HasSuffix(x.end.Problem, wire.WhileHeld) {
		t.Errorf("ended as %+v", x.end)
	}
	if want == wire.ByAgent && (has.body != s.all(0, 2) || has.err != nil) {
		t.Errorf("the client has %+v", has)
	}
	if what == "event" && want != wire.ByAgent && string(x.committed(wire.ResponseSent)) != s.all(0, 1) || who == "agent" && !s.broken(has.err) {
		t.Errorf("sent %q, the client has %+v", x.committed(wire.ResponseSent), has)
	}
	if what == "head" || what == "event" {
		<-gone // the agent's call is over
	}
}

// A delayed head keeps the client waiting, while what the agent sends goes on record.
func TestLaggingHead(t *testing.T) {
	t.Parallel()
	for _, s := range speeches() {
		t.Run(s.name, func(t *testing.T) {
			m := newMemory()
			var calls atomic.Int64
			var asked []byte
			release := make(chan struct{})
			tap, _ := front(t, m, s.agent(&calls, &asked), planned(wire.InterventionPlan{Response: frameGate{head: func(ctx context.Context, h *wire.Head) error {
				select {
				case <-release:
				case <-ctx.Done():
				}
				return ctx.Err()
			}}}))
			got := make(chan clientAnswer, 1)
			go func() { got <- s.asks(t, tap) }()
			m.wait(t, "all of the answer to come", func(all []*tape) bool {
				return len(all) > 0 && string(all[0].kept[wire.Response]) == s.all(0, 4)
			})
			if len(got) > 0 {
				t.Error("the client has an answer")
			}
			close(release)
			if has := <-got; has.err != nil || has.body != s.all(0, 4) {
				t.Errorf("%+v", has)
			}
		})
	}
}

// A card is rewritten first, and then gated; both are on record.
func TestRewrittenCardIsGated(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"url":"AGENT"}`)
	}), splicing, planned(wire.InterventionPlan{Response: frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
		return out.Send(wire.Passage{Kind: wire.PassageEdited}, append([]byte("edited "), f.Raw...))
	})}))
	resp, err := http.Get(tap + "/card")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	want := `edited {"url":"` + tap + `"}`
	x := m.ended(t)
	if string(b) != want || err != nil || string(x.committed(wire.ResponseSent)) != want || string(x.committed(wire.Response)) != `{"url":"AGENT"}` || x.end.Outcome != wire.ByAgent || x.ends != 1 {
		t.Errorf("%q, %v, sent %q, %+v", b, err, x.committed(wire.ResponseSent), x.end)
	}
	if h := x.heads[wire.ResponseSent].Header; h == nil || h.Get("Content-Length") != "" || resp.ContentLength != -1 {
		t.Errorf("%v", h)
	}
}

// If there is no body, the head is gated, and the end stays as it was.
func TestGateOfAHeadAlone(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 204, 304} {
		m := newMemory()
		tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Etag", "x")
			w.WriteHeader(status)
		}), planned(wire.InterventionPlan{Response: frameGate{head: func(_ context.Context, h *wire.Head) error {
			h.Header.Set("X-Rule", "yes")
			return nil
		}}}))
		resp, err := http.Get(tap)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if x := m.ended(t); resp.StatusCode != status || resp.Header.Get("X-Rule") != "yes" || x.heads[wire.ResponseSent].Header.Get("X-Rule") != "yes" || x.end.Outcome != wire.ByAgent {
			t.Errorf("%d: %+v", status, x)
		}
	}
}

// Rules apply to the console's own calls as to others, recorded or not; what breaks one off is the error.
func TestInterventionsOfOwnCalls(t *testing.T) {
	t.Parallel()
	for name, noRecord := range map[string]bool{"recorded": false, "not recorded": true} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			_, up := front(t, newMemory(), http.HandlerFunc(events))
			plan := wire.InterventionPlan{}
			taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m, Intervene: intervener{plan: func(x *wire.Exchange, body []byte, whole bool) *wire.InterventionPlan {
				if string(body) != "ask" || !whole || x.Origin != wire.Compose {
					t.Errorf("%q, %v, %+v", body, whole, x)
				}
				return &plan
			}}}})
			defer taps.Shutdown(context.WithoutCancel(t.Context()))
			call := func() (string, error) {
				ctx := wire.WithCallOptions(t.Context(), wire.CallOptions{Origin: wire.Compose, NoRecord: noRecord})
				req, _ := http.NewRequestWithContext(ctx, "POST", up.URL, strings.NewReader("ask"))
				resp, err := taps.RoundTripper().RoundTrip(req)
				if err != nil {
					return "", err
				}
				defer resp.Body.Close()
				b, err := io.ReadAll(resp.Body)
				return string(b), err
			}
			plan.Response = at(0, func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return out.Send(wire.Passage{Kind: wire.PassageDropped}, nil)
			})
			if b, err := call(); err != nil || b != fourEvents[len("data: one\n\n"):] {
				t.Errorf("%q, %v", b, err)
			}
			plan.Response = at(1, func(context.Context, wire.Frame, wire.FrameSender) error { return off })
			var broke *wire.AbortError
			if b, err := call(); b != "data: one\n\n" || !errors.As(err, &broke) {
				t.Errorf("%q, %v", b, err)
			}
			plan = wire.InterventionPlan{Answer: func(context.Context) (*wire.RuleAnswer, error) {
				return &wire.RuleAnswer{Head: wire.Head{Status: 418}, Body: []byte("tea")}, nil
			}}
			if b, err := call(); b != "tea" || err != nil {
				t.Errorf("%q, %v", b, err)
			}
			plan.Answer = func(context.Context) (*wire.RuleAnswer, error) { return &wire.RuleAnswer{Reset: true}, nil }
			var f *proxy.Failure
			if _, err := call(); !errors.As(err, &f) || f.Outcome != wire.Interrupted || !strings.Contains(f.Problem, "without an answer") {
				t.Errorf("%v", err)
			}
			if noRecord && len(m.all) > 0 || !noRecord && len(m.all) != 4 {
				t.Errorf("%d are on record", len(m.all))
			}
		})
	}
}
