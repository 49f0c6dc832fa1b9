package recorder

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// lockRetryTime is how long a job is retried while another program writes to the file. One attempt waits for a
// second, as a drain does. Between attempts the writer does other work.
const lockRetryTime = 20 * time.Second

// job is work for the writing connection other than draining.
type job struct {
	ctx             context.Context // of the caller that waits for it; nil if none does
	run             func(w *writer) error
	ownTransactions bool // run begins and commits its own transactions
	skipsJournal    bool // run does not need what is in the journal
	wasLocked       bool // another program held the file's lock, so run was not called
	done            chan error
	state           atomic.Int32 // jobQueued, jobRunning or jobAbandoned
}

// A job is either run by the writer or abandoned by its caller.
const (
	jobQueued = iota
	jobRunning
	jobAbandoned
)

// do runs a job in a transaction, after everything that was committed before is in the file.
func (s *Store) do(ctx context.Context, run func(w *writer) error) error {
	return s.retry(ctx, func() *job { return &job{run: run, done: make(chan error, 1)} })
}

// doUnordered is do for work that does not depend on the journal.
func (s *Store) doUnordered(ctx context.Context, run func(w *writer) error) error {
	return s.retry(ctx, func() *job { return &job{run: run, skipsJournal: true, done: make(chan error, 1)} })
}

// retry runs a job, and repeats it while another program holds the file's write lock.
func (s *Store) retry(ctx context.Context, make func() *job) error {
	for began := time.Now(); ; {
		j := make()
		err := s.await(ctx, j)
		if !j.wasLocked || ctx.Err() != nil || time.Since(began) > lockRetryTime {
			return err
		}
	}
}

// await waits until a job has run. If ctx ends before the job begins, it is not run.
func (s *Store) await(ctx context.Context, j *job) error {
	if s.readOnly() {
		return errReadOnly
	}
	j.ctx = ctx
	if !j.skipsJournal {
		_ = s.commitAll(ctx) // health reports what cannot be written
	}
	if !s.writer.queueJob(j) {
		return errors.Join(ErrClosed, s.health.err())
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		if j.state.CompareAndSwap(jobQueued, jobAbandoned) {
			return ctx.Err()
		}
		return <-j.done
	}
}

// runJob runs a job, and rolls it back if it fails.
func (w *writer) runJob(j *job) error {
	if j.ownTransactions {
		return j.run(w)
	}
	if _, err := w.conn.Exec("BEGIN IMMEDIATE"); err != nil {
		j.wasLocked = database.IsLocked(err)
		return err
	}
	err := w.refreshCounters()
	if err == nil {
		err = j.run(w)
	}
	if err == nil {
		_, err = w.conn.Exec("COMMIT")
	}
	if err != nil {
		w.conn.Exec("ROLLBACK")
		w.resetCache()
	}
	return err
}
