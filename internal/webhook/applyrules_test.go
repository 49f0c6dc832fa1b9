package webhook

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// rules is an Intervener with one plan for everything.
type rules struct {
	plan  *wire.InterventionPlan
	asked []wire.Exchange
}

func (r *rules) Watches(x *wire.Exchange) bool {
	r.asked = append(r.asked, *x)
	return r.plan != nil
}

func (r *rules) Intervene(*wire.Exchange, []byte, bool) *wire.InterventionPlan { return r.plan }

// always is an Intervener with one plan, for concurrent use.
type always struct{ *wire.InterventionPlan }

func (always) Watches(*wire.Exchange) bool { return true }
func (a always) Intervene(*wire.Exchange, []byte, bool) *wire.InterventionPlan {
	return a.InterventionPlan
}

// gate is a wire.Gate that does something to a frame.
type gate func(ctx context.Context, f wire.Frame, out wire.FrameSender) error

func (gate) Head(context.Context, *wire.Head) error      { return nil }
func (gate) End(context.Context, wire.FrameSender) error { return nil }
func (g gate) Frame(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
	return g(ctx, f, out)
}

const delivered = `{"id":"t"}`

// deliver posts to a receiver with a plan; closed reports that the connection was closed.
func deliver(t *testing.T, plan *wire.InterventionPlan, ctx context.Context) (w *httptest.ResponseRecorder, p *page, taken []Delivery, closed bool) {
	t.Helper()
	b, by := &book{}, &rules{plan: plan}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440", Intervene: by, OnDelivery: func(d Delivery) { taken = append(taken, d) }})
	q := httptest.NewRequestWithContext(ctx, http.MethodPost, r.NewHook("http://agent", "s").URL, strings.NewReader(delivered))
	q.Header.Set("Authorization", "Bearer x")
	w = httptest.NewRecorder()
	func() {
		defer func() { closed = recover() == http.ErrAbortHandler }()
		r.ServeHTTP(strict{w, t, b}, q)
	}()
	p = b.last()
	if len(by.asked) != 1 || by.asked[0].Origin != wire.Push || by.asked[0].Agent != "http://agent" {
		t.Errorf("asked of %+v", by.asked)
	}
	if p.request.String() != delivered || !p.committed || r.bodyBytes.Load() != 0 {
		t.Errorf("on record %q, committed: %v; %d bytes are held", p.request.String(), p.committed, r.bodyBytes.Load())
	}
	if proof, ok := r.DeliveryProof(p.x.ID); ok && proof.Sum != sha256Hex([]byte(delivered)) {
		t.Error("the proof is not of what the agent sent")
	}
	return w, p, taken, closed
}

// Rules can delay, change and drop a delivery, and answer it differently.
func TestRulesActOnDeliveries(t *testing.T) {
	w, p, taken, _ := deliver(t, nil, t.Context())
	if w.Code != 204 || len(taken) != 1 || p.passages != nil {
		t.Errorf("without rules: %d, %v", w.Code, p.passages)
	}
	edit := gate(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
		if f.Kind != wire.Body || string(f.Data) != delivered {
			t.Errorf("frame %+v", f)
		}
		return out.Send(wire.Passage{Kind: wire.PassageEdited, HoldTime: 7, Rule: "=> hold"}, []byte("edited"))
	})
	w, p, taken, _ = deliver(t, &wire.InterventionPlan{Request: edit}, t.Context())
	if w.Code != 204 || len(taken) != 1 || string(taken[0].Body) != "edited" || p.sent.String() != "edited" || p.end.Outcome != wire.ByAgent {
		t.Errorf("edited: %d, taken %q, sent %q, %+v", w.Code, taken[0].Body, p.sent.String(), p.end)
	}
	if len(p.passages) != 1 || p.passages[0].Side != wire.Request || p.passages[0].Sent != 0 || p.passages[0].HoldTime != 7 || p.passages[0].At.IsZero() {
		t.Errorf("%+v", p.passages)
	}
	drop := gate(func(_ context.Context, _ wire.Frame, out wire.FrameSender) error {
		return errors.Join(out.Send(wire.Passage{Kind: wire.PassageDropped}, nil), &wire.AbortError{Rule: "=> drop", Message: "A rule of the console dropped the request"})
	})
	w, p, taken, closed := deliver(t, &wire.InterventionPlan{Request: drop}, t.Context())
	if !closed || w.Body.Len() > 0 || taken != nil || p.status != 0 || p.end.Outcome != wire.Interrupted || p.end.Problem != "A rule of the console dropped the request: => drop." || p.passages[0].Sent != -1 {
		t.Errorf("dropped: closed %v, taken %v, status %d, %+v, %+v", closed, taken, p.status, p.end, p.passages)
	}
	answer := func(context.Context) (*wire.RuleAnswer, error) {
		return &wire.RuleAnswer{Head: wire.Head{Status: 503, Header: http.Header{"Retry-After": {"2"}}}, Body: []byte("later")}, nil
	}
	w, p, _, _ = deliver(t, &wire.InterventionPlan{Answer: answer, Rule: "=> answer 503"}, t.Context())
	if w.Code != 503 || w.Header().Get("Retry-After") != "2" || w.Body.String() != "later" || p.status != 503 || p.end.Outcome != wire.Refused || !strings.HasSuffix(p.end.Problem, ": => answer 503.") {
		t.Errorf("answered: %d %v %q, %+v", w.Code, w.Header(), w.Body, p.end)
	}
	reset := func(context.Context) (*wire.RuleAnswer, error) { return &wire.RuleAnswer{Reset: true}, nil }
	if _, p, _, closed = deliver(t, &wire.InterventionPlan{Answer: reset, Rule: "=> r"}, t.Context()); !closed || p.end.Outcome != wire.Interrupted || !strings.HasSuffix(p.end.Problem, "without an answer: => r.") {
		t.Errorf("reset: closed %v, %+v", closed, p.end)
	}
}

// The record says who left while a delivery was held, the agent or the console.
func TestDeliveriesThatAreHeld(t *testing.T) {
	for cause, want := range map[error]wire.End{
		context.Canceled:     {Outcome: wire.Cancelled, Problem: "The agent went away while a rule held its delivery."},
		http.ErrServerClosed: {Outcome: wire.Interrupted, Problem: "The console stopped while a rule held the delivery."},
	} {
		ctx, leave := context.WithCancelCause(t.Context())
		wait := gate(func(ctx context.Context, _ wire.Frame, _ wire.FrameSender) error {
			leave(cause)
			<-ctx.Done()
			return ctx.Err()
		})
		if _, p, taken, closed := deliver(t, &wire.InterventionPlan{Request: wait}, ctx); !closed || taken != nil || p.end.Outcome != want.Outcome || p.end.Problem != want.Problem {
			t.Errorf("%v: closed %v, taken %v, %+v", cause, closed, taken, p.end)
		}
	}
}

// Rules are not applied to deliveries that would be refused anyway.
func TestRulesAreNotAskedOfStrays(t *testing.T) {
	b, by := &book{}, &rules{plan: &wire.InterventionPlan{}}
	r := New(Options{Recorder: b, URL: "http://127.0.0.1:7440", Intervene: by})
	h := r.NewHook("", "")
	call(t, r, b, "POST", "http://127.0.0.1:7440/hook/"+strings.Repeat("0", 32), strings.NewReader("{}"))
	call(t, r, b, "GET", h.URL+"?validationToken=x", nil)
	call(t, r, b, "POST", h.URL, strings.NewReader("{}"), "Origin: http://evil.example")
	if len(by.asked) > 0 {
		t.Errorf("asked of %+v", by.asked)
	}
}

// TestRulesThatHoldAllAreNamed: if rules hold what fills the memory, the response does not blame the agent
// for pushing too much.
func TestRulesThatHoldAllAreNamed(t *testing.T) {
	const size = 100
	on := make(chan struct{})
	var came, done sync.WaitGroup
	plan := &wire.InterventionPlan{Answer: func(context.Context) (*wire.RuleAnswer, error) {
		came.Done()
		<-on
		return nil, nil
	}}
	r := New(Options{URL: "http://127.0.0.1:7440", MaxBody: size, Intervene: always{plan}})
	h := r.NewHook("", "")
	post := func() *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodPost, h.URL, strings.NewReader(strings.Repeat("x", size))))
		return w
	}
	for range maxBodiesHeld {
		came.Add(1)
		done.Go(func() { post() })
	}
	came.Wait()
	if w := post(); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "1600 bytes of them for rules of the console") {
		t.Errorf("one more: %d %s", w.Code, w.Body)
	}
	close(on)
	done.Wait()
	if n := r.ruledBytes.Load(); n != 0 {
		t.Errorf("%d bytes are still with a rule", n)
	}
}
