package recorder

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

// Sorted returns limit of the exchanges that f selects, in the order o, beginning at index from. It sorts only
// the newest wire.MaxSorted of them, so that no order needs an index. With search set it sorts only those found
// within the budget. With o.AroundSeq set it returns the page of limit exchanges that holds that one.
func (s *Store) Sorted(ctx context.Context, f wire.Filter, o wire.Order, from, limit int, search *wire.Search) (wire.SortedExchanges, error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	var until time.Time
	if search != nil {
		search.NextBefore = 0
		until = time.Now().Add(search.Budget)
	}
	out := wire.SortedExchanges{Complete: true}
	var err error
	out.Exchanges, err = s.selected(ctx, f, until, func(tx *sql.Tx, q *plan.Plan) ([]int64, error) {
		seqs, err := q.Find(ctx, tx, wire.Page{Search: search}, wire.MaxSorted+1, until)
		if err != nil || len(seqs) == 0 {
			return nil, err
		}
		out.Complete = len(seqs) <= wire.MaxSorted && (search == nil || search.NextBefore == 0)
		seqs = seqs[:min(len(seqs), wire.MaxSorted)]
		out.Total, out.NewestSeq, out.Offset = len(seqs), seqs[0], from
		if slices.Contains(seqs, o.AroundSeq) {
			all, err := s.sorted(ctx, tx, o, seqs, 0, len(seqs))
			out.Offset = max(0, slices.Index(all, o.AroundSeq)/limit*limit)
			return all[min(out.Offset, len(all)):min(out.Offset+limit, len(all))], err
		}
		return s.sorted(ctx, tx, o, seqs, from, limit)
	})
	if err != nil {
		return wire.SortedExchanges{}, s.wrapError("sort exchanges", err)
	}
	return out, nil
}

func (s *Store) sorted(ctx context.Context, tx *sql.Tx, o wire.Order, seqs []int64, from, limit int) ([]int64, error) {
	which, err := json.Marshal(seqs)
	if err != nil {
		return nil, err
	}
	ranks, err := agentRanks(ctx, tx, o)
	if err != nil {
		return nil, err
	}
	return database.Column[int64](tx.QueryContext(ctx, plan.Sort(o), string(which), s.opts.Now().UnixNano(), ranks, limit, from))
}

// agentRanks returns a JSON array that maps an agent's number to its rank by name. It is empty unless o
// sorts by agent.
func agentRanks(ctx context.Context, tx *sql.Tx, o wire.Order) (string, error) {
	if o.Column != "agent" {
		return "[]", nil
	}
	type agent struct {
		n    int64
		name string
	}
	all, err := database.ScanRows[agent](tx.QueryContext(ctx, database.Query("origins")))(func(rows *sql.Rows, a *agent) error {
		var origin, own string
		err := rows.Scan(&a.n, &origin, &own)
		_, host, _ := strings.Cut(origin, "://")
		a.name = strings.ToLower(cmp.Or(o.Names[origin], host))
		return err
	})
	if err != nil {
		return "", err
	}
	slices.SortFunc(all, func(a, b agent) int { return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.n, b.n)) })
	var ranks []int
	for i, a := range all {
		ranks = append(ranks, make([]int, max(0, int(a.n)+1-len(ranks)))...)
		ranks[a.n] = i
	}
	list, err := json.Marshal(ranks)
	return string(list), err
}
