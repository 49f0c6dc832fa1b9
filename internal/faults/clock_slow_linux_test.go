//go:build slow

package faults

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// clockEnv names the file with the clock error of a shifted program, in seconds. The program reads it
// whenever it asks for the time, so a test steps the clock of a running program by writing the file.
const clockEnv = "A2A_FAULTS_CLOCK"

// clockSource is added to every package of the program that asks for the time. The clock steps like the
// system's when it is set: the wall clock jumps, the monotonic clock continues.
const clockSource = `package %s

import (
	"os"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

func shiftedNow() time.Time {
	t := time.Now()
	text, err := os.ReadFile(os.Getenv("` + clockEnv + `"))
	if err != nil {
		return t
	}
	by, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return t
	}
	// The first word of a time with a monotonic reading holds its wall seconds
	// from bit 30 on; Add would move both readings.
	*(*uint64)(unsafe.Pointer(&t)) += uint64(by << 30)
	return t
}

func shiftedSince(t time.Time) time.Duration { return shiftedNow().Sub(t) }

func shiftedUntil(t time.Time) time.Duration { return t.Sub(shiftedNow()) }

var _, _, _ = shiftedNow, shiftedSince, shiftedUntil
`

var (
	asksTime    = regexp.MustCompile(`\btime\.(Now|Since|Until)\b`)
	packageName = regexp.MustCompile(`(?m)^package (\w+)`)
)

// buildShifted builds the program from the same sources, except that time.Now, Since and Until are replaced
// (go build -overlay). The system's clock cannot be set for one process, and the program has no switch for
// it.
func buildShifted() (string, error) {
	root, err := filepath.Abs("../..")
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "faults" || name == "e2e" || name == "interop") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		return shiftFile(path, replace)
	})
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(builds.dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	to := filepath.Join(builds.dir, "a2a-console-shifted")
	return to, build(to, "-ldflags=-s -w", "-overlay", overlay)
}

func shiftFile(path string, replace map[string]string) error {
	text, err := os.ReadFile(path)
	if err != nil || !asksTime.Match(text) {
		return err
	}
	pkg := packageName.FindSubmatch(text)
	if pkg == nil {
		return fmt.Errorf("%s names no package", path)
	}
	text = asksTime.ReplaceAll(text, []byte("shifted$1"))
	text = append(text, "\nvar _ time.Duration // keeps the import\n"...)
	to := filepath.Join(builds.dir, fmt.Sprintf("shifted%d.go", len(replace)))
	if err := os.WriteFile(to, text, 0o600); err != nil {
		return err
	}
	replace[path] = to
	clock := filepath.Join(filepath.Dir(path), "zz_shifted.go")
	if _, done := replace[clock]; done {
		return nil
	}
	to = filepath.Join(builds.dir, fmt.Sprintf("shifted%d.go", len(replace)))
	replace[clock] = to
	return os.WriteFile(to, fmt.Appendf(nil, clockSource, pkg[1]), 0o600)
}

// shifted is the path of the program with a clock that a test sets.
var shifted = sync.OnceValues(buildShifted)

// by returns a copy of h whose programs use the clock c.
func (h *host) by(c *clock) *host {
	h.t.Helper()
	path, err := shifted()
	if err != nil {
		h.t.Fatal(err)
	}
	return &host{t: h.t, dir: h.dir, program: path, env: []string{clockEnv + "=" + c.path}}
}

// clock is the clock of shifted programs.
type clock struct {
	t    *testing.T
	path string
}

func newClock(t *testing.T, off time.Duration) *clock {
	t.Helper()
	c := &clock{t, filepath.Join(t.TempDir(), "clock")}
	c.set(off)
	return c
}

// set makes the clock wrong by off from now on.
func (c *clock) set(off time.Duration) {
	c.t.Helper()
	tmp := c.path + ".new"
	if err := os.WriteFile(tmp, fmt.Append(nil, int64(off/time.Second)), 0o600); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(tmp, c.path); err != nil { // atomic for concurrent readers
		c.t.Fatal(err)
	}
}
