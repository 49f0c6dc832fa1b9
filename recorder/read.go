package recorder

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// prepare prepares the most frequent statements. Parsing their SQL costs as much as running them.
func (s *Store) prepare(ctx context.Context) error {
	s.prepared = map[string]*sql.Stmt{}
	for _, name := range []string{"exchanges_by_seq", "gaps_by_seq", "chunks", "seq_by_id", "last_chunk"} {
		stmt, err := s.readers.PrepareContext(ctx, database.Query(name))
		if err != nil {
			return err
		}
		s.prepared[name] = stmt
	}
	return nil
}

// query runs a query by name. tx may be nil.
func (s *Store) query(ctx context.Context, tx *sql.Tx, name string, args ...any) (*sql.Rows, error) {
	stmt := s.prepared[name]
	switch {
	case stmt != nil && tx != nil:
		return tx.StmtContext(ctx, stmt).QueryContext(ctx, args...)
	case stmt != nil:
		return stmt.QueryContext(ctx, args...)
	case tx != nil:
		return tx.QueryContext(ctx, database.Query(name), args...)
	}
	return s.readers.QueryContext(ctx, database.Query(name), args...)
}

// scanQuery returns what scan reads from the rows of a named query. doing describes the operation in errors.
func scanQuery[T any](ctx context.Context, s *Store, doing string, scan func(*sql.Rows, *T) error, name string, args ...any) (out []T, err error) {
	out, err = database.ScanRows[T](s.query(ctx, nil, name, args...))(scan)
	return out, s.wrapError(doing, err)
}

// exchanges reads exchanges by seq, in that order. It leaves out those that were removed. tx may be nil.
func (s *Store) exchanges(ctx context.Context, tx *sql.Tx, seqs []int64) ([]wire.Exchange, error) {
	if len(seqs) == 0 {
		return nil, nil
	}
	which, err := json.Marshal(seqs)
	if err != nil {
		return nil, err
	}
	out := make([]wire.Exchange, 0, len(seqs))
	err = database.EachRow(s.query(ctx, tx, "exchanges_by_seq", string(which)))(func(rows *sql.Rows) error {
		x, err := scanExchange(rows)
		out = append(out, x)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, s.addGaps(ctx, tx, out, string(which))
}

// list reads the exchanges whose seq a query returns.
func (s *Store) list(ctx context.Context, text string, args ...any) ([]wire.Exchange, error) {
	seqs, err := database.Column[int64](s.readers.QueryContext(ctx, text, args...))
	if err != nil {
		return nil, err
	}
	return s.exchanges(ctx, nil, seqs)
}

func scanExchange(r scanner) (wire.Exchange, error) {
	var x wire.Exchange
	var started, requestDone, answered, firstByte, lastByte, ended, within int64
	var worst, agent struct{ all, unmuted int64 }
	var request, response, redactions, interim, requestSent, responseSent, model sql.RawBytes
	l := &x.Labels
	dest := []any{&x.Seq, &x.ID, &x.Version, &x.Origin, &x.Method, &x.Outcome,
		&started, &requestDone, &answered, &firstByte, &lastByte, &ended,
		&x.RequestBytes, &x.ResponseBytes, &x.RequestKept, &x.ResponseKept, &x.Frames, &x.Incomplete, &x.Rewritten, &x.PassageKinds,
		&l.Op, &l.Dialect, &l.Binding, &l.Task, &l.Context, &l.State, &l.Error, &l.Findings, &l.Muted, &worst.all, &worst.unmuted, &agent.all, &agent.unmuted, &within, &l.CutOff, &l.Failed, &l.Text,
		&x.Link, &x.Tap, &x.Caller, &x.URL, &x.Problem, &request, &response, &redactions,
		&interim, &requestSent, &responseSent, &x.Agent, &x.Session, &x.Pinned, &x.Note, &x.Repeats, &model}
	if err := r.Scan(dest...); err != nil {
		return x, err
	}
	x.Started, x.RequestDone, x.Answered = entry.Time(started), entry.Time(requestDone), entry.Time(answered)
	x.FirstByte, x.LastByte, x.Ended = entry.Time(firstByte), entry.Time(lastByte), entry.Time(ended)
	if l.Findings -= l.Muted; l.Muted > 0 {
		worst.all, agent.all = worst.unmuted, agent.unmuted
	}
	l.Worst, l.AgentSeverity = database.Severity(worst.all), database.Severity(agent.all)
	l.ResponseSeverity = database.Severity(within)
	return x, readDetails(x.ID, []detail{
		{"request head", request, &x.Request},
		{"response head", response, &x.Response},
		{"redactions", redactions, &x.Redactions},
		{"interim answers", interim, &x.Interim},
		{"request head as sent", requestSent, &x.RequestSent},
		{"response head as sent", responseSent, &x.ResponseSent},
		{"model call", model, &l.Model},
	})
}

// detail is a member of an exchange that is stored as JSON.
type detail struct {
	name string
	text []byte
	into any
}

func readDetails(exchange string, list []detail) error {
	for _, d := range list {
		if len(d.text) == 0 { // a damaged record may lack details
			continue
		}
		if err := json.Unmarshal(d.text, d.into); err != nil {
			return fmt.Errorf("read %s of exchange %s: %w", d.name, exchange, err)
		}
	}
	return nil
}

// Exchange returns one exchange. The error wraps ErrNotFound when there is none.
func (s *Store) Exchange(ctx context.Context, id string) (wire.Exchange, error) {
	s.sync(ctx)
	return s.exchange(ctx, id)
}

// exchange returns an exchange as it is in the file, without draining first.
func (s *Store) exchange(ctx context.Context, id string) (wire.Exchange, error) {
	list, err := s.list(ctx, database.Query("seq_by_id"), id)
	if err == nil && len(list) == 0 {
		err = wire.ErrNotFound
	}
	if err != nil {
		return wire.Exchange{}, s.wrapError("read exchange "+id, err)
	}
	return list[0], nil
}

// ExchangesLike returns the newest exchanges whose ids match short, at most five.
func (s *Store) ExchangesLike(ctx context.Context, short wire.ShortID) ([]wire.Exchange, error) {
	if short.IsTooShort() || strings.ContainsAny(short.Prefix+short.Suffix, "*?[]") {
		return nil, nil
	}
	s.sync(ctx)
	one, other, shown := short.Prefix+"*"+short.Suffix, "", ""
	if short.IsEither() {
		one, other, shown = short.Prefix+"*", "*"+short.Suffix, short.SuffixGlob()
	}
	list, err := s.list(ctx, database.Query("seqs_like"), one, other, shown)
	return list, s.wrapError("find an exchange by a part of its id", err)
}

func (s *Store) seqOf(ctx context.Context, id string) (int64, error) {
	var seq int64
	err := s.prepared["seq_by_id"].QueryRowContext(ctx, id).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		err = wire.ErrNotFound
	}
	return seq, err
}
