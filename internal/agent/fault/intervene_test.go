package fault_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/agent/fault"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// planned is an Intervener that plans the same for all but "/card".
type planned struct {
	plan func(x *wire.Exchange, body []byte, whole bool) *wire.Plan
}

func (p planned) Watches(x *wire.Exchange) bool { return !strings.HasSuffix(x.URL, "/card") }
func (p planned) Intervene(x *wire.Exchange, body []byte, whole bool) *wire.Plan {
	return p.plan(x, body, whole)
}

// gate is a wire.Gate of functions; a nil one lets pass.
type gate struct {
	head  func(context.Context, *wire.Head) error
	frame func(context.Context, wire.Frame, wire.Out) error
	end   func(wire.Out) error
}

func (g gate) Head(ctx context.Context, h *wire.Head) error {
	if g.head == nil {
		return nil
	}
	return g.head(ctx, h)
}

func (g gate) Frame(ctx context.Context, f wire.Frame, out wire.Out) error {
	if g.frame == nil {
		return out.Send(wire.Passage{How: wire.AsIs}, f.Raw)
	}
	return g.frame(ctx, f, out)
}

func (g gate) End(_ context.Context, out wire.Out) error {
	if g.end == nil {
		return nil
	}
	return g.end(out)
}

// intervened serves h with a plan.
func intervened(t *testing.T, h http.HandlerFunc, plan func(x *wire.Exchange, body []byte, whole bool) *wire.Plan) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(fault.Intervene(h, planned{plan}, func() string { return "http://agent.test" }))
	s.Config.Protocols = &http.Protocols{}
	s.Config.Protocols.SetHTTP1(true)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// streams answers with three events.
func streams(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range []string{"data: 1\n\n", ": ping\n\n", "id: 7\ndata: 2\n\n", "data: 3\n\n"} {
		_, _ = io.WriteString(w, e)
		_ = http.NewResponseController(w).Flush()
	}
}

func response(g wire.Gate) func(*wire.Exchange, []byte, bool) *wire.Plan {
	return func(*wire.Exchange, []byte, bool) *wire.Plan { return &wire.Plan{Response: g} }
}

// TestFramesOfAStream: each frame is dropped, changed, sent twice, or passes, as the gate says.
func TestFramesOfAStream(t *testing.T) {
	s := intervened(t, streams, response(gate{
		head: func(_ context.Context, h *wire.Head) error {
			h.Header.Set("X-Seen", h.Header.Get("Content-Type"))
			h.Header.Del("Date")
			h.Status = http.StatusAccepted
			return nil
		},
		frame: func(_ context.Context, f wire.Frame, out wire.Out) error {
			switch string(f.Data) {
			case "1":
				return out.Send(wire.Passage{How: wire.Dropped}, f.Raw)
			case "2":
				_ = out.Send(wire.Passage{How: wire.AsIs}, f.Raw)
				return out.Send(wire.Passage{How: wire.Injected}, []byte("data: more"))
			}
			return out.Send(wire.Passage{How: wire.AsIs}, f.Raw)
		},
		end: func(out wire.Out) error {
			_ = out.More([]byte("!\n\n"))
			return nil
		},
	}))
	res, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(res.Body)
	if want := ": ping\n\nid: 7\ndata: 2\n\ndata: moredata: 3\n\n!\n\n"; string(got) != want || err != nil || res.StatusCode != 202 || res.Header.Get("X-Seen") != "text/event-stream" {
		t.Errorf("%v %q %v", err, got, res.Header)
	}
}

// TestBrokenOff: what was sent before a direction breaks off is there, and then the
// connection ends, without the end of the body, over HTTP/1 and HTTP/2. The agent finds its
// client gone.
func TestBrokenOff(t *testing.T) {
	left := make(chan struct{}, 2)
	s := intervened(t, func(w http.ResponseWriter, r *http.Request) {
		streams(w, r)
		<-r.Context().Done()
		left <- struct{}{}
	}, response(gate{frame: func(_ context.Context, f wire.Frame, out wire.Out) error {
		if f.Index == 2 {
			_ = out.Send(wire.Passage{How: wire.Edited}, f.Raw[:len(f.Raw)/2])
			return &wire.BrokenOff{Says: "cut in its middle"}
		}
		return out.Send(wire.Passage{How: wire.AsIs}, f.Raw)
	}}))
	for _, two := range []bool{false, true} {
		var p http.Protocols
		p.SetHTTP1(!two)
		p.SetUnencryptedHTTP2(two)
		c := &http.Client{Transport: &http.Transport{Protocols: &p}}
		res, err := c.Get(s.URL)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		if string(got) != "data: 1\n\n: ping\n\nid: 7\nd" || err == nil || res.ProtoMajor == 2 != two {
			t.Errorf("%s: %v %q", res.Proto, err, got)
		}
		<-left
		c.CloseIdleConnections()
	}
}

// TestRequestGate: the agent gets what the gate sends, nothing is called after one that
// broke off, and a call without a body is a frame.
func TestRequestGate(t *testing.T) {
	var calls []string
	echo := func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		calls = append(calls, r.Method+" "+string(b)+" "+r.Header.Get("X-By"))
		if err != nil || r.ContentLength >= 0 && r.ContentLength != int64(len(b)) {
			t.Errorf("%d bytes of %d: %v", len(b), r.ContentLength, err)
		}
		_, _ = w.Write(b)
	}
	s := intervened(t, echo, func(x *wire.Exchange, body []byte, whole bool) *wire.Plan {
		if !whole || x.Method != "GET" && len(body) == 0 || x.Agent != "http://agent.test" || x.URL != "http://agent.test/at?q=1" || x.Origin != wire.Client {
			t.Errorf("%+v %q", x, body)
		}
		return &wire.Plan{Request: gate{
			head: func(_ context.Context, h *wire.Head) error { h.Header.Set("X-By", "rule"); return nil },
			frame: func(_ context.Context, f wire.Frame, out wire.Out) error {
				if string(f.Data) == "drop" {
					return &wire.BrokenOff{Says: "dropped"}
				}
				return out.Send(wire.Passage{How: wire.Edited}, bytes.ToUpper(f.Raw))
			},
		}}
	})
	res, err := http.Post(s.URL+"/at?q=1", "application/json", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := io.ReadAll(res.Body); string(b) != "HELLO" {
		t.Errorf("%q", b)
	}
	if res, err := http.Get(s.URL + "/at?q=1"); err != nil || res.StatusCode != 200 {
		t.Error(err)
	}
	if _, err := http.Post(s.URL+"/at?q=1", "application/json", strings.NewReader("drop")); err == nil {
		t.Error("a request that was dropped is answered")
	}
	if got := strings.Join(calls, ", "); got != "POST HELLO rule, GET  rule" {
		t.Error(got)
	}
}

// TestLongRequest: what is longer than an Intervener is given goes through the gate in
// pieces, and arrives whole.
func TestLongRequest(t *testing.T) {
	pieces, long := 0, strings.Repeat("0123456789abcdef", (wire.GateFrame+100)/16)
	s := intervened(t, func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil || string(b) != long {
			t.Errorf("%d bytes of %d: %v", len(b), len(long), err)
		}
	}, func(_ *wire.Exchange, body []byte, whole bool) *wire.Plan {
		if whole || len(body) != wire.GateFrame {
			t.Errorf("whole %v, %d bytes", whole, len(body))
		}
		return &wire.Plan{Request: gate{frame: func(_ context.Context, f wire.Frame, out wire.Out) error {
			if pieces++; !f.Partial {
				t.Errorf("piece %d is said to be whole", pieces)
			}
			return out.Send(wire.Passage{How: wire.AsIs}, f.Raw)
		}}}
	})
	if res, err := http.Post(s.URL+"/at", "application/json", strings.NewReader(long)); err != nil || res.StatusCode != 200 || pieces != 2 {
		t.Errorf("%v, %d pieces", err, pieces)
	}
}

// TestAnswersInPlace: an answer is given in place of the agent, or none and the connection ends.
func TestAnswersInPlace(t *testing.T) {
	var next *wire.Answer
	s := intervened(t, func(http.ResponseWriter, *http.Request) { t.Error("the agent was called") },
		func(*wire.Exchange, []byte, bool) *wire.Plan {
			return &wire.Plan{Answer: func(context.Context) (*wire.Answer, error) { return next, nil }, Rule: "=> answer 429"}
		})
	next = &wire.Answer{Head: wire.Head{Status: 429, Header: http.Header{"Retry-After": {"2"}}}, Body: []byte("slow")}
	res, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := io.ReadAll(res.Body); res.StatusCode != 429 || string(b) != "slow" || res.Header.Get("Retry-After") != "2" || res.ContentLength != 4 {
		t.Errorf("%+v %q", res, b)
	}
	next = &wire.Answer{Head: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/grpc"}}, Trailer: http.Header{"Grpc-Status": {"8"}}}}
	if res, err = http.Get(s.URL); err != nil || res.Header.Get("Grpc-Status") != "8" {
		t.Errorf("%v %+v", err, res)
	}
	next.Body = []byte("\x00\x00\x00\x00\x00")
	res, err = http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := io.ReadAll(res.Body); len(b) != 5 || res.Trailer.Get("Grpc-Status") != "8" {
		t.Errorf("%q %v", b, res.Trailer)
	}
	next = &wire.Answer{Reset: true}
	if res, err = http.Get(s.URL); err == nil {
		t.Errorf("%+v", res)
	}
}

// TestNotWatched: what nobody watches is untouched, and so is what nothing is planned for.
func TestNotWatched(t *testing.T) {
	s := intervened(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		_, _ = w.Write(b)
	}, func(*wire.Exchange, []byte, bool) *wire.Plan { return nil })
	for _, path := range []string{"/card", "/"} {
		res, err := http.Post(s.URL+path, "", strings.NewReader("as it is"))
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := io.ReadAll(res.Body); string(b) != "as it is" || res.ContentLength != 8 {
			t.Errorf("%q, %d", b, res.ContentLength)
		}
	}
}

// TestWaits: a gate may wait in head and frames for as long as it likes, and no longer than
// the client stays.
func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := func(ctx context.Context, d time.Duration) error {
			select {
			case <-time.After(d):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		h := fault.Intervene(http.HandlerFunc(streams), planned{response(gate{
			head: func(ctx context.Context, _ *wire.Head) error { return wait(ctx, time.Minute) },
			frame: func(ctx context.Context, f wire.Frame, out wire.Out) error {
				if err := wait(ctx, time.Second); err != nil {
					return err
				}
				return out.Send(wire.Passage{How: wire.Delayed}, f.Raw)
			},
		})}, func() string { return "" })
		began := time.Now()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if took := time.Since(began); took != 64*time.Second || strings.Count(w.Body.String(), "data:") != 3 {
			t.Errorf("%s %q", took, w.Body)
		}
		ctx, leave := context.WithTimeout(t.Context(), 61500*time.Millisecond)
		defer leave()
		began, w = time.Now(), httptest.NewRecorder()
		func() {
			defer func() {
				if v := recover(); v != http.ErrAbortHandler {
					t.Error(v)
				}
			}()
			h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil).WithContext(ctx))
		}()
		if took := time.Since(began); took != 61500*time.Millisecond || w.Body.String() != "data: 1\n\n" {
			t.Errorf("%s %q", took, w.Body)
		}
	})
}

// TestReset: connections are reset, and nothing is served.
func TestReset(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := fault.ResetAll(l)
	done := make(chan error)
	go func() {
		_, err := r.Accept()
		done <- err
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err == nil {
		_, err = bufio.NewReader(c).ReadByte()
	}
	if !errors.Is(err, syscall.ECONNRESET) {
		t.Error(err)
	}
	_ = l.Close()
	if err := <-done; err == nil {
		t.Error("a connection is served")
	}
}
