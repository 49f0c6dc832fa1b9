package cli

import (
	"bufio"
	"bytes"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// TestSurplusBytesAreNoNoise: when an agent sends more than it announced, net/http writes a line to
// package log. Only --verbose may show it.
func TestSurplusBytesAreNoNoise(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		br := bufio.NewReader(c)
		if _, err := http.ReadRequest(br); err != nil {
			t.Error(err)
			return
		}
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more")
		io.Copy(io.Discard, br) // until the client has read the rest and disconnected
	}()
	var stderr bytes.Buffer
	log.SetOutput(&stderr) // as at the start of the program
	p := &stdio.Streams{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr}
	run(t.Context(), p, []string{"sessions", "list", "--db", t.TempDir() + "/none.db"}) // any command will do
	stderr.Reset()
	resp, err := (&http.Client{Transport: &http.Transport{}}).Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); string(body) != "hello" {
		t.Errorf("%q, %v", body, err)
	}
	<-gone
	if stderr.Len() > 0 {
		t.Errorf("on stderr: %s", stderr.String())
	}
}
