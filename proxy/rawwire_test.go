package proxy_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/proxy"
)

// message is an HTTP/1 message as a raw socket received it, for comparison: it ignores the order and case of
// header names, and keeps values and their order.
type message struct {
	Start   string // the first line
	Header  map[string][]string
	Body    string
	Trailer map[string][]string
	Broken  bool   // it ended before it was complete
	Beyond  string // what followed it
	Interim []message
}

// parseAnswer parses everything that arrived in response to a request.
func parseAnswer(method, all string) message {
	var interim []message
	for {
		m, rest, whole := parseHead(all)
		status := m.status()
		if !whole || status < 100 || status > 199 || status == 101 {
			m.Interim = interim
			if !whole {
				m.Broken = true
				return m
			}
			if method == "HEAD" || status == 204 || status == 304 {
				m.Beyond = rest
				return m
			}
			m.takeBody(rest, true)
			return m
		}
		interim, all = append(interim, m), rest
	}
}

func (m *message) status() int {
	f := strings.Fields(m.Start)
	if len(f) < 2 {
		return 0
	}
	n, _ := strconv.Atoi(f[1])
	return n
}

func parseHead(all string) (m message, rest string, whole bool) {
	m.Header = map[string][]string{}
	start, rest, ok := strings.Cut(all, "\n")
	m.Start = strings.TrimSuffix(start, "\r")
	rest, whole = parseFields(rest, m.Header)
	return m, rest, ok && whole
}

func parseFields(all string, into map[string][]string) (rest string, whole bool) {
	last := ""
	for {
		line, rest, ok := strings.Cut(all, "\n")
		line = strings.TrimSuffix(line, "\r")
		if !ok {
			return all, false
		}
		if all = rest; line == "" {
			return rest, true
		}
		name, value, _ := strings.Cut(line, ":")
		if line[0] == ' ' || line[0] == '\t' { // continues the previous value
			list := into[last]
			list[len(list)-1] += " " + strings.Trim(line, " \t")
			continue
		}
		last = http.CanonicalHeaderKey(name)
		into[last] = append(into[last], strings.Trim(value, " \t"))
	}
}

// takeBody splits the body off what followed a head.
func (m *message) takeBody(rest string, untilEnd bool) {
	if m.status() == 101 {
		m.Body = rest
		return
	}
	if te := m.Header["Transfer-Encoding"]; len(te) > 0 && !strings.HasPrefix(m.Start, "HTTP/1.0") {
		m.takeChunks(rest)
		return
	}
	if length := m.Header["Content-Length"]; len(length) > 0 {
		n, _ := strconv.Atoi(length[0])
		m.Broken = n > len(rest)
		n = min(n, len(rest))
		m.Body, m.Beyond = rest[:n], rest[n:]
	} else if untilEnd {
		m.Body = rest
	}
}

func (m *message) takeChunks(rest string) {
	for {
		line, after, ok := strings.Cut(rest, "\n")
		size, _, _ := strings.Cut(strings.TrimSuffix(line, "\r"), ";")
		n, err := strconv.ParseInt(strings.TrimSpace(size), 16, 32)
		if m.Broken = !ok || err != nil || int(n)+2 > len(after) && n > 0; m.Broken {
			return
		}
		if n == 0 {
			m.Trailer = map[string][]string{}
			m.Beyond, ok = parseFields(after, m.Trailer)
			m.Broken = !ok
			return
		}
		m.Body += after[:n]
		if rest = after[n+2:]; after[n:n+2] != "\r\n" {
			m.Broken = true
			return
		}
	}
}

func (m message) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", m.Start)
	list := func(h map[string][]string, indent string) {
		names := make([]string, 0, len(h))
		for n := range h {
			names = append(names, n)
		}
		sort.Strings(names)
		for _, n := range names {
			fmt.Fprintf(&b, "%s%s: %.120q\n", indent, n, h[n])
		}
	}
	list(m.Header, "")
	fmt.Fprintf(&b, "body %d %.200q broken %v beyond %.200q\n", len(m.Body), m.Body, m.Broken, m.Beyond)
	list(m.Trailer, "trailer ")
	for _, i := range m.Interim {
		fmt.Fprintf(&b, "interim %s\n", i.Start)
		list(i.Header, "interim ")
	}
	return b.String()
}

// rawAgent answers each request with literal bytes, closes the connection, and keeps the bytes of
// the last request.
type rawAgent struct {
	url  string
	mu   sync.Mutex
	got  string
	says string
	busy int        // open connections
	over *sync.Cond // signals that one has closed
}

func newRawAgent(t *testing.T) *rawAgent {
	a := &rawAgent{}
	a.over = sync.NewCond(&a.mu)
	a.url = listener(t, func(c net.Conn) {
		a.count(1)
		defer a.count(-1)
		var got bytes.Buffer
		r, err := http.ReadRequest(bufio.NewReader(io.TeeReader(c, &got)))
		if err != nil {
			return
		}
		if r.Header.Get("Expect") != "" {
			io.WriteString(c, "HTTP/1.1 100 Continue\r\n\r\n")
		}
		io.Copy(io.Discard, r.Body)
		a.mu.Lock()
		a.got = got.String()
		says := a.says
		a.mu.Unlock()
		io.WriteString(c, says)
		c.(*net.TCPConn).CloseWrite()
		io.Copy(io.Discard, c) // if closed at once, what was sent may be lost
	})
	return a
}

// rests waits until all connections are closed on both sides. A tap that has not seen the end of
// one would send the next request on it, and does not repeat a POST that it has sent.
func (a *rawAgent) rests() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.busy > 0 {
		a.over.Wait()
	}
}

func (a *rawAgent) count(by int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.busy += by
	a.over.Broadcast()
}

func (a *rawAgent) answers(with string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.says, a.got = with, ""
}

func (a *rawAgent) request() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.got
}

// listening opens a tap on a port, as the console does.
func listening(t *testing.T, m *memory, agent string, change ...func(*proxy.Options)) string {
	t.Helper()
	if _, err := url.Parse(agent); err != nil {
		t.Fatal(err)
	}
	o := proxy.Options{Recorder: m}
	for _, c := range change {
		c(&o)
	}
	taps := proxy.NewTaps(proxy.TapsOptions{Tap: o, FirstPort: -1})
	t.Cleanup(func() { taps.Shutdown(context.WithoutCancel(t.Context())) })
	l, err := taps.Open(t.Context(), agent)
	if err != nil {
		t.Fatal(err)
	}
	return l.URL
}

func hostOf(url string) string { return strings.TrimPrefix(url, "http://") }

func itoa(n int) string { return strconv.Itoa(n) }

// ask sends a request and waits for the head of the response.
func ask(t *testing.T, to, request string) {
	t.Helper()
	c, err := net.Dial("tcp", hostOf(to))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, request)
	for r := bufio.NewReader(c); ; {
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode >= 200 {
			return
		}
	}
}
