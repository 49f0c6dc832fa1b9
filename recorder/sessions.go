package recorder

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

type scanner interface{ Scan(dest ...any) error }

func scanSession(r scanner) (x wire.Session, n int64, err error) {
	var started, ended, deleted, imported, first, last int64
	var agents, tags, ignored string
	err = r.Scan(&n, &x.ID, &x.Name, &started, &ended, &deleted, &x.Exchanges, &x.Probes, &x.Bytes, &x.Errors, &x.Wrong,
		&imported, &x.Source, &x.Program, &x.Incomplete, &x.Note, &x.Pinned, &x.Level, &ignored, &x.Copied, &first, &last, &x.Pins, &tags, &agents)
	x.Started, x.Ended, x.Deleted, x.Imported = entry.Time(started), entry.Time(ended), entry.Time(deleted), entry.Time(imported)
	x.FirstCall, x.LastCall = entry.Time(first), entry.Time(last)
	if agents != "" {
		x.Agents = strings.Split(agents, "\n")
		slices.Sort(x.Agents)
	}
	if ignored != "" {
		x.Ignore = strings.Split(ignored, "\n")
	}
	if tags != "" {
		x.Tags = strings.Split(tags, "\n")
		slices.Sort(x.Tags)
	}
	return x, n, err
}

// Sessions returns the sessions, newest first, without deleted ones.
func (s *Store) Sessions(ctx context.Context) ([]wire.Session, error) {
	s.sync(ctx)
	var out []wire.Session
	var ns []int64
	err := database.EachRow(s.query(ctx, nil, "sessions"))(func(r *sql.Rows) error {
		x, n, err := scanSession(r)
		out, ns = append(out, x), append(ns, n)
		return err
	})
	if err != nil {
		return nil, s.wrapError("list sessions", err)
	}
	for i := range out {
		if err := s.setFirstMessage(ctx, &out[i], ns[i]); err != nil {
			return nil, s.wrapError("read the first message of session "+out[i].ID, err)
		}
	}
	wire.MarkTwins(out)
	return out, nil
}

// Recording returns the newest session that a living program records into, possibly this one. It returns the
// session of an examination or a replay only if there is no other. It returns false if there is none.
func (s *Store) Recording(ctx context.Context) (x wire.Session, is bool, err error) {
	s.sync(ctx)
	id, err := s.livingSession(ctx)
	if err != nil || id == "" {
		return wire.Session{}, false, s.wrapError("look for the session that is being recorded", err)
	}
	x, _, err = s.session(ctx, id)
	if errors.Is(err, wire.ErrNotFound) { // it was removed just now
		return wire.Session{}, false, nil
	}
	return x, err == nil, err
}

// livingSession returns the id of the session for Recording, "" for none.
func (s *Store) livingSession(ctx context.Context) (string, error) {
	open, err := database.ScanRows[[2]string](s.query(ctx, nil, "sessions_open"))(func(r *sql.Rows, x *[2]string) error { return r.Scan(&x[0], &x[1]) }) // id, owner
	for _, x := range open {
		if s.alive(x[1]) {
			return x[0], err
		}
	}
	return "", err
}

// Session returns one session, even a deleted one that can be brought back. The error wraps ErrNotFound when
// there is none.
func (s *Store) Session(ctx context.Context, id string) (wire.Session, error) {
	s.sync(ctx)
	x, _, err := s.session(ctx, id)
	return x, err
}

func (s *Store) session(ctx context.Context, id string) (wire.Session, int64, error) {
	x, n, err := scanSession(s.readers.QueryRowContext(ctx, database.Query("session"), id))
	if err != nil {
		return wire.Session{}, 0, s.wrapError("read session "+id, err)
	}
	err = s.setFirstMessage(ctx, &x, n)
	if err == nil && x.Title() != "" {
		x.HasSameTitle, err = s.hasTwin(ctx, &x, n)
	}
	return x, n, s.wrapError("read the title of session "+id, err)
}

// hasTwin reports whether another session has the same title.
func (s *Store) hasTwin(ctx context.Context, x *wire.Session, n int64) (bool, error) {
	var ns []int64
	others, err := database.ScanRows[wire.Session](s.query(ctx, nil, "session_names", n))(func(r *sql.Rows, o *wire.Session) error {
		var n int64
		err := r.Scan(&n, &o.Name, &o.Exchanges, &o.Probes)
		ns = append(ns, n)
		return err
	})
	if err != nil {
		return false, err
	}
	for i := range others {
		if err := s.setFirstMessage(ctx, &others[i], ns[i]); err != nil {
			return false, err
		}
		if others[i].Title() == x.Title() {
			return true, nil
		}
	}
	return false, nil
}

func (s *Store) Rename(ctx context.Context, id, name string) error {
	return s.change(ctx, "rename", id, "UPDATE sessions SET name = ? WHERE id = ?", name, id)
}

// change runs a statement on a session, and returns ErrNotFound if it changes nothing.
func (s *Store) change(ctx context.Context, verb, id, text string, args ...any) error {
	err := s.do(ctx, func(w *writer) error {
		return w.execFound(text, args...)
	})
	return s.wrapError(verb+" session "+id, err)
}

// firstMessages caches the first messages of sessions, which never change. It is safe for concurrent use.
type firstMessages struct {
	mu    sync.Mutex
	byRow map[int64]firstMessage // by the n of the session
}

// firstMessage is the first message of a session, as far as known.
type firstMessage struct {
	text    string
	open    bool  // there is none yet, but one may arrive
	version int64 // newest version of exchanges at the time of the lookup
}

// maxFirstMessages bounds the cache, because sessions come and go while the program runs.
const maxFirstMessages = 5000

// setFirstMessage sets the first message of a session without a name. Others do not need it.
func (s *Store) setFirstMessage(ctx context.Context, x *wire.Session, n int64) error {
	if x.Name != "" || x.Calls() == 0 {
		return nil
	}
	s.first.mu.Lock()
	known, ok := s.first.byRow[n]
	s.first.mu.Unlock()
	var now wire.Versions
	if !ok || known.open {
		if err := scanVersions(s.readers.QueryRowContext(ctx, database.Query("versions")), &now); err != nil {
			return err
		}
	}
	if !ok || known.open && known.version != now.Exchanges {
		var err error
		if known, err = s.firstMessage(ctx, n); err != nil {
			return err
		}
		known.version = now.Exchanges
		s.first.keep(n, known)
	}
	x.FirstMessage = known.text
	return nil
}

func (s *Store) firstMessage(ctx context.Context, n int64) (m firstMessage, err error) {
	// This comes before the message, so that a message that arrives in between is looked up again.
	if err := s.readers.QueryRowContext(ctx, database.Query("first_to_come"), n).Scan(&m.open); err != nil {
		return m, err
	}
	if err := s.readers.QueryRowContext(ctx, database.Query("first_message"), n).Scan(&m.text); err != nil {
		return m, err
	}
	m.text, _, _ = strings.Cut(strings.TrimSpace(m.text), "\n")
	m.open = m.open && m.text == ""
	return m, nil
}

func (f *firstMessages) keep(n int64, m firstMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byRow == nil || len(f.byRow) >= maxFirstMessages {
		f.byRow = map[int64]firstMessage{}
	}
	f.byRow[n] = m
}
