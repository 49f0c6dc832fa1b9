package proxy_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

func TestRefusals(t *testing.T) {
	t.Parallel()
	m := newMemory()
	reached := 0
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { reached++ }), func(o *proxy.Options) {
		o.AllowHosts = []string{"Host.Docker.Internal"}
		o.AllowOrigins = []string{"https://mine.example"}
	})
	port := tap[strings.LastIndexByte(tap, ':'):]
	for _, tt := range []struct {
		name, request string
		status        string
		says          string
	}{
		{"rebound name", "GET / HTTP/1.1\r\nHost: evil.example" + port, "403", "--allow-host evil.example"},
		{"rebound name that looks right", "GET / HTTP/1.1\r\nHost: localhost.evil.example" + port, "403", "--allow-host"},
		{"rebound name on a stream", "GET /s HTTP/1.1\r\nHost: evil.example\r\nAccept: text/event-stream", "403", "--allow-host"},
		{"rebound name, same origin", "POST / HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nContent-Length: 0", "403", "--allow-host"},
		{"no name", "GET / HTTP/1.0\r\nX: y", "403", "--allow-host"},
		{"open proxy", "GET http://victim.example/ HTTP/1.1\r\nHost: 127.0.0.1", "403", "not an open proxy: it does not fetch what is at victim.example"},
		{"open proxy by CONNECT", "CONNECT victim.example:443 HTTP/1.1\r\nHost: victim.example:443", "405", "not an open proxy"},
		{"CONNECT to itself", "CONNECT 127.0.0.1:443 HTTP/1.1\r\nHost: 127.0.0.1:443", "405", "not an open proxy"},
		{"foreign scheme", "GET https://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1", "403", "https"},
		{"foreign origin", "POST / HTTP/1.1\r\nHost: 127.0.0.1" + port + "\r\nOrigin: https://evil.example\r\nContent-Length: 0", "403", "--allow-origin https://evil.example"},
		{"foreign origin, null", "POST / HTTP/1.1\r\nHost: 127.0.0.1" + port + "\r\nOrigin: null\r\nContent-Length: 0", "403", "null"},
		{"cross-site by the browser's word", "POST / HTTP/1.1\r\nHost: 127.0.0.1" + port + "\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0", "403", "another origin"},
		{"foreign origin with a password and a token", "POST / HTTP/1.1\r\nHost: 127.0.0.1" + port + "\r\nOrigin: https://me:hush@evil.example:80/?token=hush\r\nContent-Length: 0", "403", "another origin (https://evil.example:80)"},
		{"origin that is a credential", "POST / HTTP/1.1\r\nHost: 127.0.0.1" + port + "\r\nOrigin: Bearer hush\r\nContent-Length: 0", "403", "another origin (null)"},
		{"foreign origin, upgrade", "GET / HTTP/1.1\r\nHost: 127.0.0.1" + port + "\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade", "403", "--allow-origin"},

		{"its address", "GET / HTTP/1.1\r\nHost: 127.0.0.1" + port, "200", ""},
		{"its name, another port", "GET / HTTP/1.1\r\nHost: LOCALHOST:9", "200", ""},
		{"its IPv6 address", "GET / HTTP/1.1\r\nHost: [::1]:9", "200", ""},
		{"allowed name", "GET / HTTP/1.1\r\nHost: host.docker.internal:9", "200", ""},
		{"allowed origin", "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://mine.example\r\nContent-Length: 0", "200", ""},
		{"foreign origin, read", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example", "200", ""},
		{"no browser", "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0", "200", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := reached
			connection := "\r\nConnection: close"
			if strings.Contains(tt.request, "Connection") || strings.Contains(tt.request, "HTTP/1.0") {
				connection = ""
			}
			answer := make(chan string, 1)
			go func() { answer <- rawOnce(t, tap, tt.request+connection+"\r\n\r\n") }()
			got := <-answer
			if !strings.HasPrefix(got, "HTTP/1.") || got[9:12] != tt.status || !strings.Contains(got, tt.says) {
				t.Fatalf("got %q, want %s saying %q", got, tt.status, tt.says)
			}
			if tt.status == "200" {
				return
			}
			x := m.ended(t)
			if reached != before || x.end.Outcome != wire.Refused || !strings.Contains(x.end.Problem, tt.says) || !strings.Contains(got, "a2a-console") {
				t.Errorf("agent reached %v, %+v, answer %s", reached != before, x.end, got)
			}
			if strings.Contains(strings.ToLower(got), "access-control") {
				t.Errorf("CORS headers: %s", got)
			}
		})
	}
}

// rawOnce sends bytes to the tap and reads one response.
func rawOnce(t *testing.T, tap, request string) string {
	c, err := net.Dial("tcp", strings.TrimPrefix(tap, "http://"))
	if err != nil {
		t.Error(err)
		return ""
	}
	defer c.Close()
	io.WriteString(c, request)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Error(err)
		return ""
	}
	b, _ := httputil.DumpResponse(resp, true)
	return string(b)
}

func TestConsoleCookiesAreStripped(t *testing.T) {
	t.Parallel()
	m := newMemory()
	var got []string
	tap, _ := front(t, m, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { got = r.Header["Cookie"] }))
	req, _ := http.NewRequest("GET", tap, nil)
	req.Header["Cookie"] = []string{"sid=1; a2a-console-7420=SECRET; x=y", "A2A-Console-9=SECRET"}
	if _, err := http.DefaultClient.Do(req); err != nil {
		t.Fatal(err)
	}
	x := m.ended(t)
	if len(got) != 1 || got[0] != "sid=1; x=y" || strings.Join(x.x.Request.Header["Cookie"], "") != "sid=1; x=y" {
		t.Errorf("the agent got %q, on record is %q", got, x.x.Request.Header["Cookie"])
	}
	req.Host = "evil.example" // refused ones are recorded too
	if _, err := http.DefaultClient.Do(req); err != nil {
		t.Fatal(err)
	}
	if x := m.ended(t); strings.Contains(strings.Join(x.x.Request.Header["Cookie"], ""), "SECRET") {
		t.Errorf("on record is %q", x.x.Request.Header["Cookie"])
	}
}

func TestForbiddenAddresses(t *testing.T) {
	t.Parallel()
	private := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { t.Error("reached") }))
	defer private.Close()
	port := private.URL[strings.LastIndexByte(private.URL, ':'):]
	forbid := func(o *proxy.Options) {
		o.Forbidden = func(to netip.AddrPort) bool { return proxy.ReachesListener(private.Listener.Addr(), to) }
	}
	for _, upstream := range []string{
		private.URL, "http://localhost" + port, "http://0.0.0.0" + port, "http://[::ffff:127.0.0.1]" + port, "http://[::]" + port, "http://[::ffff:0.0.0.0]" + port,
		"http://169.254.169.254", "http://[fe80::1]", "http://[::ffff:169.254.169.254]", "http://[64:ff9b::a9fe:a9fe]",
		"http://[fd00:ec2::254]", "http://100.100.100.200", "http://224.0.0.1", "http://255.255.255.255",
	} {
		m := newMemory()
		resp, err := http.Get(before(t, m, upstream, forbid))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		x := m.ended(t)
		if resp.StatusCode != 502 || x.answer.Status != 0 {
			t.Errorf("%s: %d", upstream, resp.StatusCode)
		}
		// Some spellings do not even connect here; none may get through.
		if x.end.Outcome != wire.Refused && x.end.Outcome != wire.Unreachable || upstream == private.URL && x.end.Outcome != wire.Refused {
			t.Errorf("%s: %+v", upstream, x.end)
		}
	}
}

func TestMeets(t *testing.T) {
	t.Parallel()
	one := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}
	all := &net.TCPAddr{IP: net.IPv6zero, Port: 80}
	for to, want := range map[string][2]bool{
		"127.0.0.1:80": {true, true}, "127.0.0.1:81": {false, false}, "[::1]:80": {false, true}, "127.9.9.9:80": {false, true},
		"[::ffff:127.0.0.1]:80": {true, true}, "203.0.113.9:80": {false, false},
	} {
		a := netip.MustParseAddrPort(to)
		if got := [2]bool{proxy.ReachesListener(one, a), proxy.ReachesListener(all, a)}; got != want {
			t.Errorf("%s: %v, want %v", to, got, want)
		}
	}
}

func TestWebSocketFromAPageIsRefused(t *testing.T) {
	t.Parallel()
	m := newMemory()
	tap, _ := front(t, m, http.NotFoundHandler())
	_, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(tap, "http"), http.Header{"Origin": {"https://evil.example"}})
	if err == nil || resp == nil || resp.StatusCode != 403 {
		t.Errorf("%v %v", resp, err)
	}
}
