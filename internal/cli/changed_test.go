package cli_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/a2a-console/a2a-console/internal/agent"
)

// changedMain is a program for stories: the reference agent with planted changes in its responses. Each
// argument is OLD=NEW. Its first line is {"agent": …}.
func changedMain() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	url := "http://" + l.Addr().String()
	fmt.Printf("{\"agent\":%q}\n", url)
	var pairs []string
	for _, a := range os.Args[1:] {
		before, after, _ := strings.Cut(a, "=")
		pairs = append(pairs, before, after)
	}
	real := agent.New(agent.Options{URL: url})
	swap := strings.NewReplacer(pairs...)
	http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &changing{ResponseWriter: w, swap: swap}
		real.ServeHTTP(c, r)
		c.Flush()
	}))
}

// changing buffers what is written until it is flushed, so that no word is cut.
type changing struct {
	http.ResponseWriter
	swap *strings.Replacer
	held bytes.Buffer
}

func (c *changing) Write(p []byte) (int, error) { return c.held.Write(p) }

func (c *changing) Flush() {
	c.swap.WriteString(c.ResponseWriter, c.held.String())
	c.held.Reset()
	http.NewResponseController(c.ResponseWriter).Flush()
}

func (c *changing) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// halveMain: halve FROM TO writes the first half of a file.
func halveMain() {
	b, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[2], b[:len(b)/2], 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
