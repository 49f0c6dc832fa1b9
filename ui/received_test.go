package ui

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// The head as received, and what followed the response, are on the page of an exchange, as text.
func TestPagesOfHeadsAsTheyCame(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "odd")
	x.Request.Header = http.Header{"Authorization": {"Bearer ***"}, "Host": {"tap"}}
	x.Request.Received = "POST /a|b<script> HTTP/1.0\r\nhOST:\x00\r\nauthorization:   \x00\n\r\n"
	x.Response.Header = http.Header{"X-Odd": {"<b>v\u202e"}}
	x.Response.Received = "HTTP/1.1 200 caf\u00c3\u00a9 \u001b<i>\r\nx-odd: \x00\r\ntransfer-encoding: chunked\r\n\r\n"
	x.Response.Surplus = []byte("HTTP/1.1 200 OK\r\n\r\n<script>alert(1)</script>\xff")
	x.Interim = []wire.Interim{{At: x.Started, Status: 103, Header: http.Header{"Link": {"<x>"}}, Received: "HTTP/1.1 103 Soon\r\nlINK: \x00\r\n\r\n"}}
	f.put(x)
	unread := sample(2, "none")
	unread.Response = wire.Head{Received: "SSH-2.0-OpenSSH\r\n"}
	unread.Outcome = wire.Unreachable
	f.put(unread)
	for tab, says := range map[string][]string{
		"odd request":   {"As received", "POST /a|b&lt;script&gt; HTTP/1.0", "hOST:tap", "authorization:   Bearer ***", "LF alone"},
		"odd response":  {"As received", "HTTP/1.1 200 café", "x-odd: &lt;b&gt;v", "transfer-encoding: chunked", "HTTP/1.1 103 Soon", "lINK: &lt;x&gt;", "After the end of the answer", "&lt;script&gt;alert(1)"},
		"none response": {"As received", "SSH-2.0-OpenSSH"},
	} {
		t.Run(tab, func(t *testing.T) {
			id, tab, _ := strings.Cut(tab, " ")
			s := newTestServer(t, f, &fakeCaller{})
			n := 1
			if id == "none" {
				n = 2
			}
			body := get(t, s, "/exchanges/"+sample(n, id).ID+"?tab="+tab).Body.String()
			harmless(t, body)
			for _, text := range says {
				if !strings.Contains(body, text) {
					t.Errorf("the page does not say %q", text)
				}
			}
			golden(t, s, "received-"+id+"-"+tab, fragment(body, "detail-body"))
		})
	}
}

// The page says how much of a head it does not show.
func TestLongHeadsAsTheyCame(t *testing.T) {
	f := emptyRecord()
	x := sample(1, "long")
	x.Response.Header = http.Header{"X-Long": {strings.Repeat("é", 3000)}}
	x.Response.Received = "HTTP/1.1 200 OK\r\nx-long: \x00\r\n" + strings.Repeat("x-more: 1\r\n", 198) + "x-last: 1\r\nx-lost: 1\nx-lost: 2\r\n\r\n"
	f.put(x)
	s := newTestServer(t, f, &fakeCaller{})
	body := get(t, s, "/exchanges/"+x.ID+"?tab=response").Body.String()
	for text, want := range map[string]bool{
		"é<span class=\"muted\">… 3.9 KB more": true,
		"x-more": true, "x-last": false, "x-lost": false, "3 more lines; an export of the session has them all.": true,
	} {
		if strings.Contains(body, text) != want {
			t.Errorf("the page says %.40q: %t, want %t", text, !want, want)
		}
	}
}
