package proxy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// speech is how a call and its stream look in a binding.
type speech struct {
	name, path, kind string
	h2               bool
	call             []byte
	events           [4][]byte
	answer           wire.RuleAnswer // that a rule gives
}

func grpcMessage(text string) []byte { return wire.AppendGRPC(nil, []byte(text)) }

func speeches() []speech {
	var rpc, rest, grpc speech
	rpc = speech{name: "JSON-RPC", path: "/", kind: "application/json", call: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage"}`),
		answer: wire.RuleAnswer{Head: wire.Head{Status: 429, Header: http.Header{"Retry-After": {"2"}, "Content-Type": {"application/json"}}}, Body: []byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32000}}`)}}
	rest = speech{name: "HTTP+JSON", path: "/message:stream", kind: "application/a2a+json", call: []byte(`{"message":{}}`),
		answer: wire.RuleAnswer{Head: wire.Head{Status: 404, Header: http.Header{"Content-Type": {"application/problem+json"}}}, Body: []byte(`{"status":404}`)}}
	grpc = speech{name: "gRPC", path: "/lf.a2a.v1.A2AService/SendStreamingMessage", kind: "application/grpc", h2: true, call: grpcMessage("call"),
		answer: wire.RuleAnswer{Head: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/grpc"}}, Trailer: http.Header{"Grpc-Status": {"14"}, "Grpc-Message": {"busy"}}}}}
	for i := range 4 {
		rpc.events[i] = fmt.Appendf(nil, "data: {\"id\":1,\"result\":%d}\n\n", i)
		rest.events[i] = fmt.Appendf(nil, "data: {\"event\":%d}\n\n", i)
		grpc.events[i] = grpcMessage(fmt.Sprint("event ", i))
	}
	return []speech{rpc, rest, grpc}
}

// all returns the framed events from one to another.
func (s speech) all(from, to int) string {
	return string(bytes.Join(s.events[from:to], nil))
}

// agent sends the events, and the trailer that gRPC needs.
func (s speech) agent(calls *atomic.Int64, got *[]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		*got, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		if s.h2 {
			w.Header().Set("Content-Type", s.kind)
		}
		for _, e := range s.events {
			w.Write(e)
			http.NewResponseController(w).Flush()
		}
		if s.h2 {
			w.Header().Set(http.TrailerPrefix+"Grpc-Status", "0")
		}
	})
}

// clientAnswer is what a client received.
type clientAnswer struct {
	status          int
	header, trailer http.Header
	body            string
	err             error // of the call, or of its body
}

// asks calls a tap as a client of the binding.
func (s speech) asks(t *testing.T, tap string) clientAnswer {
	t.Helper()
	tr := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
	if s.h2 {
		tr.Protocols = new(http.Protocols)
		tr.Protocols.SetUnencryptedHTTP2(true)
	}
	defer tr.CloseIdleConnections()
	req, _ := http.NewRequest("POST", tap+s.path, bytes.NewReader(s.call))
	req.Header = http.Header{"Content-Type": {s.kind}, "Te": {"trailers"}, "Accept-Encoding": {"gzip"}}
	if s.h2 {
		req.Header.Set("Grpc-Accept-Encoding", "gzip")
	}
	resp, err := tr.RoundTrip(req)
	if err != nil {
		return clientAnswer{err: err}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return clientAnswer{resp.StatusCode, resp.Header, resp.Trailer, string(body), err}
}

// broken reports whether an error is that of a connection, or an HTTP/2 stream, that ended before its message did.
func (s speech) broken(err error) bool {
	if s.h2 {
		return err != nil && strings.Contains(err.Error(), "INTERNAL_ERROR; received from peer")
	}
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
}

func frame(f func(ctx context.Context, f wire.Frame, out wire.FrameSender) error) frameGate {
	return frameGate{frame: f}
}

// at calls do at one frame; the others pass.
func at(index int, do func(ctx context.Context, f wire.Frame, out wire.FrameSender) error) frameGate {
	return frame(func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
		if f.Index == index {
			return do(ctx, f, out)
		}
		return out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw)
	})
}

var off = &wire.AbortError{Rule: "nth:2 => cut", Message: "A rule of the console cut the response"}

const offSays = "A rule of the console cut the response: nth:2 => cut."

// Everything that a plan can do has its effect in each binding, and is on record.
func TestInterventions(t *testing.T) {
	t.Parallel()
	for _, s := range speeches() {
		edited := append(bytes.Clone(s.call[:len(s.call)-1]), '!')
		for name, tt := range map[string]struct {
			plan    wire.InterventionPlan
			want    string // bytes for the client
			whole   bool   // it ends well
			status  int    // 0: no response
			agent   string // what the agent got, "" where it was not called
			outcome wire.Outcome
			problem string
			how     []wire.Passage
		}{
			"nothing":             {wire.InterventionPlan{}, s.all(0, 4), true, 200, string(s.call), wire.ByAgent, "", nil},
			"gates that let pass": {wire.InterventionPlan{Request: frameGate{}, Response: frameGate{}}, s.all(0, 4), true, 200, string(s.call), wire.ByAgent, "", nil},
			"answer": {wire.InterventionPlan{Rule: "=> answer", Answer: func(context.Context) (*wire.RuleAnswer, error) { return &s.answer, nil }}, string(s.answer.Body), true, s.answer.Head.Status, "",
				wire.Refused, "A rule of the console answered in place of the agent: => answer.", []wire.Passage{{Side: wire.Response, Kind: wire.PassageInjected, Rule: "=> answer"}}},
			"reset": {wire.InterventionPlan{Rule: "=> reset", Answer: func(context.Context) (*wire.RuleAnswer, error) { return &wire.RuleAnswer{Reset: true}, nil }}, "", false, 0, "",
				wire.Interrupted, "A rule of the console closed the client's connection without an answer: => reset.", nil},
			"no answer": {wire.InterventionPlan{Answer: func(context.Context) (*wire.RuleAnswer, error) { return nil, errors.New("a bad rule") }}, "", false, 0, "",
				wire.Interrupted, "A rule of the console aborted the request: a bad rule.", nil},
			"cut before": {wire.InterventionPlan{Response: at(0, func(context.Context, wire.Frame, wire.FrameSender) error { return off })}, "", false, 200, string(s.call), wire.Interrupted, offSays, nil},
			"cut after": {wire.InterventionPlan{Response: at(1, func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return errors.Join(out.Send(wire.Passage{Kind: wire.PassageAsIs}, f.Raw), off)
			})}, s.all(0, 2), false, 200, string(s.call), wire.Interrupted, offSays, nil},
			"cut in the middle": {wire.InterventionPlan{Response: at(1, func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return errors.Join(out.Send(wire.Passage{Kind: wire.PassageEdited, Rule: off.Rule}, f.Raw[:9]), off)
			})}, s.all(0, 1) + string(s.events[1][:9]), false, 200, string(s.call), wire.Interrupted, offSays,
				[]wire.Passage{{Side: wire.Response, Frame: 1, Sent: 1, Kind: wire.PassageEdited, Rule: off.Rule}}},
			"cut at the end": {wire.InterventionPlan{Response: frameGate{end: func(context.Context, wire.FrameSender) error { return &wire.AbortError{} }}}, s.all(0, 4), false, 200, string(s.call),
				wire.Interrupted, "A rule of the console aborted the response.", nil},
			"in pieces": {wire.InterventionPlan{Response: at(2, func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				err := out.Send(wire.Passage{Kind: wire.PassageDelayed}, f.Raw[:3])
				for _, b := range f.Raw[3:] {
					err = errors.Join(err, out.SendMore([]byte{b}))
				}
				return err
			})}, s.all(0, 4), true, 200, string(s.call), wire.ByAgent, "", []wire.Passage{{Side: wire.Response, Frame: 2, Sent: 2, Kind: wire.PassageDelayed}}},
			"all dropped": {wire.InterventionPlan{Response: frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return out.Send(wire.Passage{Kind: wire.PassageDropped}, nil)
			})}, "", true, 200, string(s.call), wire.ByAgent, "",
				[]wire.Passage{{Side: wire.Response, Sent: -1, Kind: wire.PassageDropped}, {Side: wire.Response, Frame: 1, Sent: -1, Kind: wire.PassageDropped}, {Side: wire.Response, Frame: 2, Sent: -1, Kind: wire.PassageDropped}, {Side: wire.Response, Frame: 3, Sent: -1, Kind: wire.PassageDropped}}},
			"head": {wire.InterventionPlan{Response: frameGate{head: func(_ context.Context, h *wire.Head) error {
				h.Status = 203
				h.Header.Set("X-Rule", "yes")
				return nil
			}}}, s.all(0, 4), true, 203, string(s.call), wire.ByAgent, "", nil},
			"no head": {wire.InterventionPlan{Response: frameGate{head: func(context.Context, *wire.Head) error { return off }}}, "", false, 0, string(s.call), wire.Interrupted, offSays, nil},
			"request edited": {wire.InterventionPlan{Request: frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return out.Send(wire.Passage{Kind: wire.PassageEdited}, edited)
			})}, s.all(0, 4), true, 200, string(edited), wire.ByAgent, "", []wire.Passage{{Side: wire.Request, Kind: wire.PassageEdited}}},
			"request in pieces": {wire.InterventionPlan{Request: frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return errors.Join(out.Send(wire.Passage{Kind: wire.PassageDelayed}, f.Raw[:4]), out.SendMore(f.Raw[4:]))
			})}, s.all(0, 4), true, 200, string(s.call), wire.ByAgent, "", []wire.Passage{{Side: wire.Request, Kind: wire.PassageDelayed}}},
			"request dropped": {wire.InterventionPlan{Request: frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return errors.Join(out.Send(wire.Passage{Kind: wire.PassageDropped}, nil), &wire.AbortError{Message: "A person dropped the request"})
			})}, "", false, 0, "", wire.Interrupted, "A person dropped the request.", []wire.Passage{{Side: wire.Request, Sent: -1, Kind: wire.PassageDropped}}},
			"request held, then an answer": {wire.InterventionPlan{Rule: "=> answer", Request: frame(func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
				return out.Send(wire.Passage{Kind: wire.PassageHeld, HoldTime: 5}, f.Raw)
			}), Answer: func(context.Context) (*wire.RuleAnswer, error) { return &s.answer, nil }}, string(s.answer.Body), true, s.answer.Head.Status, "",
				wire.Refused, "A rule of the console answered in place of the agent: => answer.",
				[]wire.Passage{{Side: wire.Request, Sent: -1, Kind: wire.PassageHeld, HoldTime: 5}, {Side: wire.Response, Kind: wire.PassageInjected, Rule: "=> answer"}}},
		} {
			t.Run(s.name+"/"+name, func(t *testing.T) {
				m := newMemory()
				var calls atomic.Int64
				var got []byte
				tap, _ := front(t, m, s.agent(&calls, &got), planned(tt.plan))
				has := s.asks(t, tap)
				x := m.ended(t)
				if has.body != tt.want || has.status != tt.status || (has.err == nil) != tt.whole || has.err != nil && !s.broken(has.err) {
					t.Errorf("the client has status %d, %q, %v", has.status, has.body, has.err)
				}
				if tt.agent != "" && (calls.Load() != 1 || string(got) != tt.agent) || tt.agent == "" && calls.Load() > 0 {
					t.Errorf("the agent was called %d times, with %q", calls.Load(), got)
				}
				if x.end.Outcome != tt.outcome || x.end.Problem != tt.problem || x.ends != 1 || !x.sealed {
					t.Errorf("ended as %+v", x.end)
				}
				if !slices.EqualFunc(x.passes, tt.how, func(a, b wire.Passage) bool { b.At = a.At; return a == b }) {
					t.Errorf("passed %+v", x.passes)
				}
				s.onRecord(t, x, tt.plan, has, tt.agent)
			})
		}
	}
}

// onRecord compares the record with what client and agent received.
func (s speech) onRecord(t *testing.T, x *tape, plan wire.InterventionPlan, has clientAnswer, agent string) {
	t.Helper()
	if string(x.committed(wire.Request)) != string(s.call) {
		t.Errorf("on record is the request %q", x.committed(wire.Request))
	}
	if agent == string(s.call) {
		agent = "" // as it came
		for _, p := range x.passes {
			if p.Side == wire.Request {
				agent = string(s.call)
			}
		}
	}
	if got := string(x.committed(wire.RequestSent)); got != agent {
		t.Errorf("on record is %q as sent to the agent, not %q", got, agent)
	}
	gated := plan.Response != nil || plan.Answer != nil && has.status > 0
	if got := string(x.committed(wire.ResponseSent)); gated && got != has.body || !gated && got != "" {
		t.Errorf("on record is %q as sent to the client", got)
	}
	asked, changed := x.heads[wire.RequestSent]
	if plan.Response != nil && (asked.Header.Get("Accept-Encoding") != "identity" || s.h2 && asked.Header.Get("Grpc-Accept-Encoding") != "identity") {
		t.Errorf("asked with %v", asked.Header)
	}
	if plan.Response == nil && plan.Request == nil && changed {
		t.Errorf("asked with %v, as it came", asked.Header)
	}
	if h, differs := x.heads[wire.ResponseSent]; differs && (h.Status != has.status && has.status > 0 || h.Header.Get("X-Rule") != has.header.Get("X-Rule")) {
		t.Errorf("sent with %+v, the client has %+v", h, has)
	}
	if !s.h2 || has.err != nil {
		return
	}
	status := has.trailer.Get("Grpc-Status") + has.header.Get("Grpc-Status")
	if plan.Answer != nil && status != "14" || plan.Answer == nil && status != "0" {
		t.Errorf("head %v, trailer %v", has.header, has.trailer)
	}
}

// The head of an exchange decides whether it is watched; one that is not keeps its Content-Length and
// encoding, even while another is gated.
func TestBesideAGatedExchange(t *testing.T) {
	t.Parallel()
	m := newMemory()
	held, release := make(chan struct{}), make(chan struct{})
	tap, _ := front(t, m, http.HandlerFunc(events), func(o *proxy.Options) {
		o.Intervene = intervener{
			watches: func(x *wire.Exchange) bool { return strings.HasSuffix(x.URL, "/gated") },
			plan: func(x *wire.Exchange, body []byte, whole bool) *wire.InterventionPlan {
				if string(body) != "hold me" || !whole || x.ID == "" || x.Method != "POST" {
					t.Errorf("asked of %q, %v, %+v", body, whole, x)
				}
				return &wire.InterventionPlan{Response: at(1, func(ctx context.Context, f wire.Frame, out wire.FrameSender) error {
					close(held)
					<-release
					return out.Send(wire.Passage{Kind: wire.PassageHeld}, f.Raw)
				})}
			},
		}
	})
	gated := make(chan string)
	go func() {
		resp, err := http.Post(tap+"/gated", "text/plain", strings.NewReader("hold me"))
		if err != nil {
			t.Error(err)
			close(gated)
			return
		}
		defer resp.Body.Close()
		b, _ := io.ReadAll(resp.Body)
		gated <- string(b)
	}()
	<-held
	for range 20 {
		req, _ := http.NewRequest("POST", tap+"/beside", strings.NewReader("anything"))
		req.Header.Set("Accept-Encoding", "gzip")
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if string(b) != fourEvents || err != nil || resp.ContentLength != 47 || resp.Header.Get("X-Encoding") != "gzip" {
			t.Errorf("%q, %v, %v", b, err, resp.Header)
		}
		x := m.ended(t)
		if len(x.heads) > 0 || len(x.passes) > 0 || len(x.kept[wire.ResponseSent])+len(x.kept[wire.RequestSent]) > 0 {
			t.Errorf("%+v", x)
		}
	}
	close(release)
	if got := <-gated; got != fourEvents {
		t.Errorf("gated: %q", got)
	}
}

// A request longer than a frame may be is forwarded in pieces, and the rest as it arrives.
func TestLongRequest(t *testing.T) {
	t.Parallel()
	body := bytes.Repeat([]byte("0123456789abcdef"), wire.MaxGateFrame/16+1000)
	for name, tt := range map[string]struct {
		plan *wire.InterventionPlan
		want []byte
		size int64
	}{
		"nil":    {nil, body, int64(len(body))},
		"passes": {&wire.InterventionPlan{Request: frameGate{}}, body, -1},
		"edited": {&wire.InterventionPlan{Request: at(1, func(_ context.Context, f wire.Frame, out wire.FrameSender) error {
			return out.Send(wire.Passage{Kind: wire.PassageEdited}, []byte("the rest"))
		})}, append(bytes.Clone(body[:wire.MaxGateFrame]), "the rest"...), -1},
		"broken off": {&wire.InterventionPlan{Request: at(1, func(context.Context, wire.Frame, wire.FrameSender) error { return off })}, nil, -1},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, err := io.ReadAll(r.Body)
				if !bytes.Equal(b, tt.want) && tt.want != nil || (err == nil) != (tt.want != nil) || r.ContentLength != tt.size {
					t.Errorf("the agent has %d bytes, %v, of length %d", len(b), err, r.ContentLength)
				}
			}), func(o *proxy.Options) {
				o.Intervene = intervener{plan: func(_ *wire.Exchange, b []byte, whole bool) *wire.InterventionPlan {
					if whole || !bytes.Equal(b, body[:wire.MaxGateFrame]) {
						t.Errorf("given %d bytes, %v", len(b), whole)
					}
					return tt.plan
				}}
			})
			resp, err := http.Post(tap, "application/octet-stream", bytes.NewReader(body))
			if err == nil {
				resp.Body.Close()
			}
			x := m.ended(t)
			if tt.want == nil {
				if err == nil || x.end.Outcome != wire.Interrupted || x.end.Problem != offSays {
					t.Errorf("%v, ended as %+v", err, x.end)
				}
				return
			}
			if err != nil || x.end.Outcome != wire.ByAgent || !bytes.Equal(x.committed(wire.Request), body) || tt.plan != nil && !bytes.Equal(x.committed(wire.RequestSent), tt.want) {
				t.Errorf("%v, ended as %+v", err, x.end)
			}
		})
	}
}
