package peer

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// GRPC calls an agent over gRPC in one version and insists that every answer
// is read without a flaw.
type GRPC struct {
	T       testing.TB
	Agent   http.Handler
	Version a2a.Version
}

// Request is a call as it is sent.
func (p GRPC) Request(c *a2a.Call) dialect.HTTP {
	p.T.Helper()
	h, _, err := dialect.Request(p.Version, a2a.GRPC, "127.0.0.1:7430", "", c)
	if err != nil {
		p.T.Fatal(err)
	}
	return h
}

// Do sends a request as HTTP/2 brings it.
func (p GRPC) Do(ctx context.Context, h dialect.HTTP) *http.Response {
	r := httptest.NewRequest(h.Method, h.URL, bytes.NewReader(h.Body)).WithContext(ctx)
	r.Header, r.ProtoMajor, r.Proto = h.Header.Clone(), 2, "HTTP/2.0"
	w := httptest.NewRecorder()
	p.Agent.ServeHTTP(w, r)
	return w.Result()
}

// Readings makes a call and reads the answer, message by message.
func (p GRPC) Readings(c *a2a.Call) []a2a.Reading {
	p.T.Helper()
	h := p.Request(c)
	w := p.Do(context.Background(), h)
	var body bytes.Buffer
	body.ReadFrom(w.Body)
	_, all := readings(h, wire.Head{Status: w.StatusCode, Header: w.Header, Trailer: w.Trailer}, body.Bytes())
	for i, x := range all {
		for _, bad := range x.Problems {
			if bad.Severity != a2a.SeverityInfo {
				p.T.Errorf("%s, reading %d: %s %s at %s: %s\n%s", c.Op, i, bad.Severity, bad.Check, bad.Path, bad.Message, x.Repaired)
			}
		}
	}
	return said(all)
}

// Result makes a call that has one answer, which is no error.
func (p GRPC) Result(c *a2a.Call) *a2a.Result {
	p.T.Helper()
	return Result(p.T, c, p.Readings(c))
}

// Refusal makes a call that is answered with an error.
func (p GRPC) Refusal(c *a2a.Call) *a2a.Error {
	p.T.Helper()
	return Refusal(p.T, c, p.Readings(c))
}
