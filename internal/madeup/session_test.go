package madeup

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/agent/mock"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// tape records traffic in memory.
type tape struct {
	next   http.RoundTripper
	list   []wire.Exchange
	bodies diff.Memory
}

func (k *tape) RoundTrip(r *http.Request) (*http.Response, error) {
	x := wire.Exchange{ID: wire.NewID(), Method: r.Method, URL: r.URL.String(), Started: time.Now(), Outcome: wire.ByAgent}
	var asked []byte
	if r.Body != nil {
		var err error
		if asked, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(asked))
	}
	x.Request.Header = r.Header.Clone()
	resp, err := k.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	x.Response = wire.Head{Status: resp.StatusCode, Header: resp.Header, Trailer: resp.Trailer}
	x.RequestBytes, x.RequestKept = int64(len(asked)), int64(len(asked))
	x.ResponseBytes, x.ResponseKept, x.Ended = int64(len(body)), int64(len(body)), time.Now()
	k.bodies.Put(x.ID, wire.Request, asked)
	k.bodies.Put(x.ID, wire.Response, body)
	k.list = append(k.list, x)
	return resp, nil
}

// TestSession records a conversation in 1.9 and has a mock play it: the mock's responses are those on record,
// and mean the same.
func TestSession(t *testing.T) {
	k := &tape{next: inspector.PlainTransport(nil), bodies: diff.Memory{}}
	c := inspector.New(inspector.Options{Transport: k})
	found, err := c.Discover(t.Context(), serve(t))
	if err != nil {
		t.Fatal(err)
	}
	target, err := found.Choose(v19, a2a.JSONRPC)
	if err != nil {
		t.Fatal(err)
	}
	task := call(t, c, target, &a2a.Call{Op: a2a.SendStreamingMessage, Message: joke()}, a2a.KindStatus)
	call(t, c, target, &a2a.Call{Op: a2a.GetTask, TaskID: task}, a2a.KindTask)

	m, err := mock.New(t.Context(), mock.Options{Exchanges: k.list, Facts: k.bodies})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(m)
	t.Cleanup(s.Close)
	again := &tape{next: inspector.PlainTransport(nil), bodies: diff.Memory{}}
	c = inspector.New(inspector.Options{Transport: again})
	target.Endpoint = s.URL + "/v" + string(v19)
	played := call(t, c, target, &a2a.Call{Op: a2a.SendStreamingMessage, Message: joke()}, a2a.KindStatus)
	if played != task {
		t.Errorf("the task is %s, on record %s", played, task)
	}
	call(t, c, target, &a2a.Call{Op: a2a.GetTask, TaskID: played}, a2a.KindTask)

	var calls []wire.Exchange
	for _, x := range k.list {
		if x.Method == http.MethodPost {
			calls = append(calls, x)
		}
	}
	got, err := diff.Sessions(t.Context(), diff.Side{Exchanges: calls, Source: k.bodies}, diff.Side{Exchanges: again.list, Source: again.bodies}, diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.SameCount != 2 || len(got.Pairs) != 2 {
		t.Errorf("played, the session means something else: %+v", got)
	}
}

// TestSessionSettlesMinor: a request that names the minor version settles it for a later one at the same
// endpoint that does not.
func TestSessionSettlesMinor(t *testing.T) {
	read := func(x *wire.Exchange, header bool, v *session.Versions) a2a.Identity {
		out, _, err := dialect.Request(v19, a2a.JSONRPC, "http://agent.test/rpc", "1", &a2a.Call{Op: a2a.SendMessage, Message: joke()})
		if err != nil {
			t.Fatal(err)
		}
		if !header {
			out.Header.Del("A2A-Version")
		}
		x.Method, x.URL, x.Request.Header, x.RequestDone = out.Method, out.URL, out.Header, x.Started
		m := dialect.Message{Method: x.Method, URL: x.URL, Header: out.Header, Body: out.Body}
		return dialect.Identify(m, dialect.Message{}, dialect.Hint{History: v.Before(x)})
	}
	var v session.Versions
	first, second := &wire.Exchange{Started: time.Unix(1, 0)}, &wire.Exchange{Started: time.Unix(2, 0)}
	if id := read(second, false, &v); id.Label() != minors() {
		t.Errorf("without a session it is %s", id.Label())
	}
	v.Learn(first, read(first, true, &v))
	if id := read(second, false, &v); id.Label() != "1.9" {
		t.Errorf("behind a call in 1.9 it is %s", id.Label())
	}
}
