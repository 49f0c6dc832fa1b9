package redact_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestSurplus: what came after a body loses the secrets of a head and those of the body, including one that
// continues from the body; offsets count in each part.
func TestSurplus(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Headers: []string{"Set-Cookie"}, Response: redact.NewMembers("token")}
	half := string(encode(t, []byte(`{"a":"`+strings.Repeat("bcd", 99)+`"}`), 6, "gzip"))
	for name, tt := range map[string]struct{ coding, body, surplus, kept, out, found string }{
		"goes on":        {"", `{"token":"hu`, `sh","x":1}`, `{"token":"**`, `**","x":1}`, "response.body 10+2, response.surplus 0+2"},
		"another":        {"", `{"a":1}`, `{"token":"hush"}`, `{"a":1}`, `{"token":"****"}`, "response.surplus 10+4"},
		"a head":         {"", `ok`, "HTTP/1.1 200 OK\r\nset-cookie: a=hush\r\n", `ok`, "HTTP/1.1 200 OK\r\nset-cookie: a=****\r\n", "response.surplus 31+4"},
		"a folded head":  {"", `ok`, "HTTP/1.1 200 OK\r\nset-cookie:\r\n a=hush\r\n", `ok`, "HTTP/1.1 200 OK\r\nset-cookie:\r\n a=****\r\n", "response.surplus 33+4"},
		"nothing secret": {"", `{"a":1}`, `{"b":2}`, `{"a":1}`, `{"b":2}`, ""},
		"kept back":      {"gzip", half[:40], half[40:], half[:40], strings.Repeat("*", len(half)-40), "response.surplus 0+" + strconv.Itoa(len(half)-40)},
		"compressed":     {"gzip", half, `{"token":"hush"}`, half, strings.Repeat("*", 16), "response.surplus 0+16"},
	} {
		h := http.Header{"Content-Encoding": {tt.coding}}
		r := s.Redactor(wire.Response, redact.BodyKindOf(h, wire.Body), []byte(tt.body), key)
		kept := string(r.Body([]byte(tt.body)))
		rest, out, found := s.Surplus(r, []byte(tt.surplus), key)
		var places []string
		for _, x := range found {
			places = append(places, x.Place+" "+strconv.Itoa(int(x.Offset))+"+"+strconv.Itoa(int(x.Length)))
		}
		if kept+string(rest) != tt.kept || string(out) != tt.out || strings.Join(places, ", ") != tt.found {
			t.Errorf("%s: %q and %q, found %q", name, kept+string(rest), out, places)
		}
	}
	if _, out, found := s.Surplus(nil, []byte("Set-Cookie: a=hush\n"), key); string(out) != "Set-Cookie: a=****\n" || len(found) != 1 {
		t.Errorf("%q %+v", out, found)
	}
}
