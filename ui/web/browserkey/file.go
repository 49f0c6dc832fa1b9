// Package browserkey keeps the keys by which browsers are let in again after the console
// was started anew. A browser has the private half, which its scripts can use and nobody
// can read; the console has the public half, in a file of the user's.
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
	maxBrowsers = 20                  // the one that was away for longest makes room
	unusedLife  = 30 * 24 * time.Hour // how long a key is kept that is not used
	maxFile     = 64 << 10            // bytes; 20 browsers take a tenth

	lockWait  = 5 * time.Second
	lockPause = 10 * time.Millisecond
)

// Browser is one that is let in again. It has one of these for each origin at which it
// was signed in.
type Browser struct {
	Origin  string    `json:"origin"` // as its pages have it in location.origin
	Key     string    `json:"key"`    // public key, SubjectPublicKeyInfo in base64
	Name    string    `json:"name"`   // see NameOf
	Created time.Time `json:"created"`
	Used    time.Time `json:"used"`
}

// Digest tells a browser which of several it is, without its key.
func (b Browser) Digest() string {
	key, _ := base64.StdEncoding.DecodeString(b.Key)
	sum := sha256.Sum256(key)
	return base64.StdEncoding.EncodeToString(sum[:])
}

func (b Browser) matches(origin, key string) bool { return b.Origin == origin && b.Key == key }

// File is the file at a path, which all consoles of a user share. Safe for concurrent use,
// by several programs too.
type File string

// Browsers are those in the file, the one used last first.
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

// read reads the file if nobody else can have read it or named another in its place.
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
		return nil, errors.New("it was replaced while it was read")
	}
	if perm := info.Mode().Perm(); runtime.GOOS != "windows" && perm&0o077 != 0 {
		return nil, fmt.Errorf("its mode is %04o, and it must be 0600", perm)
	}
	b, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = fmt.Errorf("it is larger than %d kB", maxFile>>10)
	}
	return b, err
}

// Has reports whether a browser with the key is let in at an origin.
func (f File) Has(origin, key string, now time.Time) (bool, error) {
	all, err := f.Browsers(now)
	return slices.ContainsFunc(all, func(b Browser) bool { return b.matches(origin, key) }), err
}

// Add lets a browser in from now on.
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

// Use notes that a browser was let in. It reports false when it is not to be any more.
func (f File) Use(origin, key string, now time.Time) (known bool, err error) {
	err = f.change(now, func(all []Browser) []Browser {
		if i := slices.IndexFunc(all, func(b Browser) bool { return b.matches(origin, key) }); i >= 0 {
			known, all[i].Used = true, now
		}
		return all
	})
	return known && err == nil, err
}

// Forget lets none in any more. It does so with a file that cannot be read, too.
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

// locked keeps other programs, and other changes of this one, out meanwhile.
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
