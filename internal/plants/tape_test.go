package plants

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
)

const origin = "http://127.0.0.1:7430"

// tape records traffic with a reference agent. Its clock advances by a second with every exchange and by a
// quarter of a second with every piece.
type tape struct {
	t     testing.TB
	agent *agent.Agent
	rec   *recording
	calls int

	mu  sync.Mutex
	now time.Time
}

func newTape(t testing.TB, v a2a.Version, b a2a.Binding, o agent.Options) *tape {
	p := &tape{t: t, rec: &recording{v: v, b: b}, now: time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)}
	n := 0
	var mu sync.Mutex
	o.Now = func() time.Time { return p.pass(0) }
	o.NewID = func() string {
		mu.Lock()
		defer mu.Unlock()
		n++
		return fmt.Sprintf("00000000-0000-7000-8000-%012d", n)
	}
	o.Drafts = dialect.Drafts()
	p.agent = agent.New(o)
	t.Cleanup(p.agent.Close)
	return p
}

func (p *tape) pass(d time.Duration) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = p.now.Add(d)
	return p.now
}

const quarter = 250 * time.Millisecond

func (p *tape) endpoint() string {
	switch p.rec.b {
	case a2a.REST:
		return origin + "/rest/v" + string(p.rec.v)
	case a2a.GRPC:
		return origin
	}
	return origin + "/v" + string(p.rec.v)
}

// speaks reports whether the version has an operation in the binding.
func (p *tape) speaks(op a2a.Operation) bool {
	d, _ := dialect.Speaks(p.rec.v, p.rec.b)
	_, ok := d.Method(op)
	return ok
}

// named reports whether clients name tasks in the version.
func (p *tape) named() bool { return registry.NamesTask(p.rec.v) }

func (p *tape) call(label string, c *a2a.Call) *entry { return p.tell(label, c, nil) }

// tell makes a call; change, if not nil, edits its request before it is sent.
func (p *tape) tell(label string, c *a2a.Call, change func(*dialect.HTTP)) *entry {
	p.t.Helper()
	e, h := p.begin(label, c)
	if change != nil {
		change(&h)
	}
	p.play(e, h, nil)
	return e
}

// begin writes the request of a call.
func (p *tape) begin(label string, c *a2a.Call) (*entry, dialect.HTTP) {
	p.t.Helper()
	p.calls++
	h, _, err := dialect.Request(p.rec.v, p.rec.b, p.endpoint(), fmt.Sprint(p.calls), c)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.enter(label, c.Op), h
}

func (p *tape) enter(label string, op a2a.Operation) *entry {
	e := &entry{label: label, op: op}
	p.rec.entries = append(p.rec.entries, e)
	e.x = wire.Exchange{ID: fmt.Sprintf("x%02d", len(p.rec.entries)), Session: "s", Origin: wire.Client, Agent: origin, Caller: "test", Outcome: wire.ByAgent}
	return e
}

// raw sends a request as it is.
func (p *tape) raw(label, method, url string, body string, header ...string) *entry {
	p.t.Helper()
	h := dialect.HTTP{Method: method, URL: url, Header: http.Header{}, Body: []byte(body)}
	for i := 0; i < len(header); i += 2 {
		h.Header.Set(header[i], header[i+1])
	}
	e := p.enter(label, "")
	p.play(e, h, nil)
	return e
}

// play sends a request and records the exchange. It calls begun when the first piece of the
// response arrives.
func (p *tape) play(e *entry, h dialect.HTTP, begun func()) {
	e.x.Method, e.x.URL, e.request = h.Method, h.URL, h.Body
	e.x.Request = wire.Head{Proto: "HTTP/1.1", Header: h.Header.Clone()}
	e.x.Started, e.x.RequestDone = p.pass(time.Second), p.pass(quarter)
	r := httptest.NewRequest(h.Method, h.URL, bytes.NewReader(h.Body))
	r.Header = h.Header.Clone()
	if p.rec.b == a2a.GRPC {
		r.ProtoMajor, r.Proto, e.x.Request.Proto = 2, "HTTP/2.0", "HTTP/2.0"
	}
	e.x.Answered = p.pass(quarter)
	w := &writer{ResponseRecorder: httptest.NewRecorder(), tape: p, entry: e, begun: begun}
	p.agent.ServeHTTP(w, r)
	w.take()
	res := w.Result()
	e.x.Response = wire.Head{Proto: e.x.Request.Proto, Status: res.StatusCode, Header: res.Header, Trailer: res.Trailer}
	e.split()
	if n := len(e.pieces); n > 0 {
		e.x.FirstByte, e.x.LastByte, e.x.Frames = e.pieces[0].at, e.pieces[n-1].at, n
	}
	e.x.Ended = p.pass(quarter)
}

// writer receives a response in the pieces in which it is written.
type writer struct {
	*httptest.ResponseRecorder
	tape  *tape
	entry *entry
	taken int
	begun func()
}

func (w *writer) Flush() {
	w.ResponseRecorder.Flush()
	w.take()
	if w.begun != nil {
		w.begun()
		w.begun = nil
	}
}

func (w *writer) take() {
	if all := w.Body.Bytes(); len(all) > w.taken {
		w.entry.pieces = append(w.entry.pieces, piece{w.tape.pass(quarter), bytes.Clone(all[w.taken:])})
		w.taken = len(all)
	}
}

// split makes every event and message a piece.
func (e *entry) split() {
	var out []piece
	for _, p := range e.pieces {
		for len(p.data) > 0 {
			n := len(p.data)
			switch {
			case e.grpc():
				n = wire.GRPCHead + int(binary.BigEndian.Uint32(p.data[1:]))
			case e.streams():
				if i := bytes.Index(p.data, []byte("\n\n")); i >= 0 {
					n = i + 2
				}
			}
			out, p.data = append(out, piece{p.at, p.data[:n]}), p.data[n:]
		}
	}
	e.pieces = out
}

func (e *entry) grpc() bool {
	return wire.MediaType(e.x.Response.Header) == "application/grpc" || wire.MediaType(e.x.Response.Header) == "application/grpc+proto"
}

func (e *entry) streams() bool { return wire.MediaType(e.x.Response.Header) == "text/event-stream" }
