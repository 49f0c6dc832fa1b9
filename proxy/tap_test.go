package proxy_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// front starts an agent and a tap in front of it, and returns the tap's URL.
func front(t testing.TB, m wire.Recorder, agent http.Handler, change ...func(*proxy.Options)) (string, *httptest.Server) {
	t.Helper()
	up := httptest.NewUnstartedServer(agent)
	up.Config.Protocols = both()
	up.Config.DisableGeneralOptionsHandler = true
	up.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	up.Start()
	t.Cleanup(up.Close)
	return before(t, m, up.URL, change...), up
}

func both() *http.Protocols {
	var p http.Protocols
	p.SetHTTP1(true)
	p.SetUnencryptedHTTP2(true)
	return &p
}

// before starts a tap in front of a URL.
func before(t testing.TB, m wire.Recorder, upstream string, change ...func(*proxy.Options)) string {
	t.Helper()
	u, err := url.Parse(upstream)
	if err != nil {
		t.Fatal(err)
	}
	o := proxy.Options{Upstream: u, Recorder: m}
	for _, c := range change {
		c(&o)
	}
	tap, err := proxy.New(o)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(tap)
	s.Config.Protocols = both()
	s.Config.DisableGeneralOptionsHandler = true
	s.Config.ErrorLog = log.New(noPanic{t}, "", 0)
	s.Start()
	t.Cleanup(func() { s.CloseClientConnections(); s.Close(); tap.Close() })
	return s.URL
}

// noPanic fails the test when the server logs a panic.
type noPanic struct{ t testing.TB }

func (n noPanic) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("panic")) {
		n.t.Errorf("server: %s", p)
	}
	return len(p), nil
}

func TestUnaryIsRecordedWholeWithTwoCommits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBubble(t, false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"got":%q,"path":%q}`, body, r.URL.RequestURI())
		}))
		resp, err := b.client.Post("http://"+tapAt+"/rpc?a=1;b&%zz", "application/json", strings.NewReader(`{"jsonrpc":"2.0"}`))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		x := b.m.ended(t)
		want := `{"got":"{\"jsonrpc\":\"2.0\"}","path":"/rpc?a=1;b&%zz"}`
		if string(body) != want {
			t.Errorf("client got %s, want %s", body, want)
		}
		if !bytes.Equal(x.committed(wire.Response), body) || string(x.committed(wire.Request)) != `{"jsonrpc":"2.0"}` {
			t.Errorf("on record: request %q, response %q", x.committed(wire.Request), x.committed(wire.Response))
		}
		if x.commits != 2 || !x.sealed || x.ends != 1 || !x.sent {
			t.Errorf("commits %d, sealed %v, ends %d, request done %v", x.commits, x.sealed, x.ends, x.sent)
		}
		if x.x.URL != "http://"+agentAt+"/rpc?a=1;b&%zz" || x.x.Agent != "http://"+agentAt || x.x.Tap != "http://"+tapAt || x.x.Origin != wire.Client || x.end.Outcome != wire.ByAgent {
			t.Errorf("exchange %+v, end %+v", x.x, x.end)
		}
		if x.answer.Status != 200 || x.answer.Header.Get("Content-Type") != "application/json" || x.x.Request.Header.Get("Host") != tapAt {
			t.Errorf("answer %+v, request head %+v", x.answer, x.x.Request)
		}
	})
}

// The head of a stream waits only for an event that arrived with it.
func TestHeadAndFirstEventAreOneCommit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // where time stands still until every goroutine is blocked
		b := newBubble(t, false, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			if r.URL.Path == "/event" {
				_, _ = io.WriteString(w, "data: 1\n\n")
			}
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}))
		for path, event := range map[string]string{"/event": "data: 1\n\n", "/none": ""} {
			resp, err := b.client.Get("http://" + tapAt + path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(resp.Body, make([]byte, len(event))); err != nil {
				t.Fatal(err)
			}
			b.m.mu.Lock()
			x := b.m.all[len(b.m.all)-1]
			if got := string(x.safe[wire.Response]); got != event {
				t.Errorf("%s: the client has %q, on record is %q", path, event, got)
			}
			if x.commits != 2 { // for the request, and for what arrived of the response
				t.Errorf("%s: %d commits", path, x.commits)
			}
			b.m.mu.Unlock()
			_ = resp.Body.Close()
		}
	})
}
