package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// OpenSessionFile opens a file for reading. It rejects a folder.
func OpenSessionFile(path string) (*os.File, error) {
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

// Import reads a session file into a record, completely or not at all. o.Name is the name of the file.
func Import(ctx context.Context, store *recorder.Store, in io.Reader, o archive.ReadOptions) (archive.Summary, error) {
	to := store.Import(o.Name)
	sum, err := archive.Read(ctx, in, o, to)
	if err != nil {
		// Abandon also when ctx caused the error.
		return sum, errors.Join(err, to.Abandon(context.WithoutCancel(ctx)))
	}
	return sum, nil
}

// OpenSession opens the session that a command names: one on record, or one in a file. A file is
// read into a temporary record, which the returned function removes. A file takes precedence over
// an id; ./NAME always means a file.
func OpenSession(ctx context.Context, p Env, db, arg string) (*recorder.Store, wire.Session, func() error, error) {
	store, found, closing, err := OpenMatch(ctx, p, db, arg)
	if err == nil && found.Exchange != nil {
		err = fmt.Errorf("%s is an exchange; give its session, %s", arg, found.Exchange.Session)
		return nil, wire.Session{}, nil, errors.Join(err, closing())
	}
	return store, found.Session, closing, err
}

// OpenMatch is OpenSession for callers that also accept an exchange on record.
func OpenMatch(ctx context.Context, p Env, db, arg string) (*recorder.Store, Match, func() error, error) {
	if info, err := os.Stat(arg); err == nil && !info.IsDir() {
		store, s, closing, err := openFileSession(ctx, p, arg)
		return store, Match{Session: s}, closing, err
	}
	store, err := OpenRecord(p, db)
	if err != nil {
		return nil, Match{}, nil, words.WithAdvice(err, arg+" is not a file either")
	}
	found, err := Find(ctx, store, arg)
	if errors.Is(err, wire.ErrNotFound) {
		err = notFoundError{fmt.Sprintf("%q is not a file here, nor a session or exchange in the record; \"sessions list\" shows the sessions, \"search\" the exchanges, and --db names another record", arg)}
	}
	if err != nil {
		return nil, Match{}, nil, errors.Join(err, store.Close())
	}
	return store, found, store.Close, nil
}

func openFileSession(ctx context.Context, p Env, path string) (_ *recorder.Store, s wire.Session, _ func() error, err error) {
	f, err := OpenSessionFile(path)
	if err != nil {
		return nil, s, nil, err
	}
	defer f.Close()
	dir, err := os.MkdirTemp("", "a2a-console-")
	if err != nil {
		return nil, s, nil, fmt.Errorf("make a place to read %s: %w", path, err)
	}
	known := NewCards()
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(dir, "record.db"), NoSession: true, Label: known.Label, LateJudge: known, Progress: p.Progress(), Logger: p.Logger()})
	if err != nil {
		return nil, s, nil, errors.Join(err, os.RemoveAll(dir))
	}
	closing := func() error { return errors.Join(store.Close(), os.RemoveAll(dir)) }
	sum, err := Import(ctx, store, f, archive.ReadOptions{Name: filepath.Base(path), Secrets: known.Secrets})
	if err == nil {
		s, err = store.Session(ctx, sum.Session)
	}
	if err != nil {
		return nil, s, nil, errors.Join(fmt.Errorf("read session file %s: %w", path, err), closing())
	}
	return store, s, closing, nil
}
