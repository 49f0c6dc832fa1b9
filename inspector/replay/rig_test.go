package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// direct calls a handler without sockets, so that time can be faked.
type direct struct{ h http.Handler }

func (d direct) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(req.Context())
	in := req.Clone(ctx)
	in.Body, in.RequestURI, in.Host = io.NopCloser(bytes.NewReader(body)), req.URL.RequestURI(), "127.0.0.1"
	r, w := io.Pipe()
	a := &answering{header: http.Header{}, w: w, head: make(chan struct{})}
	trailer := http.Header{}
	go func() {
		defer func() {
			a.WriteHeader(200)
			if broken := recover(); broken != nil {
				w.CloseWithError(io.ErrUnexpectedEOF)
			} else {
				for name, values := range a.header {
					if name, ok := strings.CutPrefix(name, http.TrailerPrefix); ok {
						trailer[name] = values
					}
				}
				w.Close()
			}
		}()
		d.h.ServeHTTP(a, in)
	}()
	select {
	case <-a.head:
	case <-req.Context().Done():
		cancel()
		return nil, req.Context().Err()
	}
	if a.status == 599 {
		cancel()
		return nil, errors.New("connection refused")
	}
	stop := context.AfterFunc(req.Context(), func() { r.CloseWithError(req.Context().Err()) })
	return &http.Response{StatusCode: a.status, Header: a.sent, Trailer: trailer, Body: closer{r, func() { stop(); cancel(); r.Close() }}, Request: req}, nil
}

type closer struct {
	io.Reader
	close func()
}

func (c closer) Close() error { c.close(); return nil }

type answering struct {
	header, sent http.Header
	status       int
	w            *io.PipeWriter
	once         sync.Once
	head         chan struct{}
}

func (a *answering) Header() http.Header { return a.header }
func (a *answering) Flush()              { a.WriteHeader(200) }
func (a *answering) WriteHeader(status int) {
	a.once.Do(func() { a.status, a.sent = status, a.header.Clone(); close(a.head) })
}
func (a *answering) Write(p []byte) (int, error) { a.WriteHeader(200); return a.w.Write(p) }

// tape records traffic like the tap.
type tape struct {
	next http.RoundTripper
	mu   sync.Mutex
	list []wire.Exchange
	mem  diff.Memory
}

func (t *tape) RoundTrip(req *http.Request) (*http.Response, error) {
	body, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	t.mu.Lock()
	i := len(t.list)
	now := time.Now()
	x := wire.Exchange{ID: fmt.Sprintf("x%d", i), Origin: wire.Client, Method: req.Method, URL: req.URL.String(), Agent: "http://" + req.URL.Host,
		Request: wire.Head{Header: req.Header.Clone()}, Started: now, RequestDone: now, RequestBytes: int64(len(body)), RequestKept: int64(len(body))}
	t.list = append(t.list, x)
	t.mem.Put(x.ID, wire.Request, body)
	t.mu.Unlock()
	time.Sleep(time.Millisecond) // network latency
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		t.end(i, wire.Unreachable)
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list[i].Response = wire.Head{Status: resp.StatusCode, Header: resp.Header, Trailer: resp.Trailer}
	t.list[i].Answered = time.Now()
	resp.Body = &taped{resp.Body, t, i, req.Context()}
	return resp, nil
}

func (t *tape) end(i int, o wire.Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.list[i].Ended.IsZero() {
		t.list[i].Ended, t.list[i].Outcome = time.Now(), o
	}
}

type taped struct {
	io.ReadCloser
	t   *tape
	i   int
	ctx context.Context
}

func (b *taped) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.t.mu.Lock()
	x := &b.t.list[b.i]
	if n > 0 {
		x.LastByte = time.Now()
		c := wire.Chunk{Side: wire.Response, Offset: x.ResponseBytes, At: x.LastByte, Data: bytes.Clone(p[:n])}
		b.t.mem[x.ID][wire.Response] = append(b.t.mem[x.ID][wire.Response], c)
		x.ResponseBytes += int64(n)
		x.ResponseKept += int64(n)
	}
	b.t.mu.Unlock()
	switch {
	case err != nil && b.ctx.Err() != nil: // an agent may close cleanly when the client leaves
		b.t.end(b.i, wire.Cancelled)
	case errors.Is(err, io.EOF):
		b.t.end(b.i, wire.ByAgent)
	case err != nil:
		b.t.end(b.i, wire.Cut)
	}
	return n, err
}

func (b *taped) Close() error {
	b.t.end(b.i, wire.Cancelled)
	return b.ReadCloser.Close()
}

// talk is a client whose calls to a handler are recorded.
type talk struct {
	t    testing.TB
	tape *tape
	c    *inspector.Client
	v    a2a.Version
	b    a2a.Binding // "" is JSON-RPC
}

func newTalk(t testing.TB, h http.Handler, v a2a.Version) *talk {
	tp := &tape{next: direct{h}, mem: diff.Memory{}}
	return &talk{t: t, tape: tp, c: inspector.New(inspector.Options{Transport: tp}), v: v}
}

func endpoint(v a2a.Version) string { return "http://127.0.0.1:7430/v" + string(v) }

const grpcEndpoint = "http://127.0.0.1:7430"

func restEndpoint(v a2a.Version) string { return "http://127.0.0.1:7430/rest/v" + string(v) }

// call makes a call and returns the task's id and last state.
func (k *talk) call(ctx context.Context, c *a2a.Call, each func(n int, task string)) (task string, state a2a.State) {
	k.t.Helper()
	at := endpoint(k.v)
	if k.b == a2a.GRPC {
		at = grpcEndpoint
	}
	if k.b == a2a.REST {
		at = restEndpoint(k.v)
	}
	p, err := k.c.Prepare(inspector.Target{Endpoint: at, Version: k.v, Binding: k.b, Header: http.Header{"Authorization": {"Bearer hush"}}}, c)
	if err != nil {
		k.t.Fatal(err)
	}
	n := 0
	_, err = k.c.Send(ctx, p, func(e inspector.Event) {
		n++
		r := e.Reading.Result
		if r == nil {
			return
		}
		for _, id := range []string{idOf(r)} {
			if id != "" {
				task = id
			}
		}
		if s := r.TaskStatus(); s != nil && s.State != "" {
			state = s.State
		}
		if each != nil {
			each(n, task)
		}
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return task, state
}

func idOf(r *a2a.Result) string {
	switch {
	case r.Task != nil:
		return r.Task.ID
	case r.Status != nil:
		return r.Status.TaskID
	case r.Artifact != nil:
		return r.Artifact.TaskID
	}
	return ""
}

func (k *talk) say(op a2a.Operation, task, text string, each func(n int, task string)) string {
	k.t.Helper()
	m := &a2a.Message{Role: a2a.User, TaskID: task, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}
	id, _ := k.call(k.t.Context(), &a2a.Call{Op: op, Message: m}, each)
	return id
}

func (k *talk) phone() {
	task := k.say(a2a.SendMessage, "", "request a new phone for me", nil)
	k.say(a2a.SendMessage, task, "Android", nil)
	k.call(k.t.Context(), &a2a.Call{Op: a2a.GetTask, TaskID: task}, nil)
}

// again creates a replay of the recording against a handler.
func (k *talk) again(h http.Handler, edit func(*Options)) *Replay {
	k.t.Helper()
	o := Options{
		Transport: direct{h}, Exchanges: k.tape.list, Source: k.tape.mem,
		Target: func(_ context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
			if v != "" && k.b == a2a.REST {
				return inspector.Target{Endpoint: restEndpoint(v), Version: v, Binding: a2a.REST}, nil
			}
			if v == "" {
				v = k.v
			}
			if k.b == a2a.GRPC {
				return inspector.Target{Endpoint: grpcEndpoint, Version: v, Binding: a2a.GRPC}, nil
			}
			return inspector.Target{Endpoint: endpoint(v), Version: v, Binding: a2a.JSONRPC}, nil
		},
	}
	if edit != nil {
		edit(&o)
	}
	r, err := New(k.t.Context(), o)
	if err != nil {
		k.t.Fatal(err)
	}
	return r
}

func play(t testing.TB, r *Replay) *diff.Report {
	t.Helper()
	if err := r.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r.Report()
}

func verdicts(r *diff.Report) string {
	var all []string
	for _, p := range r.Pairs {
		all = append(all, string(p.Outcome))
	}
	return strings.Join(all, " ")
}

func show(r *diff.Report) string {
	var b strings.Builder
	_ = WriteMarkdown(&b, "test", r) // to memory
	return b.String()
}

func reference(t testing.TB) http.Handler {
	a := agent.New(agent.Options{})
	t.Cleanup(a.Close)
	return a
}

// other is an agent that answers some calls its own way: own returns false to leave one to the reference agent.
func other(t testing.TB, own func(w http.ResponseWriter, r *http.Request, body string) bool) http.Handler {
	real := reference(t)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !own(w, r, string(body)) {
			real.ServeHTTP(w, r)
		}
	})
}

func answer200(w http.ResponseWriter, body string) bool {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, body)
	return true
}
