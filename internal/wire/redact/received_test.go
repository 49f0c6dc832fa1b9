package redact_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

func TestReceivedRequests(t *testing.T) {
	t.Parallel()
	secrets := redact.Secrets{Query: []string{"key"}}
	for _, tt := range []struct{ line, url, want string }{
		{"GET /a|b?key=abc HTTP/1.1", "http://agent/a%7Cb?key=***", "GET /a|b?key=*** HTTP/1.1"},
		{"GET http://me:pass@tap/x?key=abc&k=1 HTTP/1.1", "http://agent/x?key=***&k=1", "GET http://me:****@tap/x?key=***&k=1 HTTP/1.1"},
		{"get /x?key=abc HTTP/1.0", "http://agent/x?key=***", "get /x?key=*** HTTP/1.0"},
		{"CONNECT me:pass@agent:443 HTTP/1.1", "http://agent/", "CONNECT me:****@agent:443 HTTP/1.1"},
		{"CONNECT t0ken@agent:443 HTTP/1.1", "http://agent/", "CONNECT *****@agent:443 HTTP/1.1"},
		{"GET //me:pass@agent/x HTTP/1.1", "http://agent/", "GET //me:****@agent/x HTTP/1.1"},
		{"OPTIONS * HTTP/1.1", "http://agent/", "OPTIONS * HTTP/1.1"},
	} {
		raw := []byte(tt.line + "\r\nhost: tap\r\n\r\n")
		header := http.Header{"Host": {"tap"}}
		target := wire.RequestTarget(strings.ReplaceAll(tt.url, "***", "abc"))
		h := wire.Head{Header: header, Received: redact.Received(wire.ReceivedRequest(raw, header, target), secrets, nil)}
		if got := string(h.ReceivedBytes(wire.RequestTarget(tt.url))); got != tt.want+"\r\nhost: tap\r\n\r\n" {
			t.Errorf("%s: %q, kept as %q", tt.line, got, h.Received)
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	got, found := redact.HeadLines([]byte("HTTP/1.1 200 OK\r\nSet-Cookie: sid=secret; Path=/\r\n\r\nbody"), redact.Secrets{Headers: []string{"Set-Cookie"}}, nil, "there")
	if string(got) != "HTTP/1.1 200 OK\r\nSet-Cookie: sid=******; Path=/\r\n\r\nbody" || len(found) != 1 || found[0].Offset != 33 || found[0].Place != "there" {
		t.Errorf("%q %+v", got, found)
	}
}

// TestReceivedOfOthers: a first line of any kind is returned as it was.
func TestReceivedOfOthers(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"", "GET", "GET\n", "GET /x", "HTTP/1.1 204\r\n\r\n", " \n", "a b c d\r\n"} {
		if got := redact.Received(in, redact.Secrets{Query: []string{"key"}}, nil); got != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}
