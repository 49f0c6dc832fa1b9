package recorder

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/wire"
)

// columns of an exchange, as scanExchange reads them. The table is e.
const columns = `e.seq, e.id, e.version, e.origin, e.method, e.outcome,
	e.started, e.request_done, e.answered, e.first_byte, e.last_byte, e.ended,
	e.request_bytes, e.response_bytes, e.request_kept, e.response_kept, e.frames, e.incomplete, e.rewritten,
	coalesce(e.op, ''), coalesce(e.dialect, ''), coalesce(e.binding, ''), coalesce(e.task, ''), coalesce(e.context, ''),
	coalesce(e.state, ''), coalesce(e.error, ''), e.findings, coalesce(e.worst, 0), coalesce(e.text, ''),
	e.link, e.tap, e.caller, e.url, e.problem, e.request, e.response, e.redactions,
	(SELECT origin FROM origins WHERE n = e.agent), (SELECT id FROM sessions WHERE n = e.session)`

// What is asked for each exchange that is labelled or looked at.
const (
	exchangeBySeq = "SELECT " + columns + " FROM exchanges e WHERE e.seq = ?"
	exchangeByID  = "SELECT " + columns + " FROM exchanges e WHERE e.id = ?"
	chunksOf      = "SELECT off, at, waited, frame, codec, data FROM chunks WHERE key BETWEEN ? AND ? ORDER BY key"
)

// prepare gets ready what is asked again and again: reading the SQL costs as
// much as the answer.
func (s *Store) prepare(ctx context.Context) error {
	s.ready = map[string]*sql.Stmt{}
	for _, query := range []string{exchangeBySeq, exchangeByID, chunksOf} {
		stmt, err := s.readers.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		s.ready[query] = stmt
	}
	return nil
}

// query asks the readers.
func (s *Store) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := s.ready[query]; stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return s.readers.QueryContext(ctx, query, args...)
}

func scanExchange(r scanner) (wire.Exchange, error) {
	var x wire.Exchange
	var started, requestDone, answered, firstByte, lastByte, ended, worst int64
	var request, response, redactions sql.RawBytes
	l := &x.Labels
	dest := []any{&x.Seq, &x.ID, &x.Version, &x.Origin, &x.Method, &x.Outcome,
		&started, &requestDone, &answered, &firstByte, &lastByte, &ended,
		&x.RequestBytes, &x.ResponseBytes, &x.RequestKept, &x.ResponseKept, &x.Frames, &x.Incomplete, &x.Rewritten,
		&l.Op, &l.Dialect, &l.Binding, &l.Task, &l.Context, &l.State, &l.Error, &l.Findings, &worst, &l.Text,
		&x.Link, &x.Tap, &x.Caller, &x.URL, &x.Problem, &request, &response, &redactions, &x.Agent, &x.Session}
	if err := r.Scan(dest...); err != nil {
		return x, err
	}
	x.Started, x.RequestDone, x.Answered = moment(started), moment(requestDone), moment(answered)
	x.FirstByte, x.LastByte, x.Ended = moment(firstByte), moment(lastByte), moment(ended)
	l.Worst = severity(worst)
	if err := json.Unmarshal(request, &x.Request); err != nil {
		return x, fmt.Errorf("read request head of exchange %s: %w", x.ID, err)
	}
	if err := json.Unmarshal(response, &x.Response); err != nil {
		return x, fmt.Errorf("read response head of exchange %s: %w", x.ID, err)
	}
	if len(redactions) > 0 {
		if err := json.Unmarshal(redactions, &x.Redactions); err != nil {
			return x, fmt.Errorf("read redactions of exchange %s: %w", x.ID, err)
		}
	}
	return x, nil
}

// severities in rising order, as stored in the column worst.
func severity(n int64) string {
	switch n {
	case 1:
		return "info"
	case 2:
		return "warning"
	case 3:
		return "error"
	}
	return ""
}

func severityRank(s string) int64 {
	for n := int64(1); n <= 3; n++ {
		if severity(n) == s {
			return n
		}
	}
	return 0
}

// Exchange returns one exchange. The error wraps ErrNotFound when there is none.
func (s *Store) Exchange(ctx context.Context, id string) (wire.Exchange, error) {
	list, err := s.list(ctx, exchangeByID, id)
	if err == nil && len(list) == 0 {
		err = wire.ErrNotFound
	}
	if err != nil {
		return wire.Exchange{}, fmt.Errorf("read exchange %s: %w", id, err)
	}
	return list[0], nil
}

func (s *Store) list(ctx context.Context, query string, args ...any) ([]wire.Exchange, error) {
	rows, err := s.query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []wire.Exchange
	for rows.Next() {
		x, err := scanExchange(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, rows.Err()
}

// seqOf returns the row of an exchange.
func (s *Store) seqOf(ctx context.Context, id string) (int64, error) {
	var seq int64
	err := s.readers.QueryRowContext(ctx, "SELECT seq FROM exchanges WHERE id = ?", id).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		err = wire.ErrNotFound
	}
	return seq, err
}
