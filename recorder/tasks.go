package recorder

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

// taskRows is how many exchanges are looked at in one go for the tasks that they are of.
const taskRows = 500

// Tasks returns a page of the tasks of which f selects exchanges, the one with the newest
// of these first. A page goes on before Newest of the last task of the one before it; with
// p.Search set, one that is hard to find ends after its budget, as that of Exchanges.
func (s *Store) Tasks(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.TaskExchanges, error) {
	var until time.Time
	if p.Search != nil {
		p.Search.Upto = 0
		until = time.Now().Add(p.Search.Budget)
	}
	if p.Limit <= 0 {
		p.Limit = defaultPage
	}
	return s.tasks(ctx, f, until, func(tx *sql.Tx, q *plan.Plan) ([]string, error) {
		return newestTasks(ctx, tx, q, p, until)
	})
}

// TasksNamed returns what f selects of some tasks. Those of which it selects nothing are
// left out.
func (s *Store) TasksNamed(ctx context.Context, f wire.Filter, ids []string) ([]wire.TaskExchanges, error) {
	return s.tasks(ctx, f, time.Time{}, func(*sql.Tx, *plan.Plan) ([]string, error) { return ids, nil })
}

// tasks reads the tasks that are found by a plan, all of it as the record stands at one
// moment.
func (s *Store) tasks(ctx context.Context, f wire.Filter, until time.Time, find func(*sql.Tx, *plan.Plan) ([]string, error)) (list []wire.TaskExchanges, err error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	defer func() { err = s.failed("list tasks", err) }()
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // nothing was written
	if f.Task == "" {
		f.Task = "*"
	}
	q, err := plan.Make(ctx, tx, f, s.opts.Now(), until)
	if err != nil || q.None {
		return nil, err
	}
	count := *q // finding adds conditions
	ids, err := find(tx, q)
	if err != nil {
		return nil, err
	}
	return s.summed(ctx, tx, &count, ids)
}

// summed sums up what a plan selects of tasks.
func (s *Store) summed(ctx context.Context, tx *sql.Tx, q *plan.Plan, ids []string) (list []wire.TaskExchanges, err error) {
	of, all := make([][]int64, len(ids)), []int64(nil)
	for i, id := range ids {
		text, args := q.OfTask(id, 0, wire.TaskLimit)
		if of[i], err = database.Column[int64](tx.QueryContext(ctx, text, args...)); err != nil {
			return nil, err
		}
		all = append(all, of[i]...)
	}
	if all, err = q.Having(ctx, tx, all); err != nil {
		return nil, err
	}
	shown := []int64(nil)
	for i, id := range ids { // all is of[0], of[1] and so on, but for what lacks the words
		n := 0
		for _, seq := range of[i] {
			if n < len(all) && all[n] == seq {
				n++
			}
		}
		if n == 0 {
			continue
		}
		t, seqs, err := summary(ctx, tx, id, all[:n:n])
		if err != nil {
			return nil, err
		}
		list, shown, all = append(list, t), append(shown, seqs...), all[n:]
	}
	xs, err := s.exchanges(ctx, tx, shown)
	place(list, xs)
	return list, err
}

// place puts exchanges where they belong: as the latest and the first ones of their tasks.
func place(list []wire.TaskExchanges, xs []wire.Exchange) {
	at := map[int64]wire.Exchange{}
	for _, x := range xs {
		at[x.Seq] = x
	}
	for i := range list {
		t := &list[i]
		t.Latest = at[t.Latest.Seq]
		for k := range t.Begun {
			t.Begun[k] = at[t.Begun[k].Seq]
		}
	}
}

// newestTasks finds the tasks of a page, by their newest exchanges.
func newestTasks(ctx context.Context, tx *sql.Tx, q *plan.Plan, p wire.Page, until time.Time) ([]string, error) {
	var ids []string
	for at := p; len(ids) < p.Limit; {
		seqs, err := q.Find(ctx, tx, at, taskRows, until)
		if err != nil || len(seqs) == 0 {
			return ids, err
		}
		found, err := tasksOf(ctx, tx, seqs)
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			newer, err := hasNewer(ctx, tx, q, id, p.Before)
			if err != nil {
				return nil, err
			}
			if !newer {
				ids = append(ids, id)
			}
		}
		if len(seqs) < taskRows || p.Search != nil && p.Search.Upto > 0 {
			break
		}
		at.Before = seqs[len(seqs)-1]
		if p.Search != nil && len(ids) < p.Limit && time.Now().After(until) { // most stand on earlier pages
			p.Search.Upto = at.Before
			break
		}
		q.Without(found)
	}
	return ids[:min(len(ids), p.Limit)], nil
}

// tasksOf lists the tasks that exchanges are of, each once, in their order.
func tasksOf(ctx context.Context, tx *sql.Tx, seqs []int64) ([]string, error) {
	which, err := json.Marshal(seqs)
	if err != nil {
		return nil, err
	}
	all, err := database.Column[string](tx.QueryContext(ctx, database.Query("task_by_seq"), string(which)))
	var out []string
	seen := map[string]bool{}
	for _, id := range all {
		if !seen[id] {
			out = append(out, id)
		}
		seen[id] = true
	}
	return out, err
}

// hasNewer reports whether a task stands on an earlier page: it has exchanges from where
// this one begins.
func hasNewer(ctx context.Context, tx *sql.Tx, q *plan.Plan, id string, before int64) (bool, error) {
	if before == 0 {
		return false, nil
	}
	text, args := q.OfTask(id, before, wire.TaskLimit)
	found, err := database.Column[int64](tx.QueryContext(ctx, text, args...))
	if err != nil {
		return false, err
	}
	found, err = q.Having(ctx, tx, found)
	return len(found) > 0, err
}

// summary sums up exchanges of a task, newest first, and returns the seq of those that
// are shown of it.
func summary(ctx context.Context, tx *sql.Tx, id string, seqs []int64) (t wire.TaskExchanges, shown []int64, err error) {
	which, err := json.Marshal(seqs)
	if err != nil {
		return t, nil, err
	}
	t.ID, t.Newest, t.Latest.Seq = id, seqs[0], seqs[0]
	if err := count(ctx, tx, &t, string(which)); err != nil {
		return t, nil, err
	}
	begun, err := database.Column[int64](tx.QueryContext(ctx, database.Query("task_begun"), id))
	for _, seq := range begun {
		t.Begun = append(t.Begun, wire.Exchange{Seq: seq})
	}
	return t, append(begun, t.Latest.Seq), err
}

// count reads the counts of a task's exchanges.
func count(ctx context.Context, tx *sql.Tx, t *wire.TaskExchanges, seqs string) error {
	rows, err := tx.QueryContext(ctx, database.Query("task_calls"), seqs)
	if err != nil {
		return err
	}
	defer rows.Close()
	var told, first, last int64
	for rows.Next() {
		var c wire.CallCount
		var telling, began, ended int64
		var open, failed, interrupted int
		if err := rows.Scan(&c.Op, &c.Count, &telling, &began, &ended, &open, &failed, &interrupted); err != nil {
			return err
		}
		t.Calls = append(t.Calls, c)
		t.Count, t.Open, t.Failed, t.Interrupted = t.Count+c.Count, t.Open+open, t.Failed+failed, t.Interrupted+interrupted
		told, last = max(told, telling), max(last, ended)
		if first == 0 || began < first {
			first = began
		}
	}
	if told > 0 {
		t.Latest.Seq = told
	}
	t.First, t.Last = entry.Moment(first), entry.Moment(last)
	return rows.Err()
}
