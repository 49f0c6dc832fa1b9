package recorder

import (
	"context"
	"errors"
	"sync/atomic"
)

// job is work for the writing connection other than draining. It may run again
// after a transaction that failed.
type job struct {
	run   func(w *writer) error
	plain bool // it makes transactions of its own
	done  chan error
	gone  atomic.Bool // who asked for it has stopped waiting
}

// do runs a job in a transaction of its own, after all that was committed before
// is in the file. While the file cannot be written it waits, until ctx ends or
// the store is closed, but no longer than it takes to find that out.
func (s *Store) do(ctx context.Context, run func(w *writer) error) error {
	if s.readOnly() {
		return errReadOnly
	}
	return s.await(ctx, &job{run: run, done: make(chan error, 1)})
}

func (s *Store) await(ctx context.Context, j *job) error {
	_ = s.commitAll(ctx) // what cannot be written shows in health
	if !s.writer.ask(j) {
		return errors.Join(ErrClosed, s.health.err())
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		j.gone.Store(true)
		return ctx.Err()
	}
}

// work runs a job. What it did is undone if it fails.
func (w *writer) work(j *job) error {
	if j.gone.Load() {
		return nil
	}
	if j.plain {
		return j.run(w)
	}
	if _, err := w.conn.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := w.catchUp()
	if err == nil {
		err = j.run(w)
	}
	if err == nil {
		_, err = w.conn.exec("COMMIT")
	}
	if err != nil {
		w.conn.exec("ROLLBACK")
		w.forget()
	}
	return err
}
