package console

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wholefile"
	"github.com/a2a-console/a2a-console/ui/web/browserkey"
)

// privateHost returns the pages' own host name, "" if they have none.
func (s *Console) privateHost() string {
	if s.o.PlainHost || !s.o.Pages.canBePrivate() {
		return ""
	}
	name, err := privateHost(s.file)
	if err != nil {
		s.p.Note("warning: %v; the pages get another address at the next start, without what the browser stored for this one", err)
		return newPrivateHost()
	}
	return name
}

// privateHost returns the host name of the pages for a record: a random name that browsers resolve to
// this machine (RFC 6761 §6.3) and that no agent knows. It is kept in a file beside the runtime file, so
// that bookmarks and the browser's storage for the pages survive.
func privateHost(f RuntimeFile) (string, error) {
	if f.path == "" {
		return newPrivateHost(), nil // for this run only
	}
	path := strings.TrimSuffix(f.path, ".json") + ".host"
	name, err := readPrivateHost(path)
	if err == nil {
		return name, nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read the pages' host name: %w", err)
	}
	name = newPrivateHost()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("keep the pages' host name: %w", err)
	}
	err = wholefile.Write(path, false, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, name)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("keep the pages' host name: %w", err)
	}
	return name, nil
}

// newPrivateHost returns a name of 130 random bits.
func newPrivateHost() string { return strings.ToLower(rand.Text()) + ".localhost" }

// readPrivateHost reads the name. The error is os.ErrNotExist if the file is invalid or others can
// read it.
func readPrivateHost(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", os.ErrNotExist
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	name := strings.TrimSpace(string(b))
	if !regexp.MustCompile(`^[a-z2-7]{26,60}\.localhost$`).MatchString(name) {
		return "", os.ErrNotExist
	}
	return name, nil
}

// canBePrivate reports whether the pages can have their own host name: names under localhost
// resolve to 127.0.0.1 and [::1] only.
func (a Address) canBePrivate() bool {
	ip := net.ParseIP(a.Host)
	return a.Host == "localhost" || ip != nil && (ip.IsUnspecified() || ip.Equal(net.IPv4(127, 0, 0, 1)) || ip.Equal(net.IPv6loopback))
}

// browserKeys returns the file of browsers that keep access after a restart, "" if the user has no
// home folder. An unusable file does not prevent the start.
func (s *Console) browserKeys() browserkey.File {
	dir, err := stateFolder()
	if err != nil {
		return ""
	}
	f := browserkey.File(filepath.Join(dir, "browsers.json"))
	if _, err := f.Browsers(time.Now()); err != nil {
		s.p.Note("warning: %v", err)
	}
	return f
}
