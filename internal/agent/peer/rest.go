package peer

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// REST calls an agent over HTTP+JSON in one version with requests that
// package dialect writes, and insists that every answer is read without a flaw.
type REST struct {
	T       testing.TB
	Agent   http.Handler
	Version a2a.Version
	Tenant  string
}

// Request is a call as it is sent.
func (p REST) Request(c *a2a.Call) dialect.HTTP {
	p.T.Helper()
	c.Tenant = p.Tenant
	h, _, err := dialect.Request(p.Version, a2a.REST, "http://127.0.0.1:7430/rest/v"+string(p.Version), "", c)
	if err != nil {
		p.T.Fatal(err)
	}
	return h
}

func (p REST) do(h dialect.HTTP) *httptest.ResponseRecorder {
	r := httptest.NewRequest(h.Method, h.URL, strings.NewReader(string(h.Body)))
	r.Header = h.Header.Clone()
	w := httptest.NewRecorder()
	p.Agent.ServeHTTP(w, r)
	return w
}

// Readings makes a call and reads the answer, event by event.
func (p REST) Readings(c *a2a.Call) []a2a.Reading {
	p.T.Helper()
	h := p.Request(c)
	w := p.do(h)
	r, all := readings(h, wire.Head{Status: w.Code, Header: w.Header()}, w.Body.Bytes())
	id := r.Identity()
	if id.Binding != a2a.REST || id.Op != c.Op || !id.Certain() || id.Versions[0] != p.Version {
		p.T.Errorf("%s %s is identified as %s %s over %q", h.Method, h.URL, id.Label(), id.Op, id.Binding)
	}
	for i, x := range all {
		for _, bad := range x.Problems {
			if bad.Severity != a2a.SeverityInfo {
				p.T.Errorf("%s, reading %d: %s %s at %s: %s\n%s", c.Op, i, bad.Severity, bad.Check, bad.Path, bad.Message, x.Raw[:min(len(x.Raw), 300)])
			}
		}
	}
	return said(all)
}

// Result makes a call that has one answer, which is no error.
func (p REST) Result(c *a2a.Call) *a2a.Result {
	p.T.Helper()
	return Result(p.T, c, p.Readings(c))
}

// Refusal makes a call that is answered with an error.
func (p REST) Refusal(c *a2a.Call) *a2a.Error {
	p.T.Helper()
	return Refusal(p.T, c, p.Readings(c))
}

// Subscribed reads the first event of a subscription, and leaves.
func (p REST) Subscribed(h dialect.HTTP) string {
	ctx, leave := context.WithCancel(context.Background())
	r := httptest.NewRequest(h.Method, h.URL, strings.NewReader(string(h.Body))).WithContext(ctx)
	r.Header = h.Header.Clone()
	w := &leaving{ResponseRecorder: httptest.NewRecorder(), leave: leave}
	p.Agent.ServeHTTP(w, r)
	return w.Body.String()
}

// leaving is a client that goes once it was sent something.
type leaving struct {
	*httptest.ResponseRecorder
	leave func()
}

func (l *leaving) Flush() {
	if l.Body.Len() > 0 {
		l.leave()
	}
}
