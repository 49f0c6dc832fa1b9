//go:build slow

package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gofrs/flock"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/a2a-console/a2a-console/internal/console"
)

const modulePath = "github.com/a2a-console/a2a-console"

// TestSlowGoInstall installs the tag as go install gets it from a module proxy, in a folder
// without the repository, and loads a page and its script. Dependencies come from the module
// cache, where the tests' build has put them.
func TestSlowGoInstall(t *testing.T) {
	r := cloneRepository(t)
	if err := tag(r.folder, console.Release); err != nil {
		t.Fatal(err)
	}
	proxy, bin := filepath.Join(t.TempDir(), "proxy"), t.TempDir()
	publish(t, r, proxy)
	forgetRelease(t)
	// go keeps an index of a release's files in its build cache, where that of an earlier run may be.
	output(t, bin, []string{"GODEBUG=goindex=0", "GOPROXY=file://" + filepath.ToSlash(proxy), "GOSUMDB=off", "GOFLAGS=-modcacherw", "GOBIN=" + bin, "CGO_ENABLED=0"},
		"go", "install", modulePath+"@latest")
	program := filepath.Join(bin, "a2a-console")
	if got := output(t, bin, nil, program, "--version"); !strings.HasPrefix(got, "a2a-console "+console.Release+" ") {
		t.Errorf("--version printed %q", got)
	}
	loadsPages(t, exec.Command(program, serveArgs(bin)...))
}

// forgetRelease keeps the release out of the module cache: what an earlier run left there would be
// tested again, and what this run leaves there would pass for the published one. A cache of its own
// would have go compile all dependencies again, because their folders would be others. Runs of
// several working copies wait for each other.
func forgetRelease(t *testing.T) {
	t.Helper()
	cache := strings.TrimSpace(output(t, ".", nil, "go", "env", "GOMODCACHE"))
	lock := flock.New(filepath.Join(cache, "cache/a2a-console.lock"))
	if err := lock.Lock(); err != nil {
		t.Fatal(err)
	}
	remove := func() {
		downloads := filepath.Join(cache, "cache/download", modulePath, "@v")
		left, err := filepath.Glob(filepath.Join(downloads, "v"+console.Release+".*"))
		if err != nil {
			t.Error(err)
		}
		sources := filepath.Join(cache, modulePath+"@v"+console.Release)
		filepath.WalkDir(sources, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(path, 0o755) // go makes them read-only, unless it is told not to
			}
			return err
		})
		for _, path := range append(left, filepath.Join(downloads, "list"), sources) {
			if err := os.RemoveAll(path); err != nil {
				t.Error(err)
			}
		}
	}
	remove()
	t.Cleanup(func() {
		remove()
		if err := lock.Unlock(); err != nil {
			t.Error(err)
		}
	})
}

// TestSlowWorkflows: GitHub accepts the workflows, as far as actionlint can tell.
func TestSlowWorkflows(t *testing.T) {
	output(t, "../..", nil, "go", "run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12")
}

// publish writes the tag of a repository to a folder as a module proxy has it.
func publish(t *testing.T, r repository, proxy string) {
	t.Helper()
	v := module.Version{Path: modulePath, Version: "v" + console.Release}
	dir := filepath.Join(proxy, modulePath, "@v")
	write(t, filepath.Join(dir, "list"), []byte(v.Version+"\n"))
	info, err := json.Marshal(map[string]string{"Version": v.Version, "Time": "2026-11-30T00:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, v.Version+".info"), info)
	mod, err := os.ReadFile(filepath.Join(r.folder, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, v.Version+".mod"), mod)
	f, err := os.Create(filepath.Join(dir, v.Version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := zip.CreateFromVCS(f, v, r.folder, v.Version, ""); err != nil {
		t.Fatal(err)
	}
}

// serveArgs are the arguments for a console on free ports that opens no browser.
func serveArgs(folder string) []string {
	return []string{"serve", "--no-open", "--json", "--plain-host", "--db", filepath.Join(folder, "record.db"),
		"--listen", "127.0.0.1:0", "--tap-listen", "127.0.0.1:0", "--agent-listen", "127.0.0.1:0", "--webhook-listen", "127.0.0.1:0"}
}

// loadsPages starts a console and checks that it serves the script of its pages.
func loadsPages(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = t.Output()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	var started struct{ UI string }
	if err := json.NewDecoder(out).Decode(&started); err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	fetch(t, browser, started.UI) // signs in
	origin, _, _ := strings.Cut(strings.TrimPrefix(started.UI, "http://"), "/")
	page := fetch(t, browser, "http://"+origin+"/")
	m := regexp.MustCompile(`"(/static/\w+/vendor/app\.js)"`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("the page does not load app.js: %.2000s", page)
	}
	if got := fetch(t, browser, "http://"+origin+m[1]); !strings.Contains(got, "datastar") {
		t.Errorf("%s is not the script: %.200s", m[1], got)
	}
}

func fetch(t *testing.T, browser *http.Client, url string) string {
	t.Helper()
	resp, err := browser.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v\n%.500s", url, resp.Status, err, b)
	}
	return string(b)
}
