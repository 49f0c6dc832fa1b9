package proxy

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/http/httpguts"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Write also recognizes, by its bytes, the response with which net/http rejects the head of a
// request. No handler sees such a request.
func (c *clientConn) Write(p []byte) (int, error) {
	status := serverAnswer(p)
	expectation := status == "" && len(p) > 13 && string(p[8:13]) == " 417 "
	if (status != "" || expectation) && c.unread != nil {
		c.mu.Lock()
		head := c.follower.head
		if len(c.heads) > 0 { // handlers take the first head, and this one has no handler
			head = c.heads[0]
		} else if expectation { // the agent's own 417
			head = nil
		}
		c.mu.Unlock()
		if expectation {
			status = "417 Expectation Failed"
			if r, _ := parseLenient(head); r.Header.Get("Expect") == "" {
				head = nil
			}
		}
		if len(head) > 0 {
			c.unread(head, status, c.LocalAddr().String())
		}
	}
	return c.TCPConn.Write(p)
}

// serverAnswer returns the status and its explanation if p is a response that net/http makes before
// it calls a handler (conn.serve), else "".
func serverAnswer(p []byte) string {
	rest, ok := bytes.CutPrefix(p, []byte("HTTP/1.1 "))
	status, said, own := bytes.Cut(rest, []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"))
	if !ok || !own || !bytes.Equal(status, said) && string(said) != "Unsupported transfer encoding" {
		return ""
	}
	return string(status)
}

// refuseUnread records a request that the HTTP server at the address at rejected with status.
func (t *Tap) refuseUnread(head []byte, status, at string) {
	r, left := parseLenient(head)
	problem := "The tap's HTTP server does not accept the head of the request, and answered " + status + ". Correct the client that wrote it; the agent was not called."
	if left > 0 {
		problem += fmt.Sprintf(" Lines of the head that are not headers are not on record (%d of them).", left)
	}
	t.recordRefusal(&inbound{request: r, clock: wire.StartStopwatch(t.opts.Now), tapOrigin: "http://" + at}, problem)
}

// parseLenient keeps only the named parts of a request's head, because redaction finds secrets by name; left
// counts the lines without one.
func parseLenient(head []byte) (r *http.Request, left int) {
	lines := strings.Split(string(head), "\n")
	lines = lines[:max(1, len(lines)-1)] // the server did not read the last line completely
	method, target, _ := strings.Cut(strings.TrimSuffix(lines[0], "\r"), " ")
	r = &http.Request{Method: method, Header: http.Header{}, URL: &url.URL{Path: "/"}}
	if !httpguts.ValidHeaderFieldName(method) {
		r.Method = "?"
		left++
	}
	if target, r.Proto, _ = strings.Cut(target, " "); !strings.HasPrefix(r.Proto, "HTTP/") {
		r.Proto = ""
	}
	if u, err := url.ParseRequestURI(target); err == nil && u.Opaque == "" {
		r.URL = u
	} else if path, _, _ := strings.Cut(target, "?"); strings.HasPrefix(path, "/") {
		r.URL.Path = path
	}
	for _, line := range lines[1:] {
		if line == "\r" || line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if name = strings.TrimSpace(name); !ok || line[0] == ' ' || line[0] == '\t' || !httpguts.ValidHeaderFieldName(name) {
			left++
			continue
		}
		r.Header.Add(name, strings.TrimSpace(value))
	}
	return r, left
}
