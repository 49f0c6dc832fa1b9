package proxy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// frameGate is a wire.Gate made of functions; nil functions let everything pass.
type frameGate struct {
	head  func(ctx context.Context, h *wire.Head) error
	frame func(ctx context.Context, f wire.Frame, out wire.FrameSender) error
	end   func(ctx context.Context, out wire.FrameSender) error
}

func (g frameGate) Head(ctx context.Context, h *wire.Head) error {
	if g.head == nil {
		return nil
	}
	return g.head(ctx, h)
}

func (g frameGate) Frame(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
	if g.frame == nil {
		return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
	}
	return g.frame(ctx, f, out)
}

func (g frameGate) End(ctx context.Context, out wire.FrameSender) error {
	if g.end == nil {
		return nil
	}
	return g.end(ctx, out)
}

// intervener is a wire.Intervener made of functions.
type intervener struct {
	watches func(x *wire.Exchange) bool
	plan    func(x *wire.Exchange, body []byte, whole bool) *wire.InterventionPlan
}

func (i intervener) Watches(x *wire.Exchange) bool { return i.watches == nil || i.watches(x) }

func (i intervener) Intervene(x *wire.Exchange, body []byte, whole bool) *wire.InterventionPlan {
	if i.plan == nil {
		return nil
	}
	return i.plan(x, body, whole)
}

// planned applies a plan to each exchange.
func planned(p wire.InterventionPlan) func(*proxy.Options) {
	return func(o *proxy.Options) {
		o.Intervene = intervener{plan: func(*wire.Exchange, []byte, bool) *wire.InterventionPlan { return &p }}
	}
}

const fourEvents = "data: one\n\ndata: two\n\ndata: three\n\ndata: four\n\n"

// events is an agent that sends four events, with a Content-Length.
func events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Content-Length", "47")
	w.Header().Set("X-Encoding", r.Header.Get("Accept-Encoding"))
	io.WriteString(w, fourEvents)
}

// The client receives what a gate edits, drops, injects and holds; what arrived, what was sent, and how each
// frame passed are on record.
func TestGateOfAResponse(t *testing.T) {
	t.Parallel()
	m := newMemory()
	held, release := make(chan struct{}), make(chan struct{})
	gate := frameGate{
		frame: func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
			switch string(f.Data) {
			case "one":
				return out.Send(wire.Passage{Kind: wire.PassageEdited, Rule: "r1"}, []byte("data: ONE\n\n"))
			case "two":
				return out.Send(wire.Passage{Kind: wire.PassageDropped}, f.Raw)
			case "three":
				if err := out.Send(wire.Passage{Kind: wire.PassageInjected}, []byte("data: new\n\n")); err != nil {
					return err
				}
				close(held)
				select {
				case <-release:
				case <-ctx.Done():
					return ctx.Err()
				}
				return out.Send(wire.Passage{Kind: wire.PassageHeld, HoldTime: 7}, f.Raw)
			}
			return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
		},
		end: func(_ context.Context, out wire.FrameSender) error {
			return out.Send(wire.Passage{Kind: wire.PassageInjected}, []byte("data: last\n\n"))
		},
	}
	tap, _ := front(t, m, http.HandlerFunc(events), planned(wire.InterventionPlan{Response: gate}))
	req, _ := http.NewRequest("GET", tap, nil)
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	first := "data: ONE\n\ndata: new\n\n"
	got := make([]byte, len(first))
	if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != first {
		t.Fatalf("%q, %v", got, err)
	}
	<-held
	if x := m.all[0]; string(x.committed(wire.ResponseSent)) != first || !strings.HasPrefix(string(x.committed(wire.Response)), "data: one\n\ndata: two\n\ndata: three\n\n") {
		t.Errorf("while it is held: sent %q, came %q", x.committed(wire.ResponseSent), x.committed(wire.Response))
	}
	released := time.Now()
	close(release)
	rest, err := io.ReadAll(resp.Body)
	want := first + "data: three\n\ndata: four\n\ndata: last\n\n"
	x := m.ended(t)
	if err != nil || string(got)+string(rest) != want || string(x.committed(wire.ResponseSent)) != want || string(x.committed(wire.Response)) != fourEvents {
		t.Errorf("the client has %q, %v; sent %q, came %q", string(got)+string(rest), err, x.committed(wire.ResponseSent), x.committed(wire.Response))
	}
	if x.end.AgentEndedAt.IsZero() || x.end.At.Before(released) || x.end.AgentEndedAt.After(x.end.At) {
		t.Errorf("released at %v; the agent ended at %v, the exchange at %v", released, x.end.AgentEndedAt, x.end.At)
	}
	if sent := x.heads[wire.ResponseSent]; resp.ContentLength != -1 || sent.Header.Get("Content-Length") != "" || sent.Status != 200 || x.answer.Header.Get("Content-Length") != "47" {
		t.Errorf("length %d, head sent %+v, came %+v", resp.ContentLength, sent, x.answer)
	}
	if sent := x.heads[wire.RequestSent]; sent.Header.Get("Accept-Encoding") != "identity" || resp.Header.Get("X-Encoding") != "identity" || x.x.Request.Header.Get("Accept-Encoding") != "gzip" {
		t.Errorf("request head sent %+v, the agent saw %q, came %+v", sent, resp.Header.Get("X-Encoding"), x.x.Request)
	}
	var how []wire.Passage
	for _, p := range x.passes {
		if p.At.Before(x.x.Started) {
			t.Errorf("%+v", p)
		}
		how = append(how, wire.Passage{Side: p.Side, Frame: p.Frame, Sent: p.Sent, Kind: p.Kind, HoldTime: p.HoldTime, Rule: p.Rule})
	}
	for i, p := range []wire.Passage{
		{Side: wire.Response, Frame: 0, Sent: 0, Kind: wire.PassageEdited, Rule: "r1"}, {Side: wire.Response, Frame: 1, Sent: -1, Kind: wire.PassageDropped},
		{Side: wire.Response, Frame: 2, Sent: 1, Kind: wire.PassageInjected}, {Side: wire.Response, Frame: 2, Sent: 2, Kind: wire.PassageHeld, HoldTime: 7},
		{Side: wire.Response, Frame: 4, Sent: 4, Kind: wire.PassageInjected},
	} {
		if len(how) != 5 || how[i] != p {
			t.Fatalf("passage %d of %+v, want %+v", i, how, p)
		}
	}
	if !x.sealed || x.end.Outcome != wire.ByAgent || x.ends != 1 {
		t.Errorf("sealed %v, %+v", x.sealed, x.end)
	}
}

// A request's gate changes what the agent receives; both versions are on record first.
func TestGateOfARequest(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		gate frameGate
		want string
		how  []wire.PassageKind
	}{
		"edited": {frameGate{frame: func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
			return out.Send(wire.Passage{Kind: wire.PassageEdited}, bytes.ReplaceAll(f.Raw, []byte("hello"), []byte("good morning")))
		}}, `{"text":"good morning"}`, []wire.PassageKind{wire.PassageEdited}},
		"dropped": {frameGate{frame: func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
			return out.Send(wire.Passage{Kind: wire.PassageDropped}, nil)
		}}, "", []wire.PassageKind{wire.PassageDropped}},
		"as it came": {frameGate{frame: func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
			return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
		}}, `{"text":"hello"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				if got := m.all[0].committed(wire.RequestSent); tt.how != nil && !bytes.Equal(got, b) || r.ContentLength != int64(len(b)) {
					t.Errorf("the agent has %q with length %d, on record is %q", b, r.ContentLength, got)
				}
				w.Write(b)
			}), planned(wire.InterventionPlan{Request: tt.gate}))
			resp, err := http.Post(tap, "application/json", strings.NewReader(`{"text":"hello"}`))
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, _ := io.ReadAll(resp.Body)
			x := m.ended(t)
			sent := tt.want
			if tt.how == nil {
				sent = "" // sent unchanged
			}
			if string(body) != tt.want || string(x.committed(wire.RequestSent)) != sent || string(x.committed(wire.Request)) != `{"text":"hello"}` || !x.sent {
				t.Errorf("the agent got %q, sent %q, came %q", body, x.committed(wire.RequestSent), x.committed(wire.Request))
			}
			if h := x.heads[wire.RequestSent].Header; tt.how != nil && h.Get("Content-Length") != fmt.Sprint(len(tt.want)) || tt.how == nil && h != nil || x.x.Request.Header.Get("Content-Length") != "16" {
				t.Errorf("head sent %v, came %v", h, x.x.Request.Header)
			}
			if _, changed := x.heads[wire.ResponseSent]; changed || len(x.committed(wire.ResponseSent)) > 0 {
				t.Error("the response was not gated")
			}
			if len(x.passes) != len(tt.how) || len(tt.how) > 0 && x.passes[0].Kind != tt.how[0] {
				t.Errorf("%+v", x.passes)
			}
		})
	}
}

// A gate that breaks a response off, a client that disconnects while one is held, and a stop meanwhile end
// the exchange, and nothing keeps running.
func TestGateEnds(t *testing.T) {
	t.Parallel()
	held := make(chan struct{}, 1)
	hold := frameGate{frame: func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
		if f.Index == 0 {
			return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
		}
		held <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}}
	late := frameGate{frame: func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
		if f.Index > 0 {
			held <- struct{}{}
			<-ctx.Done()
		}
		return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
	}}
	cut := frameGate{frame: func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
		if f.Index == 0 {
			return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
		}
		return errors.New("cut by a test")
	}}
	for name, tt := range map[string]struct {
		gate    frameGate
		act     func(taps *proxy.Taps, leave func())
		outcome wire.Outcome
		says    string
	}{
		"cut":   {cut, func(*proxy.Taps, func()) {}, wire.Interrupted, "cut by a test"},
		"left":  {hold, func(_ *proxy.Taps, leave func()) { <-held; leave() }, wire.Cancelled, "The client disconnected after 11 bytes"},
		"late":  {late, func(_ *proxy.Taps, leave func()) { <-held; leave() }, wire.Cancelled, "The client disconnected after 11 bytes"},
		"stops": {hold, func(taps *proxy.Taps, _ func()) { <-held; taps.Shutdown(context.WithoutCancel(t.Context())) }, wire.Interrupted, "The console stopped after 11 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			_, up := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/event-stream")
				io.WriteString(w, fourEvents)
				http.NewResponseController(w).Flush()
				<-r.Context().Done()
			}))
			o := proxy.Options{Recorder: m}
			planned(wire.InterventionPlan{Response: tt.gate})(&o)
			taps := proxy.NewTaps(proxy.TapsOptions{Tap: o, FirstPort: -1})
			defer taps.Shutdown(context.WithoutCancel(t.Context()))
			at, err := taps.Open(t.Context(), up.URL)
			if err != nil {
				t.Fatal(err)
			}
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			req, _ := http.NewRequestWithContext(ctx, "GET", at.URL, nil)
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			got := make([]byte, 11)
			if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != "data: one\n\n" {
				t.Fatalf("%q, %v", got, err)
			}
			tt.act(taps, leave)
			if rest, err := io.ReadAll(resp.Body); len(rest) > 0 || err == nil {
				t.Errorf("then %q, %v", rest, err)
			}
			x := m.ended(t)
			if x.end.Outcome != tt.outcome || !strings.Contains(x.end.Problem, tt.says) || x.ends != 1 ||
				strings.Contains(x.end.Problem, "A rule held") != (name == "left" || name == "stops") {
				t.Errorf("%+v", x.end)
			}
			if got := string(x.committed(wire.ResponseSent)); got != "data: one\n\n" {
				t.Errorf("sent %q", got)
			}
		})
	}
}
