package testpeer

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// cacheIn gives a test an empty cache folder. The result returns the folder of a name in it.
func cacheIn(t *testing.T) (all func(name string) string) {
	t.Helper()
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, home)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return func(name string) string { return filepath.Join(cache, "a2a-console-test", name) }
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestEntryIsMadeOnce: when many ask at once, one fills the entry. A failure leaves nothing, and
// the next caller tries again.
func TestEntryIsMadeOnce(t *testing.T) {
	all := cacheIn(t)
	failure := errors.New("no disk")
	if _, err := entry("x", "1", func(dir string) error { write(t, filepath.Join(dir, "half"), ""); return failure }); !errors.Is(err, failure) {
		t.Errorf("a failure is %v", err)
	}
	var calls int // guarded by the lock of the entry
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			path, err := entry("x", "1", func(dir string) error { calls++; write(t, filepath.Join(dir, "whole"), "yes"); return nil })
			if b, _ := os.ReadFile(filepath.Join(path, "whole")); err != nil || string(b) != "yes" {
				t.Errorf("%s: %q, %v", path, b, err)
			}
		})
	}
	wg.Wait()
	if calls != 1 {
		t.Errorf("filled %d times", calls)
	}
	if got := namesIn(t, all("x")); !slices.Equal(got, []string{"1", "lock"}) {
		t.Errorf("there are %v", got)
	}
}

// TestOldEntriesGo: a new entry removes those that nobody asks for any more, and unfinished ones. It
// keeps those that were asked for, however old they are.
func TestOldEntriesGo(t *testing.T) {
	all := cacheIn(t)
	long := time.Now().Add(-2 * unused)
	for _, sum := range []string{"idle", "asked", unfinished + "1"} {
		path := filepath.Join(all("x"), sum)
		write(t, filepath.Join(path, "file"), "")
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	for _, sum := range []string{"asked", "new"} {
		if _, err := entry("x", sum, func(dir string) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if got := namesIn(t, all("x")); !slices.Equal(got, []string{"asked", "lock", "new"}) {
		t.Errorf("there are %v", got)
	}
}

func namesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestSumsTellContentApart: a sum changes with the text, the name and the tools, not with the time
// of a file or with installed packages.
func TestSumsTellContentApart(t *testing.T) {
	dir := t.TempDir()
	sum := func(also ...string) string {
		t.Helper()
		files, err := filesIn(dir)
		if err != nil {
			t.Fatal(err)
		}
		s, err := sumOf(dir, files, also...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	file := filepath.Join(dir, "sub", "a.go")
	write(t, file, "text")
	first := sum("go1")
	if err := os.Chtimes(file, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, modules, "x.js"), "installed")
	if sum("go1") != first {
		t.Error("the same files have another sum")
	}
	if sum("go2") == first {
		t.Error("another Go has the same sum")
	}
	write(t, file, "other")
	if sum("go1") == first {
		t.Error("another text has the same sum")
	}
	write(t, file, "text")
	if err := os.Rename(file, filepath.Join(dir, "b.go")); err != nil {
		t.Fatal(err)
	}
	if sum("go1") == first {
		t.Error("another name has the same sum")
	}
}
