//go:build slow

package interop

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent"
)

// changedAgent is the reference agent with two planted changes in its responses, in every version and
// binding: another number of the phone order, and a paper that fails at the end.
func changedAgent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	reference := agent.New(agent.Options{URL: url})
	server := &http.Server{Protocols: &http.Protocols{}, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the client is gone
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		c := &changing{ResponseWriter: w, swap: plants(string(body))}
		reference.ServeHTTP(c, r)
		c.Flush()
	})}
	server.Protocols.SetHTTP1(true)
	server.Protocols.SetUnencryptedHTTP2(true)
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	t.Cleanup(func() {
		reference.Close()
		server.Close()
		<-served
	})
	return url
}

// plants are the changes in a response: texts of equal length, which keep protobuf messages valid, and a
// state by its names and its number.
func plants(request string) *strings.Replacer {
	pairs := []string{"R12443", "R99999"}
	if strings.Contains(request, "write a long paper") {
		pairs = append(pairs, `"completed"`, `"failed"`, "TASK_STATE_COMPLETED", "TASK_STATE_FAILED",
			"\x08\x03\x1a", "\x08\x04\x1a") // TaskStatus: state 3, before its timestamp
	}
	return strings.NewReplacer(pairs...)
}

// changing buffers what is written until it is flushed, so that no word is cut.
type changing struct {
	http.ResponseWriter
	swap *strings.Replacer
	held bytes.Buffer
}

func (c *changing) Write(p []byte) (int, error) { return c.held.Write(p) }

func (c *changing) Flush() {
	_, _ = c.swap.WriteString(c.ResponseWriter, c.held.String()) // ignore a client that left
	c.held.Reset()
	_ = http.NewResponseController(c.ResponseWriter).Flush()
}

func (c *changing) Unwrap() http.ResponseWriter { return c.ResponseWriter }
