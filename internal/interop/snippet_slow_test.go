//go:build slow

package interop

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/snippet"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	reader "github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// token is what the reference agent accepts, and the filler for it on record.
const token, filler = "demo-token", "**********"

// form is a request to write as code.
type form struct {
	name string
	r    snippet.Request
	sdk  bool   // an official SDK is to make the call
	want string // is in what it prints
}

// TestSlowSnippetsRun writes requests in all versions and bindings as JavaScript, Go and Python, and runs
// them against the reference agent, which requires the token that is missing from the record.
func TestSlowSnippetsRun(t *testing.T) {
	said := start(t, "", built.console, "agent", "--json", "--listen", "127.0.0.1:0", "--require", "bearer")
	var agent struct{ Agent string }
	if err := json.Unmarshal([]byte(said.first), &agent); err != nil {
		t.Fatal(err)
	}
	t.Run("javascript", func(t *testing.T) {
		t.Parallel()
		dir := npmPeer(t, "js")
		for _, f := range formsAt(t, agent.Agent) {
			code := snippet.Write(snippet.JavaScript, f.r)
			file := filepath.Join(dir, "snippet-"+f.name+".mjs")
			runs(t, f, code, strings.Contains(code, "@a2a-js/sdk"), file, "node", file)
		}
	})
	t.Run("go", func(t *testing.T) {
		t.Parallel()
		runGo(t, formsAt(t, agent.Agent))
	})
	t.Run("python", func(t *testing.T) {
		t.Parallel()
		need(t, "python3", "install Python 3")
		for _, f := range formsAt(t, agent.Agent) {
			code := snippet.Write(snippet.Python, f.r)
			if strings.Contains(code, "import grpc") && exec.Command("python3", "-c", "import grpc").Run() != nil {
				continue // grpcio is not part of Python
			}
			f.sdk = false
			file := filepath.Join(t.TempDir(), f.name+".py")
			runs(t, f, code, false, file, "python3", file)
		}
	})
}

// runGo links all forms into one program: each becomes a package, and the first argument selects
// its main. Their text is otherwise unchanged.
func runGo(t *testing.T, forms []form) {
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join("peers", "a2ago", name))
		if err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(dir, name), string(b))
	}
	var codes []string
	imports, calls := "", ""
	for i, f := range forms {
		code := snippet.Write(snippet.Go, f.r)
		codes = append(codes, code)
		pkg := fmt.Sprintf("snippet%d", i)
		if strings.Count(code, "package main\n") != 1 || strings.Count(code, "\nfunc main() {") != 1 {
			t.Fatalf("%s is not one program:\n%s", f.name, code)
		}
		code = strings.NewReplacer("package main\n", "package "+pkg+"\n", "\nfunc main() {", "\nfunc Main() {").Replace(code)
		save(t, filepath.Join(dir, pkg, "main.go"), code)
		imports += fmt.Sprintf("import %q\n", "a2a-console.test/peers/a2ago/"+pkg)
		calls += fmt.Sprintf("\tcase %q:\n\t\t%s.Main()\n", pkg, pkg)
	}
	save(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"os\"\n"+imports+"\nfunc main() {\n\tswitch os.Args[1] {\n"+calls+"\t}\n}\n")
	bin := filepath.Join(dir, "snippets")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", bin, ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for i, f := range forms {
		runs(t, f, codes[i], strings.Contains(codes[i], "a2a-go"), "", bin, fmt.Sprintf("snippet%d", i))
	}
}

func save(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// runs runs a program until it has printed the expected text, because a subscription does not end by
// itself. Without the token the program makes no call.
func runs(t *testing.T, f form, code string, sdk bool, file, name string, args ...string) {
	t.Helper()
	if sdk != f.sdk || strings.Contains(code, token) {
		t.Errorf("%s: by an SDK: %v, want %v:\n%s", f.name, sdk, f.sdk, code)
	}
	if file != "" {
		save(t, file, code)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "A2A_AUTHORIZATION="+token)
	watch := &watcher{want: f.want, found: cancel}
	cmd.Stdout, cmd.Stderr = watch, watch
	err := cmd.Run()
	if !strings.Contains(watch.text, f.want) {
		t.Errorf("%s: %v, %.2000s\n%s", f.name, err, watch.text, code)
	}
	bare := exec.CommandContext(t.Context(), name, args...)
	bare.Env = slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "A2A_") })
	if out, err := bare.CombinedOutput(); err == nil || !strings.Contains(string(out), "A2A_AUTHORIZATION") {
		t.Errorf("%s without its token: %v, %.500s", f.name, err, out)
	}
}

// watcher ends a program once it has printed the expected text.
type watcher struct {
	text, want string
	found      func()
}

func (w *watcher) Write(p []byte) (int, error) {
	if w.text += string(p); strings.Contains(w.text, w.want) {
		w.found()
	}
	return len(p), nil
}

// formsAt are requests to an agent in all versions and bindings, and every operation in the newest
// version.
func formsAt(t *testing.T, base string) (out []form) {
	c := inspector.New(inspector.Options{})
	d, err := c.Discover(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	hello := func(op a2a.Operation) *a2a.Call {
		return &a2a.Call{Op: op, TaskID: "new-" + string(op), Message: &a2a.Message{ID: "m1", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "it's \"so\" `${x}` \\ é €\n😀"}}}}
	}
	for _, v := range dialect.All() {
		for _, b := range dialect.Bindings(v.Version()) {
			target, err := d.Choose(v.Version(), b)
			if err != nil {
				continue
			}
			target.Header = map[string][]string{"Authorization": {"Bearer " + filler}}
			newest := v.Version() == dialect.All()[0].Version()
			add := func(call *a2a.Call, want string) {
				f := form{name: fmt.Sprintf("%s-%s-%s", strings.ReplaceAll(string(v.Version()), ".", ""), b, call.Op), sdk: newest, want: want}
				f.r = requestOf(t, c, target, call)
				out = append(out, f)
			}
			add(hello(a2a.SendMessage), "`${x}`") // the agent echoes it
			add(hello(a2a.SendStreamingMessage), "`${x}`")
			if !newest {
				continue
			}
			task := begun(t, c, target)
			add(&a2a.Call{Op: a2a.GetTask, TaskID: task}, task)
			add(&a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 100}}, task)
			add(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: task}, task)
			add(&a2a.Call{Op: a2a.CancelTask, TaskID: task}, task)
		}
	}
	if len(out) < 20 {
		t.Fatalf("only %d requests", len(out))
	}
	return out
}

// begun starts a task that lasts for a while.
func begun(t *testing.T, c *inspector.Client, target inspector.Target) (task string) {
	t.Helper()
	target.Header = map[string][]string{"Authorization": {"Bearer " + token}}
	p, err := c.Prepare(target, &a2a.Call{Op: a2a.SendMessage, ReturnImmediately: true, Message: &a2a.Message{ID: "m2", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "slow 10000 chunks every 50ms"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Send(t.Context(), p, func(e inspector.Event) {
		if r := e.Reading.Result; r != nil && r.Task != nil {
			task = r.Task.ID
		}
	}); err != nil || task == "" {
		t.Fatalf("begin a task: %q, %v", task, err)
	}
	return task
}

func requestOf(t *testing.T, c *inspector.Client, target inspector.Target, call *a2a.Call) snippet.Request {
	t.Helper()
	p, err := c.Prepare(target, call)
	if err != nil {
		t.Fatal(err)
	}
	x := wire.Exchange{Method: p.Method, URL: p.URL, Request: wire.Head{Header: p.Header}, RequestBytes: int64(len(p.Body)),
		Redactions: []wire.Redaction{{Place: "request.header", Name: "Authorization", Kind: "bearer", Offset: 7, Length: int64(len(filler))}}}
	r := reader.Request(&x, p.Body, reader.Options{Hint: dialect.Hint{Version: p.Version}})
	x.Labels = r.Labels()
	return snippet.Request{Exchange: x, Body: p.Body, Call: r.Request()}
}
