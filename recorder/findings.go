package recorder

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// LateJudge finds what later exchanges show to be wrong with earlier ones. Its methods may be called from any
// goroutine.
type LateJudge interface {
	// TakeFindings returns what was found since the last call.
	TakeFindings() []wire.ExchangeFindings
	// EndSession tells the judge that a session has ended. TakeFindings then also returns what that shows.
	EndSession(session string)
}

// countFindings sets the counts and severities in l from the findings of an exchange.
func countFindings(l *wire.Labels, o wire.Origin, list []wire.Finding) {
	l.Findings, l.Worst, l.AgentSeverity = 0, "", ""
	for i := range list {
		f := &list[i]
		l.Findings += f.Count
		l.Worst, l.AgentSeverity = wire.MaxSeverity(l.Worst, f.Severity), wire.MaxSeverity(l.AgentSeverity, f.AgentSeverity(o))
	}
}

// equalFindings reports whether two lists are equal. over also compares Times.
func equalFindings(list, old []wire.Finding, over bool) bool {
	return slices.EqualFunc(list, old, func(a, b wire.Finding) bool {
		return a.Check == b.Check && a.Request == b.Request && a.Response == b.Response && a.Count == b.Count && len(a.CrossFindings) == len(b.CrossFindings) && (!over || a.Times == b.Times)
	})
}

// writeFindings replaces the findings of an exchange in the file.
func writeFindings(c *database.Conn, seq, session int64, list []wire.Finding) error {
	if _, err := c.Exec("DELETE FROM findings WHERE exchange = ?", seq); err != nil {
		return err
	}
	return insertFindings(c, seq, session, list)
}

func insertFindings(c *database.Conn, seq, session int64, list []wire.Finding) error {
	for i := range list {
		f := &list[i]
		if _, err := c.Exec("INSERT INTO findings (check_id, exchange, session, severity, count, times, across, request, response) VALUES (?,?,?,?,?,?,?,?,?)",
			f.Check, seq, session, database.SeverityRank(f.Severity), int64(f.Count), int64(f.Times), listJSON(f.CrossFindings), nullableSeverity(f.Request), nullableSeverity(f.Response)); err != nil {
			return err
		}
	}
	return nil
}

// maxPendingFindings bounds the late findings that wait for their exchange to be in the file.
const maxPendingFindings = 1 << 10

// collectFindings takes late findings from the judge, and reports whether any wait to be written.
func (w *writer) collectFindings() bool {
	if w.store.opts.LateJudge == nil {
		return false
	}
	w.lateFindings = append(w.lateFindings, w.store.opts.LateJudge.TakeFindings()...)
	w.lateFindings = w.lateFindings[max(len(w.lateFindings)-maxPendingFindings, 0):]
	return len(w.lateFindings) > 0
}

// writeLateFindings writes late findings of exchanges that are in the file, in a separate transaction.
// The others wait.
func (w *writer) writeLateFindings() error {
	if !w.collectFindings() {
		return nil
	}
	var left []wire.ExchangeFindings
	err := w.runJob(&job{run: func(w *writer) error {
		left = nil
		for i := range w.lateFindings {
			there, err := w.addFindings(&w.lateFindings[i])
			if err != nil {
				return err
			}
			if !there {
				left = append(left, w.lateFindings[i])
			}
		}
		return nil
	}})
	if err == nil {
		w.lateFindings = left
	}
	return err
}

func (s *Store) flushLateFindings(ctx context.Context) error {
	if s.opts.LateJudge == nil {
		return nil
	}
	return s.await(ctx, &job{ownTransactions: true, skipsJournal: true, done: make(chan error, 1), run: (*writer).writeLateFindings})
}

// addFindings adds late findings to an exchange, and reports whether the exchange is in the file.
func (w *writer) addFindings(t *wire.ExchangeFindings) (there bool, err error) {
	var seq, session int64
	var origin string
	err = w.conn.Each(func(v []driver.Value) error {
		seq, session, origin = v[0].(int64), v[1].(int64), v[2].(string)
		return nil
	}, "SELECT seq, session, origin FROM exchanges WHERE id = ?", t.Exchange)
	if err != nil || seq == 0 {
		return false, err
	}
	all, err := w.findingsOf(seq)
	if err != nil {
		return false, err
	}
	for _, f := range t.Findings {
		if i := slices.IndexFunc(all, func(a wire.Finding) bool { return a.Check == f.Check }); i >= 0 {
			all[i].Add(f)
		} else {
			all = append(all, f)
		}
	}
	if err := writeFindings(w.conn, seq, session, all); err != nil {
		return false, err
	}
	var l wire.Labels
	countFindings(&l, wire.Origin(origin), all)
	w.version++
	_, err = w.conn.Exec("UPDATE exchanges SET version = ?, findings = ?, worst = ?, agent_worst = ? WHERE seq = ?", w.version, int64(l.Findings), nullableSeverity(l.Worst), nullableSeverity(l.AgentSeverity), seq)
	return true, err
}

// findingsOf reads the findings of an exchange on the writing connection.
func (w *writer) findingsOf(seq int64) (all []wire.Finding, err error) {
	err = w.conn.Each(func(v []driver.Value) error {
		across, _ := v[6].(string)
		f, err := finding(v[0].(string), [3]int64{v[1].(int64), v[2].(int64), v[3].(int64)}, v[4].(int64), v[5].(int64), across)
		all = append(all, f)
		return err
	}, database.Query("findings_of"), seq)
	return all, err
}

// finding makes a Finding of a row. worst holds the severity overall, of the request, and of the response.
func finding(check string, worst [3]int64, count, times int64, across string) (wire.Finding, error) {
	f := wire.Finding{Check: check, Severity: database.Severity(worst[0]), Count: int(count), Times: int(times),
		Request: database.Severity(worst[1]), Response: database.Severity(worst[2])}
	if across == "" {
		return f, nil
	}
	if err := json.Unmarshal([]byte(across), &f.CrossFindings); err != nil {
		return f, fmt.Errorf("read findings by %s: %w", check, err)
	}
	return f, nil
}

// Findings returns the findings of an exchange, one for each check, sorted by id. It is empty until Reindex
// for an exchange that an older version recorded.
func (s *Store) Findings(ctx context.Context, id string) ([]wire.Finding, error) {
	s.sync(ctx)
	seq, err := s.seqOf(ctx, id)
	if err != nil {
		return nil, s.wrapError("read findings of exchange "+id, err)
	}
	return scanQuery(ctx, s, "read findings of exchange "+id, func(r *sql.Rows, f *wire.Finding) error {
		var check string
		var worst [3]int64
		var count, times int64
		var across sql.NullString
		err := r.Scan(&check, &worst[0], &worst[1], &worst[2], &count, &times, &across)
		if err == nil {
			*f, err = finding(check, worst, count, times, across.String)
		}
		return err
	}, "findings_of", seq)
}
