package redact_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestSecretsAreTakenOnce: a secret that ended is returned by the next Take only; one that continues is
// pending until it ends.
func TestSecretsAreTakenOnce(t *testing.T) {
	t.Parallel()
	r := redact.NewEventRedactor(redact.NewMembers("token"), key, "response.body")
	r.Body([]byte("data: {\"token\":\"one\",\"token\":\"tw"))
	if got := r.Take(); len(got) != 1 || got[0].Offset != 16 || got[0].Length != 3 {
		t.Errorf("%+v", got)
	}
	first, ok := r.Pending()
	if !ok || first.Offset != 30 || first.Length != 2 || len(r.Take()) > 0 {
		t.Errorf("pending %+v, %v", first, ok)
	}
	r.Body([]byte("o\"}\n\n"))
	got := r.Take()
	if _, ok := r.Pending(); ok || len(got) != 1 || got[0].Offset != first.Offset || got[0].Length != 3 || got[0].Fingerprint == first.Fingerprint {
		t.Errorf("%+v", got)
	}
	r.Body([]byte("data: {\"token\":\"never closed"))
	if r.Close(); len(r.Take()) != 1 || len(r.Take()) != 0 {
		t.Error("what goes on at the end is not told once")
	}
	r.Close()
	if _, ok := r.Pending(); ok || len(r.Take()) > 0 {
		t.Error("the second Close tells more")
	}
}

// TestSecretsOfEncodedBodiesArePending: the same holds for bodies and messages that are filler as a whole.
func TestSecretsOfEncodedBodiesArePending(t *testing.T) {
	t.Parallel()
	body := encode(t, []byte(`{"token":"s3cret"}`), 6, "gzip")
	r := coded(codings([]string{"gzip"}))
	r.Body(body)
	x, ok := r.Pending()
	if !ok || x.Kind != "encoded" || x.Offset+x.Length != int64(len(body)) || len(r.Take()) > 0 {
		t.Errorf("%+v, %v", x, ok)
	}
	r.Close()
	if got := r.Take(); len(got) != 1 || got[0] != x {
		t.Errorf("%+v, pending was %+v", got, x)
	}
	g := redact.NewGRPCRedactor([]redact.Field{{Name: "token", Numbers: []int32{1}}}, "", key, "x")
	g.Body(wire.AppendGRPC(nil, bytesField(1, []byte("one"))))
	message := wire.AppendGRPC(nil, bytesField(1, []byte("two")))
	g.Body(message[:len(message)-1])
	x, ok = g.Pending()
	if got := g.Take(); len(got) != 1 || !ok || x.Offset != int64(len(message)+7) || x.Length != 2 {
		t.Errorf("%+v and %+v", got, x)
	}
}

// TestManySecretsAreOne: beyond the limit bytes are still hidden, and one entry says where, even while the
// body continues.
func TestManySecretsAreOne(t *testing.T) {
	t.Parallel()
	const n, secret = redact.MaxListed + 300, "data: {\"token\":\"hush\"}\n\n"
	r := redact.NewEventRedactor(redact.NewMembers("token"), key, "x")
	var told []wire.Redaction
	for i := range n {
		if out := r.Body([]byte(secret)); bytes.Contains(out, []byte("hush")) {
			t.Fatalf("event %d: %s", i, out)
		}
		told = append(told, r.Take()...)
	}
	r.Body([]byte("data: {\"token\":\"hu"))
	if x, ok := r.Pending(); !ok || x.Kind != redact.KindSeveral || x.Offset+x.Length != n*int64(len(secret))+18 || x.Detail[:3] != "301" {
		t.Errorf("in the middle of one: %+v", x)
	}
	r.Body([]byte("sh\"}\n\n"))
	before, ok := r.Pending()
	r.Close()
	rest := r.Take()
	if len(told) != redact.MaxListed || len(rest) != 1 || !ok || before != rest[0] {
		t.Fatalf("%d told, then %+v, pending %+v", len(told), rest, before)
	}
	want := wire.Redaction{
		Place: "x", Name: "token", Kind: redact.KindSeveral, Offset: redact.MaxListed*int64(len(secret)) + 16, Length: 300*int64(len(secret)) + 4,
		Detail: fmt.Sprintf("301 secrets beyond the first %d of this body", redact.MaxListed),
	}
	if rest[0] != want {
		t.Errorf("%+v, want %+v", rest[0], want)
	}
}

// TestRedactorOfBody: one function derives the kind of a body from head and framing, for all callers.
func TestRedactorOfBody(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{
		Form: []string{"token"}, Request: redact.NewMembers("params.token"), Response: redact.NewMembers("token"), Events: redact.NewMembers("result.token"),
	}
	for _, c := range []struct {
		side         wire.Side
		kind         string
		framing      wire.FrameKind
		body, hidden string
	}{
		{wire.Request, "application/json", wire.Body, `{"params":{"token":"hush"}}`, "hush"},
		{wire.RequestSent, "", wire.Body, `{"params":{"token":"hush"}}`, "hush"},
		{wire.Request, "Application/X-WWW-Form-Urlencoded; charset=utf-8", wire.Body, "a=b&token=hush", "hush"},
		{wire.Response, "application/x-www-form-urlencoded", wire.Body, "token=hush&a=b", "hush"},
		{wire.Response, "application/json", wire.Body, `{"token":"hush"}`, "hush"},
		{wire.ResponseSent, "text/event-stream;charset=utf-8", wire.SSE, "data: {\"result\":{\"token\":\"hush\"}}\n\n", "hush"},
		{wire.Response, "text/event-stream", wire.SSE, "data: {\"token\":\" hello\"}\n\n", ""},
		{wire.Response, "application/x-ndjson", wire.Body, "{\"token\":\" hello\"}\n{\"result\":{\"token\":\"hush\"}}\n", "hush"},
		{wire.Request, "", wire.WebSocket, "\x81\x1b{\"params\":{\"token\":\"hush\"}}", "hush"},
		{wire.Response, "", wire.WebSocket, "\x81\x12{\"token\":\" hello\"}", ""},
		{wire.Response, "application/grpc", wire.GRPC, "\x00\x00\x00\x00\x02ab", ""},
	} {
		out := c.body
		if r := s.Redactor(c.side, redact.BodyKindOf(map[string][]string{"Content-Type": {c.kind}}, c.framing), []byte(c.body), nil); r != nil {
			out = string(r.Body([]byte(c.body)))
			if r.Close(); c.hidden != "" && r.Take()[0].Place != c.side.Place() {
				t.Errorf("%+v: not where it is", c)
			}
		}
		if want := strings.ReplaceAll(c.body, "hush", "****"); out != want || (c.hidden == "") != (out == c.body) {
			t.Errorf("%s %s: %q became %q", c.side.Place(), c.kind, c.body, out)
		}
	}
	if (&redact.Secrets{}).Redactor(wire.Request, redact.BodyKind{}, nil, nil) != nil {
		t.Error("a redactor where nothing is secret")
	}
}

// TestRedactorsShareMembers: paths are prepared only once, and a body without secrets costs a Redactor and no
// memory for a walk.
func TestRedactorsShareMembers(t *testing.T) {
	s := &redact.Secrets{Request: redact.NewMembers("params.token", "params.configuration.pushNotificationConfig.token")}
	kind := redact.BodyKindOf(map[string][]string{"Content-Type": {"application/json"}}, wire.Body)
	body := []byte(`{"jsonrpc":"2.0","method":"SendMessage","params":{"message":{"parts":[{"text":"hi"}]}}}`)
	if got := testing.AllocsPerRun(100, func() {
		r := s.Redactor(wire.Request, kind, nil, key)
		r.Body(body)
		r.Close()
	}); got > 3 {
		t.Errorf("%v allocations for a body without secrets", got)
	}
}
