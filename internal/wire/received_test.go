package wire_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// A head is restored to the byte from what is kept of it, and no value is kept twice.
func TestReceivedHeads(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"HTTP/1.0 200 Okey dokey\r\ncontent-type:text/plain\r\nSET-cookie: a=1\r\nset-Cookie:\t b=2 \r\n\r\n",
		"HTTP/1.1 200 \r\nB: 1\r\nA: 2\r\nB: \r\nC:\r\n\r\n",
		"HTTP/1.1 999 caf\xe9 \xff\r\nX: caf\xe9\r\n\r\n",
		"HTTP/1.1 200\nServer: x\n\n",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\nTrailer: B, A\r\nContent-Length: 3\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length:  3\r\n\r\n",
	} {
		resp, err := http.ReadResponse(bufio.NewReader(strings.NewReader(raw)), nil)
		if err != nil {
			t.Fatal(err)
		}
		h := wire.Head{Header: resp.Header, Received: wire.ReceivedResponse([]byte(raw), resp.StatusCode, resp.Header)}
		if got := h.ReceivedBytes(""); string(got) != raw {
			t.Errorf("%q came as %q, kept as %q", raw, got, h.Received)
		}
		for _, value := range []string{"a=1", "b=2", "text/plain"} {
			if strings.Contains(h.Received, value) {
				t.Errorf("%q is kept twice: %q", value, h.Received)
			}
		}
	}
}

// A head that is as its fields would be written is not kept.
func TestPlainHeadsAreNotKept(t *testing.T) {
	t.Parallel()
	raw := "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nX-Empty: \r\nDate: x\r\nContent-Length: 3\r\n\r\n"
	resp, err := http.ReadResponse(bufio.NewReader(strings.NewReader(raw)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := wire.ReceivedResponse([]byte(raw), 404, resp.Header); got != "" {
		t.Errorf("kept %q", got)
	}
	raw = "GET /a?b HTTP/1.1\r\nHost: h\r\nUser-Agent: u\r\nContent-Length: 0\r\nAccept: x\r\nZ: z\r\n\r\n"
	if got := wire.ReceivedRequest([]byte(raw), askedHeader(raw), "/a?b"); got != "" {
		t.Errorf("kept %q", got)
	}
}

func askedHeader(raw string) http.Header {
	h := http.Header{}
	for _, line := range strings.Split(raw, "\r\n")[1:] {
		if name, value, ok := strings.Cut(line, ": "); ok {
			h[name] = append(h[name], value)
		}
	}
	return h
}

// A head is kept if the order of its names is not that of Go programs.
func TestOrderOfNamesIsKept(t *testing.T) {
	t.Parallel()
	for _, names := range [][]string{
		{"Accept", "Host"}, {"User-Agent", "Host"}, {"Host", "Content-Length", "User-Agent"}, {"Host", "Accept", "Content-Length"}, {"Host", "Z", "Accept"},
	} {
		raw := "GET / HTTP/1.1\r\n" + strings.Join(names, ": x\r\n") + ": x\r\n\r\n"
		h := wire.Head{Header: askedHeader(raw)}
		h.Received = wire.ReceivedRequest([]byte(raw), h.Header, "/")
		if got := h.ReceivedBytes("/"); string(got) != raw {
			t.Errorf("%q came as %q", raw, got)
		}
	}
	for _, names := range [][]string{
		{"Date", "Content-Type"}, {"Content-Length", "Date"}, {"Content-Length", "Content-Type"}, {"User-Agent", "Host"}, {"Z", "A"},
	} {
		raw := "HTTP/1.1 200 OK\r\n" + strings.Join(names, ": 1\r\n") + ": 1\r\n\r\n"
		h := wire.Head{Header: askedHeader(raw)}
		h.Received = wire.ReceivedResponse([]byte(raw), 200, h.Header)
		if got := h.ReceivedBytes(""); string(got) != raw {
			t.Errorf("%q came as %q", raw, got)
		}
	}
}

// Heads as Go programs send them are not kept: they are most of the traffic.
func TestHeadsOfGoAreNotKept(t *testing.T) {
	t.Parallel()
	var asked, answered bytes.Buffer
	r := httptest.NewRequest("POST", "http://h/a?b", strings.NewReader("{}"))
	r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"a", "b"}, "X-B": {""}}
	if err := r.Write(&asked); err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(asked.String(), "\r\n\r\n")
	head += "\r\n\r\n"
	if got := wire.ReceivedRequest([]byte(head), askedHeader(head), "/a?b"); got != "" {
		t.Errorf("of %q kept %q", head, got)
	}
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["X-B"], w.Header()["Content-Type"] = []string{"1", "2"}, []string{"application/json"}
		_, _ = io.WriteString(w, "{}")
	}))
	defer agent.Close()
	c, err := net.Dial("tcp", agent.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	resp, err := http.ReadResponse(bufio.NewReader(io.TeeReader(c, &answered)), nil)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ = strings.Cut(answered.String(), "\r\n\r\n")
	head += "\r\n\r\n"
	if got := wire.ReceivedResponse([]byte(head), 200, resp.Header); got != "" {
		t.Errorf("of %q kept %q", head, got)
	}
}

// A value that Header lacks may be secret, so it is not kept, except in framing headers, which are not secret.
func TestReceivedKeepsNoStrayValue(t *testing.T) {
	t.Parallel()
	raw := []byte("HTTP/1.1 200 OK\r\nauthorization: abc\r\ntransfer-encoding: chunked\r\n\r\n")
	if got := wire.ReceivedResponse(raw, 200, http.Header{}); strings.Contains(got, "abc") || !strings.Contains(got, "chunked") {
		t.Errorf("kept %q", got)
	}
}

// A file's Received cannot make a head larger than its parts.
func TestReceivedIsBounded(t *testing.T) {
	t.Parallel()
	h := wire.Head{Header: http.Header{"": {strings.Repeat("v", 1000)}}, Received: strings.Repeat("\x00", 1000) + strings.Repeat("\n:\x00\x00", 1000)}
	if n := len(h.ReceivedBytes(strings.Repeat("t", 1000))); n > 10_000 {
		t.Errorf("%d bytes", n)
	}
}

// Indented lines of a response that is not HTTP are kept; in one that begins as HTTP they continue the
// previous value, and are as secret as it is.
func TestIndentedLinesOfUnreadHeads(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"{\n  \"error\": \"none\",\n\t\"list\": [\n    1\n \n  ]\n}\n", "SSH-2.0-x\r\n a = b: c\r\n  x\r\n\r\n =\r\n",
	} {
		h := wire.UnreadHead([]byte(raw))
		if got := string(h.ReceivedBytes("")); got != raw || strings.Contains(h.Received, "none") {
			t.Errorf("%q came as %q, kept as %q", raw, got, h.Received)
		}
		if again := wire.StripValues(h.Received); again != h.Received {
			t.Errorf("%q without values: %q", h.Received, again)
		}
	}
	h := wire.UnreadHead([]byte("HTTP/1.1 200 OK\r\nno colon\r\nAuthorization: Bearer\r\n secret\r\n\r\n"))
	if got := h.Header.Get("Authorization"); got != "Bearer secret" || strings.Contains(h.Received, "secret") || !bytes.Contains(h.ReceivedBytes(""), []byte("Authorization: Bearer secret\r\n")) {
		t.Errorf("%q, %q", got, h.ReceivedBytes(""))
	}
}

func TestUnreadHeads(t *testing.T) {
	t.Parallel()
	raw := []byte("HTTP/1.1 200 OK\r\nnocolon\r\nset-cookie: sid=secret\r\n\r\n")
	h := wire.UnreadHead(raw)
	if h.Status != 200 || h.Header.Get("Set-Cookie") != "sid=secret" || strings.Contains(h.Received, "secret") || !bytes.Equal(h.ReceivedBytes(""), raw) {
		t.Errorf("%+v", h)
	}
	raw = []byte("HTTP/1.1 200 OK\nSet-Cookie sid=secret\r\nauthorization=secret\r\n\r\n")
	if h := wire.UnreadHead(raw); strings.Contains(h.Received, "secret") || h.Header.Get("Authorization") != "secret" || !bytes.Equal(h.ReceivedBytes(""), raw) {
		t.Errorf("%+v", h)
	}
	if h := wire.UnreadHead([]byte("SSH-2.0-x\r\n")); h.Status != 0 || string(h.ReceivedBytes("")) != "SSH-2.0-x\r\n" {
		t.Errorf("%+v", h)
	}
}
