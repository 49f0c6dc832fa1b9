package ui

import (
	"bytes"
	"context"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// tab is a browser tab on a page's live stream. It keeps what was sent, and a test can wait for
// text in it.
type tab struct {
	t      *testing.T
	mu     sync.Mutex
	sent   bytes.Buffer
	wrote  chan struct{}
	header http.Header
	status int
	cancel context.CancelFunc
	done   chan struct{}
}

func openTab(t *testing.T, s *Server, path string, header map[string]string) *tab {
	t.Helper()
	b := &tab{t: t, wrote: make(chan struct{}, 1), header: http.Header{}, done: make(chan struct{})}
	r := request(s, "GET", "/live"+path, nil)
	r.Header.Set("Datastar-Request", "true")
	for k, v := range header {
		r.Header.Set(k, v)
	}
	var ctx context.Context
	ctx, b.cancel = context.WithCancel(r.Context())
	go func() {
		defer close(b.done)
		s.ServeHTTP(b, r.WithContext(ctx))
	}()
	t.Cleanup(func() {
		b.cancel()
		<-b.done
	})
	return b
}

func (b *tab) Header() http.Header { return b.header }
func (b *tab) WriteHeader(s int)   { b.status = s }
func (b *tab) Flush()              {}

func (b *tab) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n, err := b.sent.Write(p)
	select {
	case b.wrote <- struct{}{}:
	default:
	}
	return n, err
}

func (b *tab) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent.String()
}

// until waits for text, and forgets what was sent up to its end.
func (b *tab) until(want string) string {
	b.t.Helper()
	limit := time.After(time.Minute)
	for {
		b.mu.Lock()
		all := b.sent.String()
		if i := strings.Index(all, want); i >= 0 {
			b.sent.Next(i + len(want))
			b.mu.Unlock()
			return all[:i+len(want)]
		}
		b.mu.Unlock()
		select {
		case <-b.wrote:
		case <-limit:
			b.t.Fatalf("%q did not come; got:\n%s", want, all)
		}
	}
}

func TestNewRowsArriveOnTop(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/traffic", map[string]string{"Console-Since": "7"})
	b.until("id=\"recording\"")
	x := sample(8, "new")
	f.put(x)
	got := b.until(`"_since":8`)
	if !strings.Contains(got, "data: mode prepend") || !strings.Contains(got, `id="x8"`) || !strings.Contains(got, "fresh") {
		t.Errorf("the new row did not come on top:\n%s", got)
	}
	if strings.Contains(got, `id="x2"`) {
		t.Errorf("an old row was sent again:\n%s", got)
	}
}

func TestChangedRowMorphsInPlace(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/traffic", map[string]string{"Console-Since": "7"})
	b.until("id=\"recording\"")
	x, _ := f.Exchange(t.Context(), "0195-open-7")
	x.Outcome, x.Ended, x.Labels.State = wire.ByAgent, x.Started.Add(time.Second), "TASK_STATE_COMPLETED"
	f.put(x)
	got := b.until(`"_since":8`)
	if strings.Contains(got, "mode ") || !strings.Contains(got, `id="x7"`) || !strings.Contains(got, "completed") {
		t.Errorf("not a morph of the one row:\n%s", got)
	}
}

func TestRowsFollowTheFilter(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/traffic?q=state:working", map[string]string{"Console-Since": "7"})
	b.until("id=\"recording\"")
	x, _ := f.Exchange(t.Context(), "0195-open-7")
	x.Labels.State = "TASK_STATE_COMPLETED"
	f.put(x)
	got := b.until(`"_since":8`)
	if !strings.Contains(got, "> #x7\ndata: mode remove") {
		t.Errorf("a row that no longer matches stayed:\n%s", got)
	}
	x, _ = f.Exchange(t.Context(), "0195-joke-2")
	x.Labels.State = "TASK_STATE_WORKING"
	f.put(x)
	got = b.until(`"_since":9`)
	if !strings.Contains(got, "]\ndata: mode append") || !strings.Contains(got, `id="x2"`) {
		t.Errorf("a row that came to match is not in its place:\n%s", got)
	}
}

func TestStreamGoesOnWhereTheTabStopped(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	f.put(sample(8, "missed"))
	b := openTab(t, s, "/traffic", map[string]string{"Console-Since": "3", "Last-Event-ID": "7"})
	got := b.until(`"_since":8`)
	if !strings.Contains(got, `id="x8"`) {
		t.Errorf("what was missed did not come:\n%s", got)
	}
	if strings.Count(got, `id="rows"`) != 1 || strings.Count(got, `id="x6"`) != 1 {
		t.Errorf("the list did not come as it is by now:\n%s", got)
	}
}

func TestActionsReachEveryTab(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	one := openTab(t, s, "/traffic", nil)
	two := openTab(t, s, "/sessions", nil)
	one.until("Recording")
	two.until("Recording")
	act(t, s, "/sessions/pause", "")
	one.until("Paused")
	two.until("Paused")
	act(t, s, "/sessions/current/name", "name=Demo+for+the+team")
	two.until(`value="Demo for the team"`)
}

func TestOpenDetailGrows(t *testing.T) {
	f := normalRecord()
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/exchanges/0195-open-7?tab=events", map[string]string{"Console-Since": "7"})
	b.until(`id="gutter-end"`)
	x, _ := f.Exchange(t.Context(), "0195-open-7")
	x.Frames = 4
	e := `data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_FAILED"}}}}` + "\n\n"
	f.put(x, wire.Chunk{Side: wire.Response, Offset: x.ResponseBytes, At: x.Started.Add(2 * time.Second), Data: []byte(e), Frame: 3})
	got := b.until(`"_since":8`)
	if strings.Contains(got, `id="ev-2"`) || !strings.Contains(got, `id="ev-4"`) {
		t.Errorf("the new event did not come alone:\n%s", got)
	}
}

func TestCloseEndsTheStreams(t *testing.T) {
	s := newTestServer(t, normalRecord(), &fakeCaller{})
	b := openTab(t, s, "/traffic", nil)
	b.until("Recording")
	s.Close()
	select {
	case <-b.done:
	case <-time.After(time.Minute):
		t.Fatal("the stream outlived the server")
	}
}

// lineEnd is where browsers end a line of an event stream.
var lineEnd = regexp.MustCompile(`\r\n|\r|\n`)

// TestCarriageReturnsStayText is an attack by an agent whose text contains lines of an event stream
// after bare carriage returns.
func TestCarriageReturnsStayText(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, &fakeCaller{})
	b := openTab(t, s, "/traffic", nil)
	b.until("Recording")
	b.until(`"_sessions"`)
	b.until("\n\n")
	attack := "\r\revent: datastar-patch-signals\rdata: signals {}\r\r" // short: rows cut long text
	x := sample(1, "attack")
	x.Caller, x.Agent, x.Outcome, x.Problem = attack, attack, wire.Cut, attack
	x.Labels = wire.Labels{Op: attack, Dialect: attack, Binding: attack, Task: attack, Context: attack, State: attack, Error: attack, Text: attack}
	f.put(x)
	got := b.until(`"_since":1`)
	for _, line := range lineEnd.Split(got, -1) {
		switch name, value, _ := strings.Cut(line, ": "); {
		case name == "event" && (value == "datastar-patch-elements" || value == "datastar-patch-signals"):
		case name == "data" && strings.HasPrefix(value, "signals "):
			if value != `signals {"_since":1` { // up to where the test read
				t.Errorf("the agent's text sets signals: %q", line)
			}
		case name == "data", name == "id", line == "":
		default:
			t.Errorf("the agent's text became a line of the stream: %q", line)
		}
	}
	if !strings.Contains(got, `id="x1"`) {
		t.Errorf("the row did not come:\n%s", got)
	}
}
