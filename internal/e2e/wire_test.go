package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
)

// console runs a command of the program to its end.
func console(t testing.TB, args ...string) string {
	t.Helper()
	cmd := exec.Command(stage.console, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("a2a-console %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// line is an exchange as `sessions show --json` prints it.
type line struct {
	ID, Op, Dialect, Binding, Task, State, Outcome, Origin string
	Frames                                                 int
}

// record reads the record, in a process other than the one that writes.
func (p *program) record(t testing.TB) []line {
	t.Helper()
	var all []line
	for l := range strings.Lines(console(t, "sessions", "show", p.Session, "--db", p.DB, "--json")) {
		var v line
		if err := json.Unmarshal([]byte(l), &v); err != nil {
			t.Fatalf("%v: %s", err, l)
		}
		all = append(all, v)
	}
	return all
}

// raw is what `sessions show ID --raw SIDE` writes.
func (p *program) raw(t testing.TB, id, side string) string {
	t.Helper()
	return console(t, "sessions", "show", id, "--db", p.DB, "--raw", side)
}

// post sends HTTP/1.1 over its own socket and returns the received body, with its transfer coding
// decoded.
func post(t testing.TB, to, body string, header ...string) (int, string) {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("tcp", u.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nConnection: close\r\nUser-Agent: shop-assistant/2.1\r\n", path, u.Host)
	for _, h := range header {
		fmt.Fprintf(conn, "%s\r\n", h)
	}
	fmt.Fprintf(conn, "Content-Length: %d\r\n\r\n%s", len(body), body)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(got)
}

// say is a request that sends text, in a version's words.
func say(dialect, task, text string, stream bool) string {
	if dialect == "0.1" {
		method := "tasks/send"
		if stream {
			method = "tasks/sendSubscribe"
		}
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"id":%q,"sessionId":"outside","message":{"role":"user","parts":[{"type":"text","text":%s}]}}}`, method, task, quote(text))
	}
	method := "SendMessage"
	if stream {
		method = "SendStreamingMessage"
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"message":{"messageId":%q,"role":"ROLE_USER","parts":[{"text":%s}]}}}`, method, "m-"+task, quote(text))
}

// outside sends text through a tap, like a client that knows nothing of the console.
func outside(t testing.TB, tap, dialect, task, text string, stream bool) (sent, got string) {
	t.Helper()
	sent = say(dialect, task, text, stream)
	var header []string
	if dialect == "1.0" {
		header = append(header, "A2A-Version: 1.0")
	}
	status, got := post(t, tap, sent, header...)
	if status != http.StatusOK {
		t.Fatalf("%s: HTTP %d %s", sent, status, got)
	}
	return sent, got
}
