package mock

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// deck records a handler's responses by reads, as the tap would.
type deck struct {
	mu     sync.Mutex
	list   []wire.Exchange
	chunks map[string][2][]wire.Chunk
}

func newDeck() *deck { return &deck{chunks: map[string][2][]wire.Chunk{}} }

// Chunks implements wire.Bodies.
func (d *deck) Chunks(_ context.Context, id string, s wire.Side, from, limit int64) (out []wire.Chunk, _ error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	size := int64(0)
	for _, c := range d.chunks[id][s] {
		if c.Offset+int64(len(c.Data)) > from && (limit == 0 || size < limit) {
			out = append(out, c)
			size += int64(len(c.Data))
		}
	}
	return out, nil
}

// seen is a response being written to a client, with the time of each write.
type seen struct {
	status int
	header http.Header
	at     []time.Time
	writes [][]byte
	wrote  func(total []byte) // called after each write
	body   bytes.Buffer
}

func (s *seen) Header() http.Header { return s.header }
func (s *seen) Flush()              {}
func (s *seen) WriteHeader(status int) {
	if s.status == 0 {
		s.status = status
	}
}

func (s *seen) Write(p []byte) (int, error) {
	s.WriteHeader(200)
	s.at, s.writes = append(s.at, time.Now()), append(s.writes, bytes.Clone(p))
	s.body.Write(p)
	if s.wrote != nil {
		s.wrote(s.body.Bytes())
	}
	return len(p), nil
}

func ask(ctx context.Context, h http.Handler, method, url, body string, wrote func([]byte), header ...string) *seen {
	r := httptest.NewRequest(method, url, strings.NewReader(body)).WithContext(ctx)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	s := &seen{header: http.Header{}, wrote: wrote}
	h.ServeHTTP(s, r)
	return s
}

// record wraps a handler so that its responses are recorded.
func (d *deck) record(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.mu.Lock()
		i := len(d.list)
		x := wire.Exchange{ID: fmt.Sprintf("x%d", i), Seq: int64(i + 1), Origin: wire.Client, Method: r.Method, URL: "http://127.0.0.1:7430" + r.URL.RequestURI(), Started: time.Now()}
		d.list = append(d.list, x)
		d.mu.Unlock()
		var body bytes.Buffer
		body.ReadFrom(r.Body)
		r.Body = http.NoBody
		r2 := r.Clone(r.Context())
		r2.Body = readCloser{bytes.NewReader(body.Bytes())}
		s := &seen{header: w.Header()}
		s.wrote = func([]byte) { w.Write(s.writes[len(s.writes)-1]) }
		time.Sleep(time.Millisecond) // the latency to the agent
		h.ServeHTTP(s, r2)
		x.RequestDone, x.Outcome = x.Started, wire.ByAgent
		x.Request = wire.Head{Header: r.Header}
		x.Response = wire.Head{Status: s.status, Header: w.Header().Clone()}
		for name, values := range w.Header() {
			if trailer, ok := strings.CutPrefix(name, http.TrailerPrefix); ok {
				delete(x.Response.Header, name)
				if x.Response.Trailer == nil {
					x.Response.Trailer = http.Header{}
				}
				x.Response.Trailer[trailer] = values
			}
		}
		d.keep(i, x, body.Bytes(), s)
	})
}

type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

func (d *deck) keep(i int, x wire.Exchange, body []byte, s *seen) {
	d.mu.Lock()
	defer d.mu.Unlock()
	sides := [2][]wire.Chunk{}
	if len(body) > 0 {
		sides[0] = []wire.Chunk{{Data: body, At: x.Started}}
	}
	x.Answered = x.Started
	offset := int64(0)
	for n, p := range s.writes {
		if n == 0 {
			x.Answered = s.at[0]
		}
		x.LastByte = s.at[n]
		sides[1] = append(sides[1], wire.Chunk{Data: p, At: s.at[n], Offset: offset, Side: wire.Response})
		offset += int64(len(p))
	}
	x.Ended = time.Now()
	x.ResponseBytes, x.ResponseKept = offset, offset
	d.list[i], d.chunks[x.ID] = x, sides
}

// mock plays the recording of a deck.
func (d *deck) mock(t testing.TB, o Options) *Mock {
	t.Helper()
	o.Exchanges, o.Facts = d.list, d
	if o.NewID == nil {
		n := 0
		o.NewID = func() string { n++; return fmt.Sprintf("fresh-%d", n) }
	}
	m, err := New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// put records an exchange as given, with its response in pieces a millisecond apart.
func (d *deck) put(x wire.Exchange, request string, pieces ...string) *wire.Exchange {
	i := len(d.list)
	start := time.Unix(1000, 0).UTC().Add(time.Duration(i) * time.Second)
	x.ID, x.Seq, x.Started, x.RequestDone, x.Answered = fmt.Sprintf("x%d", i), int64(i+1), start, start, start
	if x.Method == "" {
		x.Method, x.URL = "POST", "http://agent.example/rpc"
	}
	if x.Outcome == "" {
		x.Outcome = wire.ByAgent
	}
	if x.Response.Status == 0 && len(pieces) > 0 {
		x.Response.Status = 200
	}
	sides := [2][]wire.Chunk{}
	if request != "" {
		sides[0] = []wire.Chunk{{Data: []byte(request), At: start}}
	}
	for n, p := range pieces {
		x.LastByte = start.Add(time.Duration(n) * time.Millisecond)
		sides[1] = append(sides[1], wire.Chunk{Data: []byte(p), At: x.LastByte, Offset: x.ResponseKept, Side: wire.Response})
		x.ResponseKept += int64(len(p))
	}
	x.ResponseBytes = max(x.ResponseBytes, x.ResponseKept)
	x.Ended = start.Add(time.Duration(len(pieces)) * time.Millisecond)
	d.list = append(d.list, x)
	d.chunks[x.ID] = sides
	return &d.list[i]
}

// caller calls an agent or a mock, in any version and binding.
type caller interface {
	Result(c *a2a.Call) *a2a.Result
	Readings(c *a2a.Call) []a2a.Reading
}

// walkPhone orders a phone: a message answered with a question, and a stream that ends the task. It
// returns the task as it was with the question, and the stream.
func walkPhone(p caller) (*a2a.Task, []a2a.Reading) {
	task := p.Result(peer.NewCall(a2a.SendMessage, "request a new phone for me")).Task
	answer := peer.NewCall(a2a.SendStreamingMessage, "Android")
	answer.Message.TaskID = task.ID
	return task, p.Readings(answer)
}

// checkPlayed compares an order that a mock played to the recorded one. The mock uses ids of its own.
func checkPlayed(t *testing.T, first, task *a2a.Task, events, played []a2a.Reading) {
	t.Helper()
	if task.ID == first.ID || !strings.HasPrefix(task.ID, "fresh-") || task.Status.State != first.Status.State {
		t.Fatalf("the mock's task is %s %s", task.ID, task.Status.State)
	}
	if len(played) != len(events) {
		t.Errorf("%d events, %d on record", len(played), len(events))
	}
	for i, e := range played {
		if strings.Contains(string(e.Raw)+string(e.Repaired), first.ID) {
			t.Errorf("event %d has the recorded task: %s%s", i, e.Raw, e.Repaired)
		}
	}
}

// eachVersion runs f as a subtest for every version.
func eachVersion(t *testing.T, f func(t *testing.T, d a2a.Dialect)) {
	for _, d := range dialect.All() {
		t.Run(string(d.Version()), func(t *testing.T) { f(t, d) })
	}
}

// live returns a reference agent.
func live(t testing.TB) *agent.Agent {
	a := agent.New(agent.Options{PushBackoff: time.Millisecond})
	t.Cleanup(a.Close)
	return a
}
