package recorder

import (
	"context"
	"database/sql/driver"
	"errors"
	"os"
	"runtime"
	"syscall"
	"time"

	"github.com/a2a-console/a2a-console/wire"
)

// stale is how old a session's time stamp is when its program must be dead.
const stale = 4 * heartbeat

const stopped = "The recorder stopped before this exchange ended: the console was killed or crashed. What was recorded until then is here; send it again to see the rest."

func hostname() string {
	h, err := os.Hostname()
	if err != nil {
		return ""
	}
	return h
}

// gone reports whether a process of this machine is certainly not running.
func gone(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	defer p.Release()
	if runtime.GOOS == "windows" {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}

func (w *writer) addSession(x wire.Session, now time.Time) (int64, error) {
	_, err := w.conn.exec("INSERT INTO sessions (id, name, started, host, pid, beat) VALUES (?, ?, ?, ?, ?, ?)",
		x.ID, x.Name, nanos(x.Started), hostname(), int64(os.Getpid()), nanos(now))
	if err != nil {
		return 0, err
	}
	return w.conn.number("SELECT n FROM sessions WHERE id = ?", x.ID)
}

// takeUp makes a session this program's, unless it is another's that lives: who
// ends first would end it for both, and what ended may be removed.
func (w *writer) takeUp(n int64, now time.Time) error {
	done, err := w.conn.exec("UPDATE sessions SET ended = 0, deleted = 0, host = ?1, pid = ?2, beat = ?3 WHERE n = ?4 AND (ended <> 0 OR host = ?1 AND pid = ?2)",
		hostname(), int64(os.Getpid()), nanos(now), n)
	if err == nil && done == 0 {
		err = wire.ErrRecording
	}
	return err
}

func (w *writer) endSession(n int64, now time.Time) error {
	_, err := w.conn.exec("UPDATE sessions SET ended = ? WHERE n = ? AND ended = 0", nanos(now), n)
	return err
}

// beat renews the time stamp of the session being recorded. A failure shows at
// the next write of traffic.
func (w *writer) beat(now time.Time) {
	t, _ := w.store.desk.target()
	w.conn.exec("UPDATE sessions SET beat = ? WHERE n = ?", nanos(now), t.n)
}

// bury ends the sessions of dead programs. A program is dead when it ran on
// this machine and its process is gone, or when its stamp is old: a process id
// alone may have been given to somebody else, and says nothing across machines.
func (w *writer) bury(now time.Time) error {
	dead := map[int64]int64{}
	here, own := hostname(), os.Getpid()
	err := w.conn.each(func(v []driver.Value) error {
		n, host, pid, beat := v[0].(int64), v[1].(string), int(v[2].(int64)), v[3].(int64)
		if moment(beat).Add(stale).Before(now) || host == here && pid != own && gone(pid) {
			dead[n] = beat
		}
		return nil
	}, "SELECT n, host, pid, beat FROM sessions WHERE ended = 0")
	if err != nil {
		return err
	}
	for n, beat := range dead {
		if t, _ := w.store.desk.target(); t.n == n {
			continue
		}
		if err := w.cutOpen(n, moment(beat)); err != nil {
			return err
		}
		if err := w.endSession(n, moment(beat)); err != nil {
			return err
		}
		if err := w.removeIfEmpty(n); err != nil {
			return err
		}
	}
	return nil
}

// cutOpen closes what a session left open, at the time of its last sign of
// life or at the latest of when.
func (w *writer) cutOpen(n int64, when time.Time) error {
	var open []int64
	err := w.conn.each(func(v []driver.Value) error {
		open = append(open, v[0].(int64))
		return nil
	}, "SELECT seq FROM exchanges WHERE outcome = '' AND session = ?", n)
	if err != nil {
		return err
	}
	for _, seq := range open {
		if err := w.cut(seq, when); err != nil {
			return err
		}
	}
	return nil
}

// cut closes one exchange, with the counters its chunks bear out: the row's own
// may be a moment older.
func (w *writer) cut(seq int64, when time.Time) error {
	type tally struct{ bytes, frames, at int64 }
	var sides [2]tally
	for side := range sides {
		err := w.conn.each(func(v []driver.Value) error {
			data, _ := v[2].([]byte)
			n, err := unpackedLen(v[1].(int64), data)
			sides[side] = tally{v[0].(int64) + n, v[3].(int64), v[4].(int64)}
			return err
		}, "SELECT off, codec, data, frame, at FROM chunks WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1",
			chunkKey(seq, wire.Side(side), 0), chunkKey(seq, wire.Side(side), maxReads-1))
		if err != nil {
			return err
		}
	}
	w.version++
	q, a := sides[0], sides[1]
	last := max(q.at, a.at)
	_, err := w.conn.exec(`UPDATE exchanges SET version = ?, outcome = ?, problem = ?,
		ended = max(started, last_byte, ?, CASE WHEN ? = 0 THEN ? ELSE 0 END), 
		duration = max(started, last_byte, ?, CASE WHEN ? = 0 THEN ? ELSE 0 END) - started,
		request_kept = max(request_kept, ?), request_bytes = max(request_bytes, ?),
		response_kept = max(response_kept, ?), response_bytes = max(response_bytes, ?),
		last_byte = max(last_byte, ?), frames = max(frames, ?)
		WHERE seq = ?`,
		w.version, string(wire.Cut), stopped, last, last, nanos(when), last, last, nanos(when),
		q.bytes, q.bytes, a.bytes, a.bytes, a.at, a.frames, seq)
	return err
}

// forgotten is how long a deleted session outlives a program that was killed
// before it could remove it.
const forgotten = 24 * time.Hour

// removeForgotten removes what dead programs deleted.
func (s *Store) removeForgotten(ctx context.Context) {
	rows, err := s.readers.QueryContext(ctx, "SELECT id FROM sessions WHERE ended <> 0 AND deleted BETWEEN 1 AND ?", nanos(s.opts.Now().Add(-forgotten)))
	if err != nil {
		return // the next run sees to it
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if rows.Scan(&id) == nil {
			ids = append(ids, id)
		}
	}
	rows.Close()
	for _, id := range ids {
		if err := s.Remove(ctx, id); err != nil && ctx.Err() == nil {
			s.opts.Logger.Warn("deleted session not removed", "session", id, "err", err)
		}
	}
}

// keepHouse looks for dead programs now and then.
func (s *Store) keepHouse(ctx context.Context) {
	s.removeForgotten(ctx)
	s.retain(ctx)
	tick := time.NewTicker(stale)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.do(ctx, func(w *writer) error { return w.bury(s.opts.Now()) })
			s.retain(ctx)
		}
	}
}
