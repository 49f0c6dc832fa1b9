package e2e

import (
	"bufio"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestBrowserIsOpenedWithACodeOnly starts the console like a person, with a browser that only records how
// it is started.
func TestBrowserIsOpenedWithACodeOnly(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("how a browser is started here cannot be noted")
	}
	dir := t.TempDir()
	noted := filepath.Join(dir, "noted")
	script := "#!/bin/sh\nprintf '%s\\n' \"$@\" > " + noted + ".new && mv " + noted + ".new " + noted + "\n"
	for _, name := range []string{"xdg-open", "x-www-browser", "www-browser"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "DISPLAY=:99", "CI=", "XDG_STATE_HOME=" + dir, "XDG_RUNTIME_DIR=" + dir}
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command(stage.console, args...)
		cmd.Env = append(os.Environ(), env...)
		return cmd
	}
	read := func() string {
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			if b, err := os.ReadFile(noted); err == nil {
				os.Remove(noted)
				return strings.TrimSpace(string(b))
			}
		}
		t.Fatal("no browser was started")
		return ""
	}
	any, db := "127.0.0.1:0", filepath.Join(dir, "record.db")
	serving := run("serve", "--db", db, "--listen", any, "--tap-listen", any, "--agent-listen", any, "--webhook-listen", any)
	out, err := serving.StdoutPipe()
	if err == nil {
		err = serving.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { serving.Process.Signal(os.Interrupt); serving.Wait() })
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	printed, perr := url.Parse(strings.TrimSpace(line))
	if err != nil || perr != nil || printed.Query().Get("token") == "" {
		t.Fatalf("serve printed %q: %v", line, err)
	}
	p := open(t)
	p.expect("401")
	// The first start, and a second one that finds the running console.
	for _, which := range []string{"first", "second"} {
		if which == "second" {
			if out, err := run("serve", "--db", db).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		at := read()
		if strings.Contains(at, printed.Query().Get("token")) || strings.Contains(at, ".localhost") || !strings.HasPrefix(at, "http://"+printed.Host+"/handover?code=") {
			t.Fatalf("%s: the browser is started with %s", which, at)
		}
		p.visit(at)
		p.sees("h1", "Connect an agent")
		if left := js[string](p, "location.search"); left != "" {
			t.Errorf("the address keeps %s", left)
		}
		p.visit(at)
		p.sees("h1", "no longer works")
		if which == "first" {
			p.accessible(axeSource(t), "a used link", "")
		}
		p.clickText("main a", "go to the console")
		p.sees("h1", "Connect an agent")
	}
	// The printed link works any number of times.
	for range 2 {
		p.visit(printed.String())
		p.sees("h1", "Connect an agent")
	}
}

// TestWayInWithoutScript: without JavaScript, the printed address leads to the pages by one click.
func TestWayInWithoutScript(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.disableScript()
	p.do(chromedp.Navigate(c.UI))
	p.clickText("noscript a", "Continue")
	p.sees("h1", "Connect an agent")
	if host := js[string](p, "location.hostname"); !strings.HasSuffix(host, ".localhost") {
		t.Errorf("the pages are at %s", host)
	}
}
