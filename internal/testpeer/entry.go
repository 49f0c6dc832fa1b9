// Package testpeer prepares other people's software for tests: it builds programs that use
// other SDKs, and installs npm packages, once for each set of inputs. Results are cached below
// the user's cache folder and shared by all test packages and checkouts. The test process reads
// the inputs itself, so that `go test` knows when a result is stale.
package testpeer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// unused is how long an entry survives that no test asks for, as in Go's own cache.
const unused = 5 * 24 * time.Hour

// unfinished is the name prefix of a folder that is not an entry yet.
const unfinished = "part-"

// entry returns the folder for a name and a sum. If it does not exist, fill creates it elsewhere and it
// is moved into place, so that an entry is complete or missing. Only one process at a time fills entries
// of a name; the others wait and use its result.
func entry(name, sum string, fill func(dir string) error) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	all := filepath.Join(cache, "a2a-console-test", name)
	if err := os.MkdirAll(all, 0o700); err != nil {
		return "", err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(all, "lock")).Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	path, now := filepath.Join(all, sum), time.Now()
	if os.Chtimes(path, now, now) == nil {
		return path, nil
	}
	if err := removeOld(all, now.Add(-unused)); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(all, unfinished)
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := fill(dir); err != nil {
		return "", err
	}
	return path, os.Rename(dir, path)
}

// removeOld removes the entries that nobody asked for since a time, and what killed processes left
// unfinished. The caller holds the lock.
func removeOld(all string, since time.Time) error {
	entries, err := os.ReadDir(all)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err
		}
		if !e.IsDir() || info.ModTime().After(since) && !strings.HasPrefix(e.Name(), unfinished) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(all, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// sumOf is the hash of files, with their names in dir, and of everything else an entry depends on.
func sumOf(dir string, files []string, also ...string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", also)
	for _, name := range files {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %x\n", filepath.ToSlash(name), sha256.Sum256(b))
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// filesIn lists all files below dir in order, except installed packages.
func filesIn(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if e.Name() == modules {
				return filepath.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(dir, path)
		files = append(files, name)
		return err
	})
	return files, err
}
