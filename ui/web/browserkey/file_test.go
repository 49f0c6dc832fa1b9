package browserkey

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

var now = time.Date(2026, 3, 4, 10, 20, 30, 0, time.UTC)

const origin = "http://private.localhost:7420"

func newKey(t testing.TB, curve elliptic.Curve) (*ecdsa.PrivateKey, string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&private.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return private, base64.StdEncoding.EncodeToString(public)
}

func TestBrowsersAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "browsers.json")
	f := File(path)
	if all, err := f.Browsers(now); len(all) > 0 || err != nil {
		t.Errorf("no file has %v, %v", all, err)
	}
	_, key := newKey(t, elliptic.P256())
	if err := f.Add(origin, key, "Firefox on Linux", now); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	for at, want := range map[string]bool{origin: true, "http://private.localhost:7421": false, "http://127.0.0.1:7420": false, "": false} {
		if known, err := f.Has(at, key, now); known != want || err != nil {
			t.Errorf("at %q it is known: %v, %v", at, known, err)
		}
	}
	// Each use counts for another 30 days.
	later := now.Add(unusedLife)
	if known, err := f.Use(origin, key, later); !known || err != nil {
		t.Fatalf("not let in: %v", err)
	}
	if known, _ := f.Use(origin, key, later.Add(unusedLife+time.Second)); known {
		t.Error("a key counts that was not used for more than 30 days")
	}
	if known, _ := f.Use(origin, "another", now); known {
		t.Error("a key that is not in the file is let in")
	}
	if err := f.Forget(); err != nil {
		t.Fatal(err)
	}
	if known, _ := f.Use(origin, key, later); known {
		t.Error("a browser is let in that was signed out")
	}
	if err := f.Forget(); err != nil {
		t.Errorf("forgotten twice: %v", err)
	}
}

func TestBrowsersAreFew(t *testing.T) {
	f := File(filepath.Join(t.TempDir(), "browsers.json"))
	var keys []string
	for i := range maxBrowsers + 2 {
		_, key := newKey(t, elliptic.P256())
		keys = append(keys, key)
		at := now.Add(time.Duration(i) * time.Minute)
		if err := f.Add(origin, key, "Chrome", at); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Use(origin, keys[0], at); err != nil {
			t.Fatal(err)
		}
	}
	all, err := f.Browsers(now)
	if err != nil || len(all) != maxBrowsers {
		t.Fatalf("%d browsers, %v", len(all), err)
	}
	for i, want := range map[int]bool{0: true, 1: false, 2: false, 3: true, maxBrowsers + 1: true} {
		if known, _ := f.Has(origin, keys[i], now); known != want {
			t.Errorf("browser %d is known: %v", i, known)
		}
	}
}

// TestUnusableFile: a file that is malformed, or that others may have read or written, is rejected
// with the reason, and stays.
func TestUnusableFile(t *testing.T) {
	_, key := newKey(t, elliptic.P256())
	good := fmt.Sprintf(`[{"origin":%q,"key":%q,"used":%q}]`, origin, key, now.Format(time.RFC3339))
	for name, c := range map[string]struct {
		content string
		mode    os.FileMode
		link    bool
		want    string
	}{
		"readable by others": {good, 0o644, false, "its mode is 0644"},
		"writable by others": {good, 0o602, false, "its mode is 0602"},
		"broken":             {good[:len(good)-2], 0o600, false, "unexpected end"},
		"two documents":      {good + good, 0o600, false, "invalid character"},
		"no list":            {`{"origin":1}`, 0o600, false, "cannot unmarshal"},
		"huge":               {good + strings.Repeat(" ", maxFile), 0o600, false, "larger than"},
		"a link":             {good, 0o600, true, "it is a link"},
	} {
		if runtime.GOOS == "windows" && (c.mode != 0o600 || c.link) {
			continue
		}
		path := filepath.Join(t.TempDir(), "browsers.json")
		at := path
		if c.link {
			at += ".elsewhere"
			if err := os.Symlink(at, path); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(at, []byte(c.content), c.mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(at, c.mode); err != nil {
			t.Fatal(err)
		}
		f := File(path)
		known, err := f.Has(origin, key, now)
		if known || err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: known %v, %v", name, known, err)
		}
		if err := f.Add(origin, key, "Chrome", now); err == nil {
			t.Errorf("%s: a browser is added", name)
		}
		if known, err := f.Use(origin, key, now); known || err == nil {
			t.Errorf("%s: a browser is let in", name)
		}
		if left, _ := os.ReadFile(path); string(left) != c.content {
			t.Errorf("%s: the file was written", name)
		}
		// Signing out removes the link, and nothing that it points to.
		if err := f.Forget(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(at); c.link != (err == nil) {
			t.Errorf("%s: %s is there: %v", name, at, err)
		}
		if err := f.Add(origin, key, "Chrome", now); err != nil {
			t.Errorf("%s, removed: %v", name, err)
		}
	}
}

// TestTwoConsolesOneFile: consoles that add browsers at the same time lose none.
func TestTwoConsolesOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "browsers.json")
	var together sync.WaitGroup
	for i := range maxBrowsers {
		_, key := newKey(t, elliptic.P256())
		together.Go(func() {
			if err := File(path).Add(fmt.Sprint("http://127.0.0.1:", 7000+i), key, "Chrome", now); err != nil {
				t.Error(err)
			}
		})
	}
	together.Wait()
	if all, err := File(path).Browsers(now); len(all) != maxBrowsers || err != nil {
		t.Errorf("%d of %d browsers are left, %v", len(all), maxBrowsers, err)
	}
}
