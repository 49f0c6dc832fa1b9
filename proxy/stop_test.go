package proxy_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// hanging is an agent that sends one event, or nothing, and then waits.
func hanging(t *testing.T, here chan<- struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // so that the server notices a client that is gone
		if r.URL.Path == "/stream" {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, "data: 1\n\n")
			http.NewResponseController(w).Flush()
		}
		if r.URL.Path == "/ws" {
			c, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			here <- struct{}{}
			c.ReadMessage()
			return
		}
		here <- struct{}{}
		<-r.Context().Done()
	})
}

// The console ends what is open when it stops, and the end is on record when Shutdown returns, with
// everything that clients received.
func TestShutdownIsNotTheClientsDoing(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(t *testing.T, at, agent string, own http.RoundTripper) (problem string){
		"stream": func(t *testing.T, at, _ string, _ http.RoundTripper) string {
			resp, err := http.Get(at + "/stream")
			if err != nil {
				t.Error(err)
				return ""
			}
			defer resp.Body.Close()
			if body, err := io.ReadAll(resp.Body); string(body) != "data: 1\n\n" || err == nil {
				t.Errorf("%q, %v", body, err)
			}
			return "The console stopped after 9 bytes"
		},
		"before the answer": func(t *testing.T, at, _ string, _ http.RoundTripper) string {
			resp, err := http.Post(at+"/none", "text/plain", strings.NewReader("hello"))
			if err != nil {
				t.Error(err)
				return ""
			}
			defer resp.Body.Close()
			if body, _ := io.ReadAll(resp.Body); resp.StatusCode != 503 || !strings.Contains(string(body), "The console stopped before the agent answered.") {
				t.Errorf("%d %s", resp.StatusCode, body)
			}
			return "The console stopped before the agent answered."
		},
		"a call of our own": func(t *testing.T, _, agent string, own http.RoundTripper) string {
			req, _ := http.NewRequest("GET", agent+"/stream", nil)
			resp, err := own.RoundTrip(req)
			if err != nil {
				t.Error(err)
				return ""
			}
			defer resp.Body.Close()
			if body, err := io.ReadAll(resp.Body); string(body) != "data: 1\n\n" || err == nil {
				t.Errorf("%q, %v", body, err)
			}
			return "The console stopped after 9 bytes"
		},
		"a call of our own that nobody reads": func(t *testing.T, _, agent string, own http.RoundTripper) string {
			req, _ := http.NewRequest("GET", agent+"/stream", nil)
			if _, err := own.RoundTrip(req); err != nil {
				t.Error(err)
			}
			return "The console stopped after 9 bytes"
		},
		"WebSocket": func(t *testing.T, at, _ string, _ http.RoundTripper) string {
			c, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(at, "http")+"/ws", nil)
			if err != nil {
				t.Error(err)
				return ""
			}
			defer c.Close()
			if _, _, err := c.ReadMessage(); err == nil {
				t.Error("the connection is still there")
			}
			return "The console stopped after 0 bytes"
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMemory()
			here := make(chan struct{}, 1)
			_, up := front(t, m, hanging(t, here))
			taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m}, FirstPort: -1})
			at, err := taps.Open(t.Context(), up.URL)
			if err != nil {
				t.Fatal(err)
			}
			said := make(chan string, 1)
			go func() { said <- call(t, at.URL, up.URL, taps.RoundTripper()) }()
			<-here
			m.wait(t, "what is there to be on record", func(all []*tape) bool {
				return len(all) == 1 && (name == "before the answer" || all[0].answer.Status == 101 || len(all[0].kept[wire.Response]) == 9)
			})
			if err := taps.Shutdown(t.Context()); err != nil {
				t.Fatal(err)
			}
			m.mu.Lock()
			x := m.all[0]
			sealed, end := x.sealed, x.end
			m.mu.Unlock()
			want := <-said
			if !sealed || end == nil || end.Outcome != wire.Interrupted || !strings.HasPrefix(end.Problem, want) || x.ends != 1 {
				t.Errorf("sealed %v, %+v, want %q", sealed, end, want)
			}
		})
	}
}

// A tap that is closed ends its open exchanges, and says so.
func TestClosingATapIsNotTheClientsDoing(t *testing.T) {
	t.Parallel()
	m := newMemory()
	here := make(chan struct{}, 1)
	_, up := front(t, m, hanging(t, here))
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: proxy.Options{Recorder: m}, FirstPort: -1})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	at, err := taps.Open(t.Context(), up.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(at.URL + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	<-here
	if err := taps.Close(t.Context(), up.URL); err != nil {
		t.Fatal(err)
	}
	if x := m.ended(t); x.end.Outcome != wire.Interrupted || !strings.HasPrefix(x.end.Problem, "This tap was closed after") {
		t.Errorf("%+v", x.end)
	}
}

// After a stop nothing new is sent to an agent.
func TestNothingIsSentAfterAStop(t *testing.T) {
	t.Parallel()
	m := newMemory()
	_, up := front(t, m, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("reached") }))
	u, _ := http.NewRequest("POST", up.URL, strings.NewReader("x"))
	tap, err := proxy.New(proxy.Options{Upstream: u.URL, Recorder: m})
	if err != nil {
		t.Fatal(err)
	}
	defer tap.Close()
	tap.Interrupt(t.Context(), "The console stopped")
	var f *proxy.Failure
	if _, err := tap.RoundTrip(u); !errors.As(err, &f) || f.Outcome != wire.Interrupted || f.Status != 503 {
		t.Errorf("%v", err)
	}
	if x := m.ended(t); x.end.Outcome != wire.Interrupted || x.end.Problem != "The console stopped before the agent answered." {
		t.Errorf("%+v", x.end)
	}
}

// While Port and OnOpen run, opening a tap holds no lock that a dial needs.
func TestOpeningATapDoesNotHoldDialsUp(t *testing.T) {
	t.Parallel()
	_, up := front(t, newMemory(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "here") }))
	var taps *proxy.Taps
	call := func(ctx context.Context) {
		req, _ := http.NewRequestWithContext(ctx, "GET", up.URL, nil)
		req.Close = true // each call dials
		resp, err := taps.RoundTripper().RoundTrip(req)
		if err != nil {
			t.Error(err)
			return
		}
		resp.Body.Close()
	}
	calls := 0
	taps = proxy.NewTaps(proxy.TapsOptions{FirstPort: -1,
		Port:   func(ctx context.Context, _ string) int { calls++; call(ctx); return 0 },
		OnOpen: func(ctx context.Context, _ string, _ int) { calls++; call(ctx) },
	})
	defer taps.Shutdown(context.WithoutCancel(t.Context()))
	if _, err := taps.Open(t.Context(), up.URL); err != nil || calls != 2 {
		t.Errorf("%v, %d calls", err, calls)
	}
}
