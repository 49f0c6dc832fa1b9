package cli

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/a2a-console/a2a-console/internal/agent"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// noRoom is a stdout on a full disk, nobody one whose reader has left.
type (
	noRoom struct{}
	nobody struct{}
)

func (noRoom) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}
func (nobody) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
}

// printing are command lines that print, for a record with one call, and an agent.
func printing(db, session, exchange, task, agent string) [][]string {
	return [][]string{
		{"--help"}, {"--version"}, {"send", "--help"}, {"completion", "bash"},
		{"sessions", "list", "--db", db}, {"sessions", "show", session, "--db", db},
		{"sessions", "show", exchange, "--db", db}, {"sessions", "show", exchange, "--raw", "response", "--db", db},
		{"sessions", "edit", session, "--tag", "x", "--db", db}, {"sessions", "save", "--exchange", exchange, "--db", db},
		{"sessions", "export", session, "--db", db}, {"sessions", "prune", "--keep-size", "1B", "--dry-run", "--db", db},
		{"search", "op:send", "--db", db}, {"diff", exchange, exchange, "--db", db}, {"reindex", "--db", db},
		{"card", agent}, {"card", agent, "--raw"}, {"card", agent, "--doctor"},
		{"send", agent, "--text", "hello"}, {"send", agent, "--text", "hello", "--stream"},
		{"send", agent, "--text", "hello", "--dialect", "1.0", "--compare-with", "0.3"},
		{"task", "get", agent, task}, {"task", "list", agent}, {"task", "list", agent, "--all"},
		{"task", "cancel", agent, task}, {"push", "list", agent, task},
		{"replay", session, "--to", agent, "--db", db},
		{"agent", "--listen", "127.0.0.1:0"}, {"mock", session, "--db", db, "--listen", "127.0.0.1:0"},
		{"tap", agent, "--listen", "127.0.0.1:0", "--db", db}, {"push", "listen", "--listen", "127.0.0.1:0"},
		{"serve", "--no-open", "--no-agent", "--listen", "127.0.0.1:0", "--tap-listen", "127.0.0.1:0", "--webhook-listen", "127.0.0.1:0", "--db", db},
	}
}

// Output that did not arrive is a failure of any command. It is reported once, unless the reader
// left.
func TestOutputThatIsNotWritten(t *testing.T) {
	at := servedAgent(t)
	db := filepath.Join(t.TempDir(), "my.db")
	var out bytes.Buffer
	if code := Main(strings.NewReader(""), &out, io.Discard, []string{"send", at, "--text", "hello", "--db", db, "--json"}); code != 0 {
		t.Fatal(out.String())
	}
	session, exchange, task := recorded(t, db)
	var stdouts = map[string]io.Writer{"a full disk": noRoom{}, "a reader that left": nobody{}}
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil {
		defer full.Close()
		stdouts["/dev/full"] = full
	}
	if UnderRace {
		stdouts = map[string]io.Writer{"a full disk": noRoom{}}
	}
	for name, to := range stdouts {
		forms := []string{"--json=false", "--json"}
		if name != "a full disk" {
			forms = forms[:1] // one form is enough for the other outputs
		}
		for _, form := range forms {
			for _, args := range printing(db, session, exchange, task, at) {
				var said bytes.Buffer
				code := Main(strings.NewReader(""), to, &said, append(args[:len(args):len(args)], form))
				line := "a2a-console: cannot write to stdout: no space left on device; the output is incomplete"
				told := strings.Count(said.String(), line)
				if name == "a reader that left" {
					told++
					if strings.Contains(said.String(), "write") {
						t.Errorf("%v: %q", args, said.String())
					}
				}
				if code != 2 || told != 1 {
					t.Errorf("%s, %v %s: exit %d, %q", name, args, form, code, said.String())
				}
			}
		}
	}
}

// recorded is the content of a record with one call.
func recorded(t *testing.T, db string) (session, exchange, task string) {
	t.Helper()
	s, err := recorder.Open(recorder.Options{Path: db, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{Origins: []wire.Origin{wire.Terminal}}, wire.Page{})
	if err = errors.Join(err, s.Close()); err != nil || len(list) != 1 {
		t.Fatalf("%d calls, %v", len(list), err)
	}
	return list[0].Session, list[0].ID, list[0].Labels.Task
}

func servedAgent(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	a := agent.New(agent.Options{URL: console.Origin(l)})
	s := console.NewServer(testProgram(), a)
	s.Serve(l)
	t.Cleanup(func() {
		a.Close()
		if err := s.Shutdown(); err != nil {
			t.Error(err)
		}
	})
	return console.Origin(l)
}
