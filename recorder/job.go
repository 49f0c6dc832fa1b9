package recorder

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// lockPatience is how long a job is tried again while another program writes to the
// file. One try waits for a second, as a drain does; between tries the writer does
// what else is due.
const lockPatience = 20 * time.Second

// job is work for the writing connection other than draining.
type job struct {
	ctx    context.Context // of who waits for it; nil when nobody does
	run    func(w *writer) error
	plain  bool // it makes transactions of its own
	beside bool // it does not need what is in the journal
	locked bool // another program held the file, so that run was not called
	done   chan error
	state  atomic.Int32 // jobQueued and so on
}

// A job is run, or given up by who asked for it, but not both.
const (
	jobQueued = iota
	jobRunning
	jobGone
)

// do runs a job in a transaction of its own, after all that was committed before
// is in the file.
func (s *Store) do(ctx context.Context, run func(w *writer) error) error {
	return s.retry(ctx, func() *job { return &job{run: run, done: make(chan error, 1)} })
}

// doBeside is do for what does not depend on what is in the journal.
func (s *Store) doBeside(ctx context.Context, run func(w *writer) error) error {
	return s.retry(ctx, func() *job { return &job{run: run, beside: true, done: make(chan error, 1)} })
}

// retry runs a job, and again while another program holds the file's write lock.
func (s *Store) retry(ctx context.Context, make func() *job) error {
	for began := time.Now(); ; {
		j := make()
		err := s.await(ctx, j)
		if !j.locked || ctx.Err() != nil || time.Since(began) > lockPatience {
			return err
		}
	}
}

// await waits until a job was run. When ctx ends before it began, it is not run.
func (s *Store) await(ctx context.Context, j *job) error {
	if s.readOnly() {
		return errReadOnly
	}
	j.ctx = ctx
	if !j.beside {
		_ = s.commitAll(ctx) // what cannot be written shows in health
	}
	if !s.writer.ask(j) {
		return errors.Join(ErrClosed, s.health.err())
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		if j.state.CompareAndSwap(jobQueued, jobGone) {
			return ctx.Err()
		}
		return <-j.done
	}
}

// work runs a job. What it did is undone if it fails.
func (w *writer) work(j *job) error {
	if j.plain {
		return j.run(w)
	}
	if _, err := w.conn.Exec("BEGIN IMMEDIATE"); err != nil {
		j.locked = database.Locked(err)
		return err
	}
	err := w.catchUp()
	if err == nil {
		err = j.run(w)
	}
	if err == nil {
		_, err = w.conn.Exec("COMMIT")
	}
	if err != nil {
		w.conn.Exec("ROLLBACK")
		w.forget()
	}
	return err
}
