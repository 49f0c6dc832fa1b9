package recorder

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// Reindex rereads every exchange that has ended by now, and rewrites its labels and findings. progress may be
// nil. Recording continues meanwhile, and Reindex does not wait for it.
func (s *Store) Reindex(ctx context.Context, progress func(done, total int)) error {
	if s.opts.Label == nil {
		return errors.New("reindex: the recording was opened without a reader")
	}
	s.sync(ctx)
	if err := s.reindex(ctx, progress); err != nil {
		return fmt.Errorf("reindex: %w", err)
	}
	return nil
}

func (s *Store) reindex(ctx context.Context, progress func(done, total int)) error {
	a := reindexer{store: s, progress: progress}
	err := s.readers.QueryRowContext(ctx, "SELECT count(*), coalesce(max(seq), 0) FROM exchanges WHERE outcome <> ''").Scan(&a.total, &a.last)
	if err != nil {
		return err
	}
	// By session, because the judge remembers a session until its end.
	sessions, err := s.seqs(ctx, "SELECT n FROM sessions ORDER BY n")
	if err != nil {
		return err
	}
	for _, n := range sessions {
		if err := a.session(ctx, n); err != nil {
			return err
		}
	}
	// No exchange is left that only an older version labelled.
	err = s.doUnordered(ctx, func(w *writer) error {
		_, err := w.conn.Exec("UPDATE meta SET value = 0 WHERE name = 'findings_after' AND value <= ?", a.last)
		if err == nil {
			_, err = w.conn.Exec("UPDATE meta SET value = value + 1 WHERE name = 'sessions_version'")
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.indexPresent(ctx)
}

// rereadOlder reindexes what an older version recorded, while recording continues. If interrupted, it starts
// over with the next program.
func (s *Store) rereadOlder(ctx context.Context) {
	var older int64
	err := s.readers.QueryRowContext(ctx, database.Query("findings_unread")).Scan(&older)
	if err == nil && older > 0 {
		s.outdated.Store(older)
		s.changes.notify()
		err = s.Reindex(ctx, func(done, total int) { s.outdated.Store(max(1, older-int64(done))) })
		s.outdated.Store(0)
		s.changes.notify()
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, ErrClosed) {
		s.opts.Logger.Error("could not reindex what an older version recorded", "err", err)
	}
}

type reindexer struct {
	store       *Store
	progress    func(done, total int)
	last        int64 // last exchange to read
	done, total int
}

// session relabels the ended exchanges of a session.
func (a *reindexer) session(ctx context.Context, n int64) error {
	for after := int64(0); ; {
		seqs, err := a.store.seqs(ctx, "SELECT seq FROM exchanges INDEXED BY exchanges_session WHERE session = ? AND seq > ? AND seq <= ? AND outcome <> '' ORDER BY seq LIMIT ?", n, after, a.last, relabelBatch)
		if err == nil && len(seqs) > 0 {
			err = a.store.label(ctx, seqs)
		}
		if err != nil {
			return err
		}
		if len(seqs) == 0 {
			break
		}
		after, a.done = seqs[len(seqs)-1], a.done+len(seqs)
		if a.progress != nil {
			a.progress(a.done, max(a.total, a.done))
		}
	}
	_, err := a.store.writeSessionEnd(ctx, n)
	return err
}

// writeSessionEnd writes the findings that only the end of a session shows, if the session has ended and all
// of it is labelled. It returns false if not.
func (s *Store) writeSessionEnd(ctx context.Context, n int64) (bool, error) {
	if s.opts.LateJudge == nil {
		return true, nil
	}
	ids, err := database.Column[string](s.readers.QueryContext(ctx, database.Query("session_over"), n))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	s.opts.LateJudge.EndSession(ids[0])
	return true, s.flushLateFindings(ctx)
}

// judgeEndsOfOwn judges the ends of sessions that this run began. Those that it continued are left to Reindex,
// because this run did not see their beginning.
func (s *Store) judgeEndsOfOwn(ctx context.Context) {
	for _, n := range s.current.endsToJudge() {
		done, err := s.writeSessionEnd(ctx, n)
		if err != nil && ctx.Err() == nil {
			s.opts.Logger.Warn("could not record what the end of a session shows", "err", err)
		}
		if done && err == nil {
			s.current.noteEndJudged(n)
		}
	}
}

// seqs returns the numbers that a query selects.
func (s *Store) seqs(ctx context.Context, query string, args ...any) ([]int64, error) {
	return database.Column[int64](s.readers.QueryContext(ctx, query, args...))
}
