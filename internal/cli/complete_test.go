package cli

import (
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

func testProgram() *stdio.Streams {
	return &stdio.Streams{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Log: slog.New(slog.DiscardHandler)}
}

// completed is what could stand at the end of a line, "files" for file names.
func completed(t *testing.T, line string) []string {
	t.Helper()
	var g grammar
	parser, err := newParser(testProgram(), &g, limitToCommand(nil))
	if err != nil {
		t.Fatal(err)
	}
	list, files := complete(parser.Model.Node, strings.Split(line, " "), func(what, db string) []string { return []string{what + ":" + db, "other"} })
	var out []string
	for _, c := range list {
		out = append(out, c.text)
	}
	if files {
		out = append(out, "files")
	}
	return out
}

func TestComplete(t *testing.T) {
	for line, want := range map[string]string{
		"se":                            "serve send sessions search",
		"sessions e":                    "edit export",
		"--json sessions sh":            "show",
		"--db x.db --no-o":              "--no-open", // of serve, the default
		"send --bin":                    "--binding",
		"send --binding ":               "jsonrpc rest grpc",
		"send --binding=r":              "--binding=rest",
		"send http://x --dialect 0":     "0.1 0.2 0.3",
		"send http://x --text se":       "",
		"send http://x -- --bin":        "",
		"sessions export -o ":           "files",
		"sessions export --output=a":    "files",
		"sessions export s --format j":  "jsonl",
		"sessions import ":              "files",
		"sessions show x --raw re":      "request response request-sent response-sent",
		"diff a.jsonl ":                 "files",
		"diff a b ":                     "",
		"send --saved ":                 "requests: other",
		"send --saved=o":                "--saved=other",
		"send --db x.db --saved r":      "requests:x.db",
		"send --db=y.db --saved r":      "requests:y.db",
		"tap http://x --preset too":     "too-many-requests",
		"serve --preset=slow":           "--preset=slow-agent",
		"agent --preset l":              "lose-terminal-event",
		"mock s --preset a":             "artifacts-out-of-order",
		"chaos http://x --preset re":    "reconnect-storm",
		"rules add --preset f":          "flaky-network",
		"rules remove --preset n":       "never-finish",
		"chaos x --dialect 0.1":         "0.1",
		"chaos x --binding g":           "grpc",
		"completion ":                   "bash zsh fish",
		"completion bash ":              "",
		"http://127.0.0.1:9000 --no-ag": "--no-agent",
		"http://127.0.0.1:9000 sess":    "",
		"complete-w":                    "",
		"send --no-such-flag ":          "",
		"sessions list --json --v":      "--verbose --version",
		"task get --hist":               "--history-length",
	} {
		if got := strings.Join(completed(t, line), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// Every flag whose help names its values, or a file, completes them.
func TestEveryEnumCompletes(t *testing.T) {
	var g grammar
	parser, err := newParser(testProgram(), &g, limitToCommand(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range parser.Model.Leaves(false) {
		for _, f := range n.Flags {
			list, files := (&cursor{}).valuesOf(f.Value, f.PlaceHolder)
			if f.Enum != "" && len(list) == 0 || (f.Name == "dialect" || f.Name == "as" || f.Name == "preset") && len(list) == 0 || f.PlaceHolder == "FILE" && !files {
				t.Errorf("%s --%s: %v", n.FullPath(), f.Name, list)
			}
		}
	}
}

// shellSetup changes to a folder with some files and the shell's script. TestMain has put the program
// into PATH.
func shellSetup(t *testing.T, shell string) (path, script string) {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("%s is not installed", shell)
	}
	dir := t.TempDir()
	b, err := completionScripts.ReadFile("completion/a2a-console." + shell)
	if err != nil {
		t.Fatal(err)
	}
	script = filepath.Join(dir, "script")
	for file, text := range map[string]string{
		script: string(b), filepath.Join(dir, "order.jsonl"): "", filepath.Join(dir, "order two.jsonl"): "",
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return path, script
}

// savedNames makes a record with saved requests of these names.
func savedNames(t *testing.T, path string, names ...string) {
	t.Helper()
	store, err := recorder.Open(recorder.Options{Path: path, NoSession: true})
	for _, name := range names {
		if err == nil {
			err = store.SaveRequest(t.Context(), wire.SavedRequest{Name: name, Agent: "http://127.0.0.1:1", Body: []byte("{}")})
		}
	}
	if err == nil {
		err = store.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The names of saved requests come from the record that the line names, except those that a script cannot
// handle.
func TestSavedRequestsComplete(t *testing.T) {
	db := filepath.Join(t.TempDir(), "my.db")
	savedNames(t, db, "an order", "joke", ":files", "two  blanks")
	if got := requestNames(t.Context(), testProgram(), db); !slices.Equal(got, []string{"an order", "joke"}) {
		t.Errorf("got %q", got)
	}
	if got := requestNames(t.Context(), testProgram(), db+".none"); got != nil {
		t.Errorf("without a record: %q", got)
	}
}

// bash itself completes with the script.
func TestBashCompletes(t *testing.T) {
	bash, script := shellSetup(t, "bash")
	savedNames(t, "my.db", "an order", "joke")
	for line, want := range map[string]string{
		"a2a-console sess":                                        "sessions",
		"a2a-console sessions ex":                                 "export",
		"a2a-console send http://127.0.0.1:1 --binding ":          "grpc jsonrpc rest",
		"a2a-console send http://127.0.0.1:1 --binding=re":        "rest", // bash's word is what follows the =
		"a2a-console tap http://127.0.0.1:1 --preset lose":        "lose-terminal-event",
		"a2a-console serve --preset=re":                           "reconnect-storm",
		"a2a-console send --db my.db --saved ":                    `an\ order|joke`,
		"a2a-console send --db=my.db --saved=j":                   "joke",
		`a2a-console send --db my.db --saved an\ o`:               `an\ order|`,
		"a2a-console sessions import ord":                         "order two.jsonl|order.jsonl",
		"a2a-console sessions export x --output=ord":              "order two.jsonl|order.jsonl",
		"a2a-console send http://127.0.0.1:1 --text hello --bind": "--binding",
	} {
		cmd := exec.Command(bash, "--norc", "-c", `source "$1"
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=(a2a-console)
_a2a_console
printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort`, "bash", script, line)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Split(strings.TrimSpace(string(out)), "\n")
		wanted := strings.Split(strings.TrimSuffix(want, "|"), "|")
		if !strings.Contains(want, "|") {
			wanted = strings.Fields(want)
		}
		if !slices.Equal(got, wanted) {
			t.Errorf("%q: %q, want %q", line, got, wanted)
		}
	}
}
