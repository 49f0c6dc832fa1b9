package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

type program struct {
	UI      string
	Agent   string
	DB      string
	Session string
	Webhook string
	Taps    []struct{ Agent, URL string }
	cmd     *exec.Cmd
	stop    func()
}

// serve starts the console on free ports with an empty record, and reads the line with the addresses.
func serve(t testing.TB, args ...string) *program {
	t.Helper()
	return serveOn(t, filepath.Join(t.TempDir(), "record.db"), args...)
}

func serveOn(t testing.TB, db string, args ...string) *program {
	t.Helper()
	any := "127.0.0.1:0"
	args = append([]string{"serve", "--json", "--no-open", "--db", db,
		"--listen", any, "--tap-listen", any, "--agent-listen", any, "--webhook-listen", any}, args...)
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, stage.console, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 15 * time.Second
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir(), "XDG_STATE_HOME="+filepath.Join(filepath.Dir(db), "state"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	stop := func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		cmd.Wait()
		if t.Failed() && stderr.Len() > 0 {
			t.Logf("the console said on stderr:\n%s", stderr.String())
		}
	}
	t.Cleanup(stop)
	out := bufio.NewReader(stdout)
	line, err := out.ReadString('\n')
	if err != nil {
		stop()
		t.Fatalf("serve printed no line: %v\n%s", err, stderr.String())
	}
	go io.Copy(io.Discard, out)
	p := &program{cmd: cmd, stop: stop}
	if err := json.Unmarshal([]byte(line), p); err != nil {
		t.Fatalf("serve printed %q: %v", line, err)
	}
	return p
}

// ownAddress is an address where nobody listens. Systems hand out higher ports, so no test that asks for
// a free port gets it.
func ownAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		at := fmt.Sprint("127.0.0.1:", 20000+rand.IntN(10000))
		if l, err := net.Listen("tcp", at); err == nil {
			l.Close()
			return at
		}
	}
	t.Fatal("no port between 20000 and 30000 is free")
	return ""
}

// sessions are those on record.
func (c *program) sessions(t *testing.T) []json.RawMessage {
	t.Helper()
	var said struct{ Sessions []json.RawMessage }
	c.ask(t, "/api/sessions", &said)
	return said.Sessions
}

// current is the id of the session being recorded, "" for none.
func (c *program) current(t testing.TB) string {
	t.Helper()
	var said struct {
		Sessions []struct {
			ID      string
			Current bool
		}
	}
	c.ask(t, "/api/sessions", &said)
	for _, s := range said.Sessions {
		if s.Current {
			return s.ID
		}
	}
	return ""
}

func (c *program) ask(t testing.TB, path string, to any) {
	t.Helper()
	at, err := url.Parse(c.UI)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at.Host+path, nil)
	r.Header.Set("Authorization", "Bearer "+at.Query().Get("token"))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(to); err != nil {
		t.Fatal(err)
	}
}
