package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// shrinking is a record whose file shrinks, or that fails.
type shrinking struct {
	path string
	err  error
}

func (s shrinking) Compact(_ context.Context, progress recorder.Progress) error {
	progress("writing the file anew", 1, 2)
	if s.err != nil {
		return s.err
	}
	return os.Truncate(s.path, 1024)
}
func (shrinking) Close() error { return nil }

func TestCompactSaysWhatItGave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my.db")
	if err := os.WriteFile(path, make([]byte, 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, said bytes.Buffer
	p := &stdio.Streams{Stdout: &out, Stderr: &said}
	if err := (&sessionsCompactCmd{}).compact(t.Context(), p, shrinking{path: path}, path); err != nil {
		t.Fatal(err)
	}
	if want := path + " · 1.0 KB, was 4.0 KB\n"; out.String() != want || said.String() != "" {
		t.Errorf("%q, %q", out.String(), said.String())
	}
	no := errors.New("a console records into it; stop it first")
	if err := (&sessionsCompactCmd{}).compact(t.Context(), p, shrinking{err: no}, path); !errors.Is(err, no) || !strings.HasPrefix(err.Error(), "compact "+path) {
		t.Error(err)
	}
}

// busy is a record that another process records into.
type busy struct{ removed *[]string }

func (busy) Sessions(context.Context) ([]wire.Session, error) {
	return []wire.Session{{ID: "s1", Exchanges: 2}}, nil
}
func (busy) Session(context.Context, string) (wire.Session, error) {
	return wire.Session{}, wire.ErrNotFound
}
func (busy) Exchange(context.Context, string) (wire.Exchange, error) {
	return wire.Exchange{}, wire.ErrNotFound
}
func (busy) ExchangesLike(context.Context, wire.ShortID) ([]wire.Exchange, error) { return nil, nil }
func (busy) Gaps(context.Context, string) ([]wire.Gap, error)                     { return nil, nil }
func (b busy) RemoveWithProgress(_ context.Context, id string, _ recorder.Progress) error {
	*b.removed = append(*b.removed, id)
	return errors.Join(recorder.ErrRemovalDelegated)
}

// A removal that a running console has taken over and completed is a success.
func TestRemovingBesideAConsole(t *testing.T) {
	var out, said bytes.Buffer
	var removed []string
	p := &stdio.Streams{Stdout: &out, Stderr: &said}
	c := &sessionsRmCmd{Sessions: []string{"s1"}}
	if err := c.remove(t.Context(), p, busy{&removed}); err != nil {
		t.Fatal(err)
	}
	if len(removed) != 1 || out.String() != "removed s1 · 2 exchanges\n" || said.String() != "Removed; the running console erases the session from the file.\n" {
		t.Errorf("%q, %q", out.String(), said.String())
	}
	p.JSON = true
	out.Reset()
	if err := c.remove(t.Context(), p, busy{&removed}); err != nil || !strings.Contains(out.String(), `"handed_over":true`) {
		t.Errorf("%v, %q", err, out.String())
	}
}
