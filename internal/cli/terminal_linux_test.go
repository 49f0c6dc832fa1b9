package cli_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"golang.org/x/sys/unix"

	"github.com/a2a-console/a2a-console/internal/cli"
)

// terminal is a terminal without colours and with the given number of columns: the program's side and the
// user's side.
func terminal(t *testing.T, columns uint16) (slave, master *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns})
	}
	if err != nil {
		t.Fatal(err)
	}
	if slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	return slave, master
}

// atTerminal is what a command writes to a terminal with the given number of columns.
func atTerminal(t *testing.T, columns uint16, args ...string) string {
	t.Helper()
	slave, master := terminal(t, columns)
	read := make(chan string)
	go func() {
		b, _ := io.ReadAll(master) // ends with an error when nobody has the terminal open
		read <- strings.ReplaceAll(string(b), "\r\n", "\n")
	}()
	cli.Main(strings.NewReader(""), slave, slave, args)
	slave.Close()
	return <-read
}

// answered is what a command writes to a terminal at which an answer is typed, and its exit code.
func answered(t *testing.T, answer string, args ...string) (said string, code int) {
	t.Helper()
	slave, master := terminal(t, 80)
	if _, err := master.WriteString(answer); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		b, _ := io.ReadAll(master)
		read <- strings.ReplaceAll(string(b), "\r\n", "\n")
	}()
	code = cli.Main(slave, slave, slave, args)
	slave.Close()
	return <-read, code
}

// TestRemovalIsAskedFor: at a terminal sessions rm lists what it will remove, and removes it only after a
// yes or with --yes. sessions prune does the same.
func TestRemovalIsAskedFor(t *testing.T) {
	db := newTerminalHome(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusTeapot) }))
	defer s.Close()
	record := func() string {
		piped("send", s.URL+"/a2a", "--dialect", "0.3", "--binding", "jsonrpc", "--text", "to be removed", "--db", db)
		return strings.Fields(strings.Split(piped("sessions", "list", "--db", db), "\n")[1])[0]
	}
	id := record()
	for _, answer := range []string{"\n", "n\n", "no\n"} {
		if said, code := answered(t, answer, "sessions", "rm", id, "--db", db); code != 2 || !strings.Contains(said, "nothing was removed; with --yes the command does not ask") {
			t.Errorf("%q: exit code %d\n%s", answer, code, said)
		}
	}
	said, code := answered(t, "y\n", "sessions", "rm", id, "--db", db)
	if one := strings.Join(strings.Fields(said), " "); code != 0 || !strings.Contains(one, id+" · ") || !strings.Contains(one, "· 1 exchange · ") || !strings.Contains(one, "to be removed") ||
		!strings.Contains(one, "Remove this session permanently? [y/N]: removed "+id) {
		t.Errorf("exit code %d\n%s", code, said)
	}
	over := record()
	if said, code := answered(t, "n\n", "sessions", "prune", "--keep-size", "1B", "--db", db); code != 2 || !strings.Contains(said, over+" · ") ||
		!strings.Contains(said, "nothing was removed") || !strings.Contains(piped("sessions", "list", "--db", db), over) {
		t.Errorf("prune: exit code %d\n%s", code, said)
	}
	if said, code := answered(t, "", "sessions", "rm", over, "--db", db, "--yes"); code != 0 || strings.Contains(said, "permanently?") {
		t.Errorf("with --yes: exit code %d\n%s", code, said)
	}
}

// TestTapTellsCalls: at a terminal tap writes a line for each finished call, and its warnings are
// sentences.
func TestTapTellsCalls(t *testing.T) {
	db := newTerminalHome(t)
	agent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"hi"}]}}`)
	}))
	defer agent.Close()
	slave, master := terminal(t, 80)
	code := make(chan int)
	go func() {
		code <- cli.Main(strings.NewReader(""), slave, slave, []string{"tap", agent.URL, "--listen", "127.0.0.1:0", "--db", db})
	}()
	at := regexp.MustCompile(`tap (http://\S+) → `)
	var lines []string
	for s := bufio.NewScanner(master); s.Scan(); {
		l := strings.TrimSuffix(s.Text(), "\r")
		lines = append(lines, l)
		if m := at.FindStringSubmatch(l); m != nil {
			go func() {
				for _, call := range []string{`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hello there"}]}}}`, "{}"} {
					resp, err := http.Post(m[1]+"/a2a", "application/json", strings.NewReader(call))
					if err == nil {
						resp.Body.Close()
					}
				}
			}()
		}
		if strings.Contains(l, " POST ") {
			break
		}
	}
	if err := unix.Kill(os.Getpid(), unix.SIGINT); err != nil {
		t.Fatal(err)
	}
	if c := <-code; c != 0 {
		t.Errorf("exit code %d", c)
	}
	all := strings.Join(lines, "\n")
	fits(t, 80, all)
	if !regexp.MustCompile(`(?m)^TIME +EXCHANGE +CALL +STATE +TOOK +MESSAGE$`).MatchString(all) ||
		!regexp.MustCompile(`(?m)^\d\d:\d\d:\d\d  [0-9a-f]{8}  send +✉ message +[\d.]+ (µs|ms|s) +hello there$`).MatchString(all) || strings.Count(all, "hello there") != 1 {
		t.Errorf("tap writes\n%s", all)
	}
}

// piped is what a command writes without a terminal.
func piped(args ...string) string {
	var out bytes.Buffer
	cli.Main(strings.NewReader(""), &out, &out, args)
	return out.String()
}

// fits fails for each line wider than the terminal.
func fits(t *testing.T, columns int, text string) {
	t.Helper()
	for l := range strings.Lines(text) {
		if wide := uniseg.StringWidth(strings.TrimSuffix(l, "\n")); wide > columns {
			t.Errorf("%d columns in %d: %s", wide, columns, l)
		}
	}
}

func newTerminalHome(t *testing.T) (db string) {
	t.Setenv("NO_COLOR", "1")
	t.Setenv("COLUMNS", "")
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	return filepath.Join(t.TempDir(), "r.db")
}

// TestTablesFitTerminals: rows fit 80 columns and show the agent, the text and the result; pipes get full
// ids.
func TestTablesFitTerminals(t *testing.T) {
	db := newTerminalHome(t)
	for _, status := range []int{401, 404, 500} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", status) }))
		defer s.Close()
		piped("send", s.URL+"/a2a", "--dialect", "0.3", "--binding", "jsonrpc", "--text", "tell me a long joke about cats and dogs", "--db", db)
	}
	found := atTerminal(t, 80, "search", "op:send is:failed", "--db", db)
	fits(t, 80, found)
	lines := strings.Split(strings.TrimSpace(found), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines:\n%s", len(lines), found)
	}
	whole := strings.Split(strings.TrimSpace(piped("search", "op:send is:failed", "--db", db)), "\n")
	for i, want := range []string{"✕ 500 Server Error", "✕ 404 Not Found", "✕ 401 Unauthorized"} {
		if l := lines[i+1]; !strings.Contains(l, want) || !strings.Contains(l, "127.0.0.1") || !strings.Contains(l, "tell me a") || strings.Contains(l, "joke about cats and dogs") {
			t.Errorf("%s is not in %s", want, l)
		}
		short, id := strings.Fields(lines[i+1])[0], strings.Fields(whole[i+1])[0]
		if len(short) != 8 || len(id) != 36 || !strings.HasSuffix(id, short) || !strings.Contains(whole[i+1], "joke about cats and dogs") {
			t.Errorf("%s and %s", lines[i+1], whole[i+1])
		}
		one := atTerminal(t, 80, "sessions", "show", short, "--db", db)
		if !strings.Contains(one, "exchange  "+id+"\n") || !strings.Contains(one, "state     "+want) {
			t.Errorf("%s shows\n%s", short, one)
		}
	}
	for _, args := range [][]string{{"sessions", "list"}, {"sessions", "show", strings.Fields(atTerminal(t, 80, "sessions", "list", "--db", db))[7]}} {
		fits(t, 80, atTerminal(t, 80, append(args, "--db", db)...))
	}
	t.Setenv("COLUMNS", "140")
	if wide := atTerminal(t, 80, "search", "op:send", "--db", db); !strings.Contains(wide, "FINDINGS") || strings.Contains(found, "FINDINGS") {
		t.Errorf("COLUMNS does not count:\n%s", wide)
	}
}

// TestLongTextsAtTerminals: a long text is cut, with the number of remaining lines, and wrapped between
// words, as errors are. Pipes get all of it.
func TestLongTextsAtTerminals(t *testing.T) {
	newTerminalHome(t)
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "line %d\\n", i)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"%s"}]}}`, text.String())
	}))
	defer s.Close()
	send := []string{"send", s.URL + "/a2a", "--dialect", "0.3", "--binding", "jsonrpc", "--text", "hello"}
	shown := atTerminal(t, 80, send...)
	if !strings.Contains(shown, "line 19\n") || strings.Contains(shown, "line 20\n") || !strings.Contains(shown, "… 180 more lines\n") || !strings.Contains(shown, "note: 180 lines are not shown") {
		t.Errorf("a terminal gets\n%s", shown)
	}
	if all := piped(send...); !strings.Contains(all, "line 199\n") || strings.Contains(all, "not shown") {
		t.Errorf("a pipe gets\n%s", all)
	}
	wrong := atTerminal(t, 60, "search", "stat:x")
	fits(t, 60, wrong)
	if one := piped("search", "stat:x"); strings.Join(strings.Fields(wrong), " ") != strings.Join(strings.Fields(one), " ") || strings.Count(one, "\n") != 1 {
		t.Errorf("an error is\n%s\nof\n%s", wrong, one)
	}
}

// TestHelpFitsTerminals: the --help of each command fits 80 columns, including examples.
func TestHelpFitsTerminals(t *testing.T) {
	_, list, _ := strings.Cut(piped("--help"), "\nCommands:\n")
	commands := 0
	for l := range strings.Lines(list) {
		name, _, ok := strings.Cut(strings.TrimPrefix(l, "  "), "  ")
		if !ok || strings.HasPrefix(l, "   ") {
			continue
		}
		commands++
		help := piped(append(strings.Fields(name), "--help")...)
		if !strings.HasPrefix(help, "Usage: a2a-console "+name) {
			t.Errorf("%s says %q", name, help)
		}
		fits(t, 80, help)
	}
	if commands < 30 {
		t.Errorf("%d commands in %s", commands, list)
	}
}
