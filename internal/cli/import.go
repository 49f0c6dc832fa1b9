package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

type sessionsImportCmd struct {
	dbFlag
	File        string `arg:"" complete:"files" help:"A session file (jsonl) or a HAR file; - is stdin."`
	Partial     bool   `help:"Keep what can be read of a damaged file, marked incomplete."`
	KeepSecrets bool   `help:"Take in the credentials of a file that holds some."`
}

// Help is what --help says below the flags' table.
func (sessionsImportCmd) Help() string {
	return `The format is told from the content. A session keeps its id and its times, and exists once: importing it again fails.

Examples:

    a2a-console sessions import order.jsonl
    a2a-console sessions import from-chrome.har --json`
}

// importLine is what scripts get of an import.
type importLine struct {
	Session    string            `json:"session"`
	Format     string            `json:"format"`
	Exchanges  int               `json:"exchanges"`
	Bytes      int64             `json:"bytes"`
	Incomplete bool              `json:"incomplete"`
	Redacted   []archive.Removed `json:"redacted"`
	Notes      []string          `json:"notes"`
}

// Run reads the file into the record.
func (c *sessionsImportCmd) Run(ctx context.Context, p *program) error {
	path, err := databasePath(c.DB)
	if err != nil {
		return err
	}
	in, name := p.stdin, "stdin"
	if c.File != "-" {
		f, err := openSessionFile(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, filepath.Base(c.File)
	}
	known := newKnownCards()
	store, err := recorder.Open(recorder.Options{Path: path, NoSession: true, Label: known.label, Progress: p.progress(), Logger: p.log})
	if err != nil {
		return err
	}
	sum, err := takeIn(ctx, store, in, name, known, c.Partial, c.KeepSecrets)
	if cerr := store.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	return c.say(p, sum)
}

// openSessionFile opens a file to read, and says what else it is.
func openSessionFile(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open session file: %w", err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("open session file: %s is a folder", path)
	}
	return f, nil
}

// takeIn reads a session file into a record; when that fails nothing of it
// stays.
func takeIn(ctx context.Context, store *recorder.Store, in io.Reader, name string, known *knownCards, partial, keepSecrets bool) (archive.Summary, error) {
	o := archive.ReadOptions{Name: name, Partial: partial}
	if !keepSecrets {
		o.Secrets = known.secrets
	}
	to := store.Import(name)
	sum, err := archive.Read(ctx, in, o, to)
	if err != nil {
		// Also when ctx is what ended it.
		return sum, errors.Join(err, to.Abandon(context.WithoutCancel(ctx)))
	}
	return sum, nil
}

func (c *sessionsImportCmd) say(p *program, sum archive.Summary) error {
	l := importLine{Session: sum.Session, Format: sum.Format, Exchanges: sum.Exchanges, Bytes: sum.Bytes,
		Incomplete: sum.Damage != nil, Redacted: append([]archive.Removed{}, sum.Removed...), Notes: append([]string{}, sum.Notes...)}
	if sum.Damage != nil {
		p.note("note: the file is damaged (%s); the session is marked incomplete", oneLine(sum.Damage.Error()))
	}
	if p.json {
		return p.line(l)
	}
	for _, n := range l.Notes {
		p.note("note: %s", oneLine(n))
	}
	for _, r := range l.Redacted {
		p.note("redacted: %d × %s %s (%s)", r.Count, r.Where, oneLine(r.Name), r.Kind)
	}
	_, err := fmt.Fprintf(p.stdout, "%s · %s · see: a2a-console sessions show %s\n", l.Session, plural(l.Exchanges, "exchange"), l.Session)
	return err
}

// openSession opens the session that a command names: one on record, or one in
// a file, which is then read into a record of its own that goes with close.
// Session files win over ids; give ./NAME where both could be meant.
func openSession(ctx context.Context, p env, db, arg string) (*recorder.Store, wire.Session, func() error, error) {
	if info, err := os.Stat(arg); err == nil && !info.IsDir() {
		return openFileSession(ctx, p, arg)
	}
	store, err := openRead(p, db)
	if err != nil {
		return nil, wire.Session{}, nil, err
	}
	s, err := findSession(ctx, store, arg)
	if err != nil {
		return nil, wire.Session{}, nil, errors.Join(err, store.Close())
	}
	return store, s, store.Close, nil
}

func openFileSession(ctx context.Context, p env, path string) (_ *recorder.Store, s wire.Session, _ func() error, err error) {
	f, err := openSessionFile(path)
	if err != nil {
		return nil, s, nil, err
	}
	defer f.Close()
	dir, err := os.MkdirTemp("", "a2a-console-")
	if err != nil {
		return nil, s, nil, fmt.Errorf("make a place to read %s: %w", path, err)
	}
	known := newKnownCards()
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(dir, "record.db"), NoSession: true, Label: known.label, Progress: p.progress(), Logger: p.logger()})
	if err != nil {
		return nil, s, nil, errors.Join(err, os.RemoveAll(dir))
	}
	closing := func() error { return errors.Join(store.Close(), os.RemoveAll(dir)) }
	sum, err := takeIn(ctx, store, f, filepath.Base(path), known, false, false)
	if err == nil {
		s, err = store.Session(ctx, sum.Session)
	}
	if err != nil {
		return nil, s, nil, errors.Join(fmt.Errorf("read session file %s: %w", path, err), closing())
	}
	return store, s, closing, nil
}
