package agent

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// stamped records when bytes are flushed.
type stamped struct {
	*httptest.ResponseRecorder
	mu sync.Mutex
	at []time.Duration
	t0 time.Time
}

func (s *stamped) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = append(s.at, time.Since(s.t0))
}

func TestPaceIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := v10(t, Options{})
		r := httptest.NewRequest(http.MethodPost, "http://localhost/v1.0", strings.NewReader(p.body(p.say(a2a.SendStreamingMessage, "slow 4 chunks every 250ms", ""))))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		w := &stamped{ResponseRecorder: httptest.NewRecorder(), t0: time.Now()}
		p.agent.ServeHTTP(w, r)
		seen := map[time.Duration]bool{}
		for _, d := range w.at {
			seen[d] = true
		}
		for i := range 4 {
			if !seen[time.Duration(i)*250*time.Millisecond] {
				t.Errorf("nothing was flushed at %v; flushes at %v", time.Duration(i)*250*time.Millisecond, w.at)
			}
		}
		if len(seen) != 4 {
			t.Errorf("flushes at other times: %v", w.at)
		}
	})
}

func TestKeepAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := v10(t, Options{})
		w := p.post(p.say(a2a.SendStreamingMessage, "slow 2 every 59s", ""))
		if got := strings.Count(w.Body.String(), ": keep-alive\n\n"); got != 3 {
			t.Errorf("%d comments in 59 quiet seconds, want 3 (at 15, 30 and 45 s)", got)
		}
		if w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("Cache-Control: %s", w.Header().Get("Cache-Control"))
		}
		p.events(a2a.SendStreamingMessage, w.Body.Bytes())
	})
}

// TestFastStream: events that arrive faster than they are written are all written, once.
func TestFastStream(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		got := p.stream(p.say(a2a.SendStreamingMessage, "slow 5000 every 0 size 12", ""))
		var want strings.Builder
		for i := range 5000 {
			want.WriteString(chunk(i+1, 12))
		}
		if textOf(got) != want.String() {
			t.Errorf("the stream's text is not what was to be sent: %d bytes of %d", len(textOf(got)), want.Len())
		}
	})
}

// TestSubscribersAgree: all subscribers, whenever they start, get the same events in the same order, and
// build what the agent has.
func TestSubscribersAgree(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		synctest.Test(t, func(t *testing.T) {
			p := rpcPeer{t, newAgent(t, Options{}), d}
			const chunks = 200
			all := make(chan []*a2a.Result)
			go func() { all <- p.stream(p.say(a2a.SendStreamingMessage, "slow 200 every 10ms", "")) }()
			synctest.Wait()
			id := p.agent.store.all()[0].id
			late := make(chan []*a2a.Result)
			for i := range 20 {
				time.Sleep(time.Duration(i) * 7 * time.Millisecond)
				go func() { late <- p.stream(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: id}) }()
				synctest.Wait()
			}
			whole := textOf(<-all)
			if n := strings.Count(whole, "\n"); n < chunks {
				t.Fatalf("%d chunks, want %d", n, chunks)
			}
			final := p.ok(&a2a.Call{Op: a2a.GetTask, TaskID: id}).Task
			if got := joined(final.Artifacts[0].Parts); got != whole {
				t.Errorf("the task has another text than its stream")
			}
			for range 20 {
				s := <-late
				got := textOf(s)
				if m := behaviour(d.Version()); !m.Rejoins && !strings.HasSuffix(whole, got) || m.Rejoins && got != whole {
					t.Errorf("a subscriber got %d bytes of %d that are not the rest", len(got), len(whole))
				}
				if last := s[len(s)-1]; last.Status == nil || last.Status.Status.State != a2a.Completed {
					t.Errorf("a subscriber's last event is %s", told(last))
				}
			}
		})
	})
}

// textOf is all text of a stream, snapshot included.
func textOf(rs []*a2a.Result) string {
	var b strings.Builder
	for _, r := range rs {
		if r.Task != nil && len(r.Task.Artifacts) > 0 {
			b.WriteString(joined(r.Task.Artifacts[0].Parts))
		}
		if r.Artifact != nil {
			b.WriteString(joined(r.Artifact.Artifact.Parts))
		}
	}
	return b.String()
}

func joined(parts []a2a.Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

func TestSubscribeToFinishedTask(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		id := p.ok(p.say(a2a.SendMessage, "joke", "")).Task.ID
		c := &a2a.Call{Op: a2a.SubscribeToTask, TaskID: id}
		if d.Version() != a2a.V01 {
			if _, e := p.do(c); e != a2a.UnsupportedOperation {
				t.Errorf("got %q", e)
			}
			return
		}
		if got := p.stream(c); tale(got) != "completed" || !got[0].Status.Final {
			t.Errorf("got %s", tale(got))
		}
	})
}

func TestResubscribeToWaitingTask(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		if behaviour(d.Version()).Rejoins {
			return // TestSubscribeToWaitingTask
		}
		p := rpcPeer{t, newAgent(t, Options{}), d}
		id := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task.ID
		if got := p.stream(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: id}); tale(got) != "input required" || !got[0].Status.Final {
			t.Errorf("got %s", tale(got))
		}
	})
}

func TestErrorOfAStream(t *testing.T) {
	each(t, func(t *testing.T, d a2a.Dialect) {
		p := rpcPeer{t, newAgent(t, Options{}), d}
		body := p.body(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: "nobody"})
		for accept, want := range map[string]string{
			"": "application/json", "application/json, text/event-stream": "application/json", "text/event-stream": "text/event-stream",
		} {
			w := post(p.agent, "/", body, append(p.headers(), "Accept", accept)...)
			answer := strings.TrimPrefix(w.Body.String(), "data: ")
			if _, e := p.read(a2a.SubscribeToTask, []byte(answer)); w.Header().Get("Content-Type") != want || e != a2a.TaskNotFound {
				t.Errorf("Accept %q: %s, %s", accept, w.Header().Get("Content-Type"), w.Body)
			}
		}
	})
}

func TestErrorOfAnUnreadableStreamCall(t *testing.T) {
	a := newAgent(t, Options{})
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":7,"method":"SendStreamingMessage","params":{}}`,
		`{"jsonrpc":"2.0","id":7,"method":"tasks/sendSubscribe","params":{}}`,
	} {
		w := post(a, "/", body, "Accept", "text/event-stream", "A2A-Version", "1.0")
		if !strings.HasPrefix(w.Body.String(), `data: {"jsonrpc":"2.0","id":7,"error":{"code":-32602,`) {
			t.Errorf("got %s", w.Body)
		}
	}
}

func TestSubscribeToWaitingTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := v10(t, Options{})
		id := p.ok(p.say(a2a.SendMessage, "request a new phone for me", "")).Task.ID
		got := make(chan []*a2a.Result)
		go func() { got <- p.stream(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: id}) }()
		synctest.Wait()
		p.ok(p.say(a2a.SendMessage, "Android", id))
		if s := tale(<-got); s != "task input required, working, artifact, completed" {
			t.Errorf("got %s", s)
		}
	})
}

func TestTaskSurvivesItsClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := v10(t, Options{})
		ctx, leave := context.WithCancel(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/", strings.NewReader(p.body(p.say(a2a.SendStreamingMessage, "slow 3 every 1s", ""))))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		done := make(chan struct{})
		go func() { p.agent.ServeHTTP(httptest.NewRecorder(), r); close(done) }()
		time.Sleep(500 * time.Millisecond)
		leave()
		<-done
		time.Sleep(5 * time.Second)
		if got := p.agent.store.all()[0].state(); got != a2a.Completed {
			t.Errorf("got %s", got)
		}
	})
}

// discard takes a stream and counts its bytes.
type discard struct {
	h http.Header
	n int64
}

func (d *discard) Header() http.Header         { return d.h }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Flush()                      {}
func (d *discard) Write(b []byte) (int, error) { d.n += int64(len(b)); return len(b), nil }

func BenchmarkStream100000(b *testing.B) {
	a := New(Options{MaxTasks: 4})
	defer a.Close()
	p := v10(b, Options{})
	body := p.body(p.say(a2a.SendStreamingMessage, "slow 100000 every 0 size 40", ""))
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("A2A-Version", "1.0")
		w := &discard{h: http.Header{}}
		a.ServeHTTP(w, r)
		b.SetBytes(w.n)
	}
	b.ReportMetric(100_000*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
