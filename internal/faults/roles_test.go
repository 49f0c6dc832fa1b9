package faults

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"

	"github.com/a2a-console/a2a-console/proxy"
)

// play makes this test binary one of the programs that a benchmark needs besides the console. Its first
// line says where it listens; it ends with its stdin.
func play(role string) int {
	var err error
	switch role {
	case "agent":
		err = listen(newBenchAgent())
	case "bare":
		err = bare(os.Getenv("A2A_FAULTS_AGENT"))
	case "client":
		err = client()
	default:
		err = fmt.Errorf("no role %q", role)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}

// bare is the proxy that the console is measured against: an
// httputil.ReverseProxy with the tap's transport and buffers.
func bare(agent string) error {
	to, err := url.Parse(agent)
	if err != nil {
		return err
	}
	h, done := proxy.Baseline(to)
	defer done()
	return listen(h)
}

// listen serves until stdin ends.
func listen(h http.Handler) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s := &http.Server{Handler: h}
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		}
		_ = s.Close()
	}()
	fmt.Printf("http://%s\n", l.Addr())
	if err := s.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return nil
}

// client does the jobs that arrive as lines of JSON.
func client() error {
	fmt.Println("ready")
	b := newBenchClient()
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var j job
		if err := json.Unmarshal(in.Bytes(), &j); err != nil {
			return err
		}
		text, err := json.Marshal(b.do(j, in))
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", text)
	}
	return in.Err()
}
