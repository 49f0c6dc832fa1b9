package console

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/adrg/xdg"
)

func TestPrivateHostIsKeptForTheUserAlone(t *testing.T) {
	f := RuntimeFile{filepath.Join(t.TempDir(), "state", "serve-1.json")}
	name, err := privateHost(f)
	if err != nil || !regexp.MustCompile(`^[a-z2-7]{26,60}\.localhost$`).MatchString(name) {
		t.Fatalf("%q %v", name, err)
	}
	if again, err := privateHost(f); err != nil || again != name {
		t.Errorf("the next start has %q %v, not %q", again, err, name)
	}
	if other, err := privateHost(RuntimeFile{filepath.Join(filepath.Dir(f.path), "serve-2.json")}); err != nil || other == name {
		t.Errorf("another record has %q %v", other, err)
	}
	kept := filepath.Join(filepath.Dir(f.path), "serve-1.host")
	info, err := os.Stat(kept)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	for what, change := range map[string]func() error{
		"others may read it": func() error { return os.Chmod(kept, 0o644) },
		"it is no name":      func() error { return os.WriteFile(kept, []byte("evil.example\n"), 0o600) },
		"it is short":        func() error { return os.WriteFile(kept, []byte("abc.localhost\n"), 0o600) },
	} {
		if what == "others may read it" && runtime.GOOS == "windows" {
			continue
		}
		before, _ := privateHost(f)
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if now, err := privateHost(f); err != nil || now == before || len(now) < 36 {
			t.Errorf("%s: %q %v, was %q", what, now, err, before)
		}
	}
	if name, err := privateHost(RuntimeFile{}); err != nil || len(name) < 36 {
		t.Errorf("without a home: %q %v", name, err)
	}
}

// To a browser, the pages' host is both loopback addresses, so the console has the port at both or at
// neither.
func TestPagesTakeBothLoopbackAddresses(t *testing.T) {
	if l, err := net.Listen("tcp", "[::1]:0"); err != nil {
		t.Skip("this machine has no [::1]")
	} else {
		l.Close()
	}
	s := &Console{p: testEnv{}, private: "x.localhost", o: Options{Pages: Address{Host: "127.0.0.1", Flag: "--listen", isPortFixed: true}}}
	both, err := s.openPages(t.Context())
	if err != nil || len(both) != 2 {
		t.Fatalf("%v %v", both, err)
	}
	defer closeAll(both...)
	for _, l := range both {
		if again, err := new(net.ListenConfig).Listen(context.Background(), "tcp", l.Addr().String()); err == nil {
			again.Close()
			t.Errorf("another program may listen at %s", l.Addr())
		}
	}
	six, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Fatal(err)
	}
	defer six.Close()
	s.o.Pages.port = six.Addr().(*net.TCPAddr).Port
	if taken, err := s.openPages(t.Context()); err == nil {
		closeAll(taken...)
		t.Error("took a port that another program has at [::1]")
	}
	s.o.Pages.isPortFixed = false // a default port moves
	moved, err := s.openPages(t.Context())
	if err != nil || len(moved) != 2 || moved[0].Addr().(*net.TCPAddr).Port == s.o.Pages.port {
		t.Errorf("%v %v", moved, err)
	}
	closeAll(moved...)
	s.private = ""
	if one, err := s.openPages(t.Context()); err != nil || len(one) != 1 {
		t.Errorf("a plain host: %v %v", one, err)
	} else {
		closeAll(one...)
	}
}

func TestWherePagesHaveAHostOfTheirOwn(t *testing.T) {
	for host, want := range map[string]bool{"127.0.0.1": true, "localhost": true, "::1": true, "0.0.0.0": true, "::": true, "127.0.0.2": false, "192.168.1.5": false, "my-box": false} {
		if got := (Address{Host: host}).canBePrivate(); got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
}

// TestBadFileOfBrowsers: the fault is reported, and the console starts.
func TestBadFileOfBrowsers(t *testing.T) {
	t.Cleanup(xdg.Reload)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	xdg.Reload()
	said := make(chan string, 1)
	s := &Console{p: heardEnv{notes: said}}
	f := s.browserKeys()
	if len(said) > 0 || !strings.HasPrefix(string(f), xdg.StateHome) {
		t.Fatalf("without a file it is %q, and %d notes are made", f, len(said))
	}
	if err := os.MkdirAll(filepath.Dir(string(f)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(string(f), []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := s.browserKeys(); again != f {
		t.Errorf("the file is %q now", again)
	}
	select {
	case note := <-said:
		if !strings.HasPrefix(note, "warning: read the browsers that are signed in: "+string(f)) || !strings.Contains(note, "remove it") {
			t.Error(note)
		}
	default:
		t.Error("nothing is said")
	}
}
