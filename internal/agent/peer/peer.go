// Package peer calls an agent from tests, in any version and binding.
package peer

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Client calls an agent in one version and binding. A response that breaks a rule fails the test.
type Client struct {
	T       testing.TB
	Agent   http.Handler
	Binding a2a.Binding
	Version a2a.Version
	Tenant  string
}

// Request returns the HTTP request of a call.
func (p Client) Request(c *a2a.Call) dialect.HTTP {
	p.T.Helper()
	c.Tenant = p.Tenant
	at := "127.0.0.1:7430"
	switch p.Binding {
	case a2a.REST:
		at = "http://" + at + "/rest/v" + string(p.Version)
	case a2a.JSONRPC:
		at = "http://" + at + "/v" + string(p.Version)
	}
	h, _, err := dialect.Request(p.Version, p.Binding, at, "1", c)
	if err != nil {
		p.T.Fatal(err)
	}
	return h
}

// Do sends a request and returns the response. For gRPC, the request looks like HTTP/2.
func (p Client) Do(ctx context.Context, h dialect.HTTP) *http.Response {
	w := httptest.NewRecorder()
	p.serve(ctx, w, h)
	return w.Result()
}

func (p Client) serve(ctx context.Context, w http.ResponseWriter, h dialect.HTTP) {
	r := httptest.NewRequest(h.Method, h.URL, bytes.NewReader(h.Body)).WithContext(ctx)
	r.Header = h.Header.Clone()
	if p.Binding == a2a.GRPC {
		r.ProtoMajor, r.Proto = 2, "HTTP/2.0"
	}
	p.Agent.ServeHTTP(w, r)
}

// Readings makes a call and returns the readings of the response: of its one document, or of each
// event.
func (p Client) Readings(c *a2a.Call) (said []a2a.Reading) {
	p.T.Helper()
	h := p.Request(c)
	res := p.Do(context.Background(), h)
	body, _ := io.ReadAll(res.Body) // reading a ResponseRecorder's body cannot fail
	now := time.Now()
	x := wire.Exchange{
		Method: h.Method, URL: h.URL, Request: wire.Head{Header: h.Header}, Response: wire.Head{Status: res.StatusCode, Header: res.Header, Trailer: res.Trailer},
		RequestDone: now, Answered: now, LastByte: now, Ended: now, Outcome: wire.ByAgent,
	}
	var all []a2a.Reading
	r := reading.New(&x, reading.Options{Each: func(p reading.Piece) { all = append(all, p.Reading) }})
	r.Feed(wire.Request, now, h.Body)
	r.Feed(wire.Response, now, body)
	r.Update(&x)
	sure := func(id a2a.Identity) bool { // a JSON-RPC request may belong to several versions
		return id.Certain() && id.Versions[0] == p.Version || p.Binding == a2a.JSONRPC && slices.Contains(id.Versions, p.Version)
	}
	if id := r.Identity(); id.Binding != p.Binding || id.Op != c.Op || !sure(id) {
		p.T.Errorf("%s %s is identified as %s %s over %q", h.Method, h.URL, id.Label(), id.Op, id.Binding)
	}
	for i, x := range append([]a2a.Reading{r.Request(), {Problems: r.Ended()}}, all...) {
		for _, bad := range x.Problems {
			if bad.Severity != a2a.SeverityInfo {
				p.T.Errorf("%s, reading %d: %s %s at %s: %s\n%s", c.Op, i, bad.Severity, bad.Check, bad.Path, bad.Message, x.Repaired)
			}
		}
		if i > 1 && (x.Kind == a2a.KindError || x.Result != nil) {
			said = append(said, x)
		}
	}
	return said
}

// Result makes a call and returns its result. The test fails if there is not exactly one.
func (p Client) Result(c *a2a.Call) *a2a.Result {
	p.T.Helper()
	got := p.Readings(c)
	if len(got) != 1 || got[0].Result == nil {
		p.T.Fatalf("%s: %+v", c.Op, got)
	}
	return got[0].Result
}

// Refusal makes a call and returns its error. The test fails if the call succeeds.
func (p Client) Refusal(c *a2a.Call) *a2a.Error {
	p.T.Helper()
	got := p.Readings(c)
	if len(got) != 1 || got[0].Error == nil {
		p.T.Fatalf("%s was not refused: %+v", c.Op, got)
	}
	return got[0].Error
}

// Subscribed sends a subscription, disconnects after the first event, and returns the body.
func (p Client) Subscribed(h dialect.HTTP) string {
	ctx, leave := context.WithCancel(context.Background())
	w := &leaving{ResponseRecorder: httptest.NewRecorder(), leave: leave}
	p.serve(ctx, w, h)
	return w.Body.String()
}

// leaving is a client that disconnects after the first bytes it receives.
type leaving struct {
	*httptest.ResponseRecorder
	leave func()
}

func (l *leaving) Flush() {
	if l.Body.Len() > 0 {
		l.leave()
	}
}

// NewCall returns a call that sends a text.
func NewCall(op a2a.Operation, text string) *a2a.Call {
	return &a2a.Call{Op: op, Message: &a2a.Message{ID: "m-1", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}}
}
