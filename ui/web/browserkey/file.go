// Package browserkey stores the public keys that let browsers sign in again after the console
// restarts. The private half stays in the browser, where scripts can use it and nobody can read it.
// The public half is in a file of the user's.
package browserkey

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"github.com/a2a-console/a2a-console/internal/wholefile"
)

const (
	maxBrowsers = 20                  // the browser unused for longest is dropped for a new one
	unusedLife  = 30 * 24 * time.Hour // a key expires when it is unused for this long
	maxFile     = 64 << 10            // bytes; 20 browsers take a tenth

	lockWait  = 5 * time.Second
	lockPause = 10 * time.Millisecond
)

// Browser is a browser that may sign in again. It has one Browser for each
// origin at which it signed in.
type Browser struct {
	Origin  string    `json:"origin"` // location.origin of its pages
	Key     string    `json:"key"`    // SubjectPublicKeyInfo in base64
	Name    string    `json:"name"`   // see NameOf
	Created time.Time `json:"created"`
	Used    time.Time `json:"used"`
}

// Digest identifies the key without containing it, so that a browser finds its own row.
func (b Browser) Digest() string {
	key, _ := base64.StdEncoding.DecodeString(b.Key)
	sum := sha256.Sum256(key)
	return base64.StdEncoding.EncodeToString(sum[:])
}

func (b Browser) matches(origin, key string) bool { return b.Origin == origin && b.Key == key }

// File is the path of the file, which all consoles of a user share. Safe for concurrent use,
// also by several programs.
type File string

// Browsers lists the browsers whose keys have not expired, the one used last first.
func (f File) Browsers(now time.Time) ([]Browser, error) {
	b, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []Browser
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("read the browsers that are signed in: %s: %w; remove it, and open the console's link once more", string(f), err)
	}
	all = slices.DeleteFunc(all, func(b Browser) bool { return now.Sub(b.Used) > unusedLife })
	slices.SortStableFunc(all, func(a, b Browser) int { return b.Used.Compare(a.Used) })
	return all, nil
}

// read reads the file, provided that nobody else could have read or replaced it.
func (f File) read() ([]byte, error) {
	named, err := os.Lstat(string(f))
	if err != nil {
		return nil, err
	}
	if !named.Mode().IsRegular() {
		return nil, errors.New("it is a link, a folder or a device")
	}
	file, err := os.Open(string(f))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(named, info) {
		return nil, errors.New("it was replaced while it was being read")
	}
	if perm := info.Mode().Perm(); runtime.GOOS != "windows" && perm&0o077 != 0 {
		return nil, fmt.Errorf("its mode is %04o, but must be 0600", perm)
	}
	b, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = fmt.Errorf("it is larger than %d kB", maxFile>>10)
	}
	return b, err
}

// Has reports whether key may sign in at origin.
func (f File) Has(origin, key string, now time.Time) (bool, error) {
	all, err := f.Browsers(now)
	return slices.ContainsFunc(all, func(b Browser) bool { return b.matches(origin, key) }), err
}

// Add allows a browser to sign in.
func (f File) Add(origin, key, name string, now time.Time) error {
	if _, err := parse(key); err != nil {
		return err
	}
	return f.change(now, func(all []Browser) []Browser {
		all = slices.DeleteFunc(all, func(b Browser) bool { return b.matches(origin, key) })
		all = slices.Insert(all, 0, Browser{Origin: origin, Key: key, Name: name, Created: now, Used: now})
		return all[:min(len(all), maxBrowsers)]
	})
}

// Use records that a browser signed in. It returns false if the key was removed meanwhile.
func (f File) Use(origin, key string, now time.Time) (known bool, err error) {
	err = f.change(now, func(all []Browser) []Browser {
		if i := slices.IndexFunc(all, func(b Browser) bool { return b.matches(origin, key) }); i >= 0 {
			known, all[i].Used = true, now
		}
		return all
	})
	return known && err == nil, err
}

// Forget removes all browsers, even if the file cannot be read.
func (f File) Forget() error {
	return f.locked(func() error {
		if err := os.Remove(string(f)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("forget the browsers that are signed in: %w", err)
		}
		return nil
	})
}

func (f File) change(now time.Time, change func([]Browser) []Browser) error {
	return f.locked(func() error {
		all, err := f.Browsers(now)
		if err != nil {
			return err
		}
		err = wholefile.Write(string(f), false, func(w io.Writer) error { return json.NewEncoder(w).Encode(change(all)) })
		if err != nil {
			return fmt.Errorf("keep the browsers that are signed in: %w", err)
		}
		return nil
	})
}

// locked runs do while it excludes other programs and other changes of this one.
func (f File) locked(do func() error) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	if err := os.MkdirAll(filepath.Dir(string(f)), 0o700); err != nil {
		return fmt.Errorf("lock the browsers that are signed in: %w", err)
	}
	lock := flock.New(string(f)+".lock", flock.SetPermissions(0o600))
	defer func() { err = errors.Join(err, lock.Close()) }()
	if _, err := lock.TryLockContext(ctx, lockPause); err != nil {
		return fmt.Errorf("lock the browsers that are signed in: %w", err)
	}
	return do()
}
