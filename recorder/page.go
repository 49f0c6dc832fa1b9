package recorder

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

const defaultPage = 200

// Exchanges returns a page of the exchanges that f selects, newest first. If p.Search is set, the search ends
// with its budget and reports how far it got.
func (s *Store) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	limit := p.Limit
	if limit <= 0 {
		limit = defaultPage
	}
	var until time.Time
	if p.Search != nil {
		p.Search.NextBefore = 0
		until = time.Now().Add(p.Search.Budget)
	}
	out, err := s.selected(ctx, f, until, func(tx *sql.Tx, q *plan.Plan) ([]int64, error) {
		return q.Find(ctx, tx, p, limit, until)
	})
	if err != nil {
		return nil, s.wrapError("list exchanges", err)
	}
	if p.After > 0 && p.Before == 0 {
		slices.Reverse(out)
	}
	return out, nil
}

// selected reads the exchanges whose seq find returns, in one snapshot of the record. until bounds the time
// spent on choosing a plan.
func (s *Store) selected(ctx context.Context, f wire.Filter, until time.Time, find func(*sql.Tx, *plan.Plan) ([]int64, error)) ([]wire.Exchange, error) {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // read-only
	q, err := plan.Make(ctx, tx, f, s.opts.Now(), until)
	if err != nil || q.IsEmpty {
		return nil, err
	}
	seqs, err := find(tx, q)
	if err != nil {
		return nil, err
	}
	return s.exchanges(ctx, tx, seqs)
}

// Count counts the exchanges that f selects, the newest first, until the search's budget is spent. search then
// reports how far it got.
func (s *Store) Count(ctx context.Context, f wire.Filter, search *wire.Search) (n int, err error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	search.NextBefore = 0
	until := time.Now().Add(search.Budget)
	defer func() { err = s.wrapError("count exchanges", err) }()
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback() // read-only
	q, err := plan.Make(ctx, tx, f, s.opts.Now(), until)
	if err != nil || q.IsEmpty {
		return 0, err
	}
	return q.Count(ctx, tx, search, until)
}

// Samples reads the newest exchanges that f selects for statistics, at most limit, until budget is spent. Calls of
// models are left out unless f selects them.
func (s *Store) Samples(ctx context.Context, f wire.Filter, limit int, budget time.Duration) (out wire.SampleSet, err error) {
	if !f.SelectsModels() {
		f.ExcludedOrigins = append(slices.Clone(f.ExcludedOrigins), wire.Model) // figures are about agents
	}
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	defer func() { err = s.wrapError("read samples", err) }()
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return out, err
	}
	defer tx.Rollback() // read-only
	search := wire.Search{Budget: budget}
	until := time.Now().Add(budget)
	q, err := plan.Make(ctx, tx, f, s.opts.Now(), until)
	if err != nil || q.IsEmpty {
		return out, err
	}
	seqs, err := q.Find(ctx, tx, wire.Page{Search: &search}, limit+1, until)
	if err != nil || len(seqs) == 0 {
		return wire.SampleSet{HasMore: search.NextBefore > 0}, err
	}
	out.HasMore = search.NextBefore > 0 || len(seqs) > limit
	out.Samples, err = s.samples(ctx, tx, seqs[:min(len(seqs), limit)])
	return out, err
}

func (s *Store) samples(ctx context.Context, tx *sql.Tx, seqs []int64) ([]wire.Sample, error) {
	which, err := json.Marshal(seqs)
	if err != nil {
		return nil, err
	}
	rows, err := s.query(ctx, tx, "samples_by_seq", string(which))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]wire.Sample, 0, len(seqs))
	for rows.Next() {
		var x wire.Sample
		var started, answered, first, ended int64
		if err := rows.Scan(&x.Seq, &x.ID, &started, &answered, &first, &ended, &x.Origin, &x.Caller, &x.Op, &x.Dialect, &x.Binding,
			&x.State, &x.Error, &x.Status, &x.Outcome, &x.Bytes, &x.Findings, &x.Failed, &x.Wrong, &x.Agent, &x.Task); err != nil {
			return nil, err
		}
		x.Started = entry.Time(started)
		x.Answered, x.FirstByte, x.Duration = elapsedNanos(started, answered), elapsedNanos(started, first), elapsedNanos(started, ended)
		out = append(out, x)
	}
	return out, errors.Join(rows.Err(), rows.Close())
}

// elapsedNanos returns the time between two stored times. It is negative if to is not set or, in a foreign
// file, before from.
func elapsedNanos(from, to int64) time.Duration {
	if to == 0 || to < from {
		return -1
	}
	return time.Duration(to - from)
}
