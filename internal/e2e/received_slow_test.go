//go:build slow

package e2e

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// bidi reverses the direction of text if a page lets it.
const bidi = "\u202etxt.exe\u2066\u200f"

// oddAnswers maps paths to responses that say more than a table of headers shows.
var oddAnswers = map[string]string{
	"/odd": "HTTP/1.1 200 Caf\u00e9 " + bidi + " <b>fine</b>\r\ncoNTent-type:   application/json\r\nx-oDD:\t<img src=x onerror=alert(1)>" + bidi + "\r\n" +
		"X-Long: " + strings.Repeat("long-", 2000) + "\r\nx-unbroken: " + strings.Repeat("W", 900) + "\r\nX-Empty:\r\n" +
		"Content-Length: 2\r\n\r\n{}",
	"/many":    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + manyLines(400) + "\r\n{}",
	"/surplus": "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\nX-Next: <script>alert(1)</script>" + bidi + "\r\n\x00\x07\x1b[31mred\x1b[0m\xff\xfe\n" + strings.Repeat("surplus ", 700) + strings.Repeat("\nline", 300),
	"/control": "HTTP/1.1 200 OK\r\nX-Control: a\x01b\x1b[2Jc\x7f\r\nContent-Length: 0\r\n\r\n",
	"/unread":  "SSH-2.0-OpenSSH_9.9 <b>" + bidi + "\x1b[2J\r\nmore of it\r\n\r\nand a body",
	"/interim": "HTTP/1.1 103 Soon " + bidi + "\r\nlINK: </a>; rel=preload\r\n\r\nHTTP/1.1 200 ok\r\ncontent-length: 2\r\n\r\n{}",
}

func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "x-nUMBER-%d: %d\r\n", i, i)
	}
	return b.String()
}

// oddAgent serves oddAnswers unchanged and returns its address.
func oddAgent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				r, err := http.ReadRequest(bufio.NewReader(conn))
				if err != nil {
					return
				}
				io.Copy(io.Discard, r.Body)
				answer, known := oddAnswers[r.URL.Path]
				if !known {
					answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
				}
				io.WriteString(conn, answer)
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// TestSlowHeadsAsReceived opens the page of exchanges with odd heads: nothing runs, changes the direction
// of its neighbours or is wider than the window, and truncated text says so.
func TestSlowHeadsAsReceived(t *testing.T) {
	t.Parallel()
	agent := oddAgent(t)
	c, p := serve(t, agent), open(t)
	tap := c.tap(t, agent)
	ids := map[string]string{}
	p.visit(c.UI)
	for _, path := range []string{"/odd", "/many", "/surplus", "/control", "/unread", "/interim"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(tap, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nhOST:  %s\r\nx-cLIENT: <i>%s\r\nconnection: close\r\ncontent-LENGTH: 2\r\n\r\n{}", path, strings.TrimPrefix(tap, "http://"), bidi)
		io.Copy(io.Discard, conn)
		conn.Close()
		p.visit(p.origin() + "/traffic")
		p.until(fmt.Sprintf("document.querySelectorAll('[data-row]').length > %d", len(ids)))
		ids[path] = js[string](p, "document.querySelector('[data-row] [data-visit]').pathname.split('/')[2]")
	}
	open := func(path, tab string) {
		t.Helper()
		p.visit(p.origin() + "/exchanges/" + ids[path] + "?tab=" + tab)
		js[bool](p, "([...document.querySelectorAll('details.received')].forEach(d => d.open = true), [...document.querySelectorAll('.received')].at(-1)?.scrollIntoView(), true)")
		p.harmless(path)
		p.fitsNarrow("received-"+strings.Trim(path, "/")+"-"+tab, path)
	}
	open("/odd", "request")
	p.sees(".received", "hOST:", "x-cLIENT: <i>")
	open("/odd", "response")
	p.sees(".received", "coNTent-type:   application/json", "200 Caf")
	open("/many", "response")
	p.sees(".received", "x-nUMBER-150: 150", "more lines")
	open("/surplus", "response")
	p.sees("div.received", "After the end of the answer", "X-Next: <script>")
	p.accessible(axeSource(t), "/surplus", "")
	open("/control", "response")
	p.sees("#detail-body", "502 Bad Gateway", "The console answered in its place")
	open("/unread", "response")
	p.sees(".received", "SSH-2.0-OpenSSH_9.9", "and a body") // what is not HTTP is one document
	open("/interim", "response")
	p.sees(".received", "lINK:")
}
