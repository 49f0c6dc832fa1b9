package recorder

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

// taskRows is how many exchanges are searched for their tasks at a time.
const taskRows = 500

// Tasks returns a page of the tasks whose exchanges f selects, the one with the newest exchange first. The
// next page begins before NewestSeq of the last task. With p.Search set, a search ends with its budget, as in
// Exchanges.
func (s *Store) Tasks(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.TaskExchanges, error) {
	var until time.Time
	if p.Search != nil {
		p.Search.NextBefore = 0
		until = time.Now().Add(p.Search.Budget)
	}
	if p.Limit <= 0 {
		p.Limit = defaultPage
	}
	return s.tasks(ctx, f, until, func(o *taskOwners, q *plan.Plan) ([]plan.Task, error) {
		return newestTasks(ctx, o, q, p, until)
	})
}

// TasksByID returns what f selects of the tasks with these ids: one for each agent that uses an id. Tasks of
// which f selects nothing are left out.
func (s *Store) TasksByID(ctx context.Context, f wire.Filter, ids []string) ([]wire.TaskExchanges, error) {
	return s.tasks(ctx, f, time.Time{}, func(o *taskOwners, _ *plan.Plan) (all []plan.Task, err error) {
		for _, id := range ids {
			list, err := o.tasksWithID(ctx, id)
			if err != nil {
				return nil, err
			}
			all = append(all, list...)
		}
		return all, nil
	})
}

// tasks reads the tasks that find returns, in one snapshot of the record.
func (s *Store) tasks(ctx context.Context, f wire.Filter, until time.Time, find func(*taskOwners, *plan.Plan) ([]plan.Task, error)) (list []wire.TaskExchanges, err error) {
	s.sync(ctx)
	if len(f.Text) > 0 {
		s.searchable(ctx)
	}
	defer func() { err = s.wrapError("list tasks", err) }()
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() // read-only
	if f.Task == "" {
		f.Task = "*"
	}
	q, err := plan.Make(ctx, tx, f, s.opts.Now(), until)
	if err != nil || q.IsEmpty {
		return nil, err
	}
	count := *q // find adds conditions
	o := &taskOwners{tx: tx, tasksByID: map[string][]plan.Task{}, origins: map[int64]string{}}
	found, err := find(o, q)
	if err != nil {
		return nil, err
	}
	return s.summarizeTasks(ctx, o, &count, found)
}

// summarizeTasks summarizes what a plan selects of tasks.
func (s *Store) summarizeTasks(ctx context.Context, o *taskOwners, q *plan.Plan, tasks []plan.Task) (list []wire.TaskExchanges, err error) {
	tx, of, all := o.tx, make([][]int64, len(tasks)), []int64(nil)
	for i, t := range tasks {
		text, args := q.TaskRows(t, 0, wire.MaxTaskExchanges)
		if of[i], err = database.Column[int64](tx.QueryContext(ctx, text, args...)); err != nil {
			return nil, err
		}
		all = append(all, of[i]...)
	}
	if all, err = q.FilterByWords(ctx, tx, all); err != nil {
		return nil, err
	}
	shown := []int64(nil)
	for i, task := range tasks { // all is of[0], of[1] and so on, without rows that lack the words
		n := 0
		for _, seq := range of[i] {
			if n < len(all) && all[n] == seq {
				n++
			}
		}
		if n == 0 {
			continue
		}
		t, seqs, err := summarizeTask(ctx, o, task, all[:n:n])
		if err != nil {
			return nil, err
		}
		list, shown, all = append(list, t), append(shown, seqs...), all[n:]
	}
	xs, err := s.exchanges(ctx, tx, shown)
	placeExchanges(list, xs)
	return list, err
}

// placeExchanges fills in the latest and first exchanges of tasks.
func placeExchanges(list []wire.TaskExchanges, xs []wire.Exchange) {
	at := map[int64]wire.Exchange{}
	for _, x := range xs {
		at[x.Seq] = x
	}
	for i := range list {
		t := &list[i]
		t.Latest, t.LatestCall = at[t.Latest.Seq], at[t.LatestCall.Seq]
		for k := range t.FirstExchanges {
			t.FirstExchanges[k] = at[t.FirstExchanges[k].Seq]
		}
	}
}

// newestTasks finds the tasks of a page by their newest exchanges.
func newestTasks(ctx context.Context, o *taskOwners, q *plan.Plan, p wire.Page, until time.Time) ([]plan.Task, error) {
	var tasks []plan.Task
	seen := map[plan.Task]bool{}
	for at := p; len(tasks) < p.Limit; {
		seqs, err := q.Find(ctx, o.tx, at, taskRows, until)
		if err != nil || len(seqs) == 0 {
			return tasks, err
		}
		found, rows, err := o.tasksOf(ctx, seqs)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			newer, err := hasNewerExchange(ctx, o.tx, q, t, p.Before)
			if err != nil {
				return nil, err
			}
			if !newer && !seen[t] {
				tasks = append(tasks, t)
			}
			seen[t] = true
		}
		if len(seqs) < taskRows || p.Search != nil && p.Search.NextBefore > 0 {
			break
		}
		at.Before = seqs[len(seqs)-1]
		if p.Search != nil && len(tasks) < p.Limit && time.Now().After(until) { // most are on earlier pages
			p.Search.NextBefore = at.Before
			break
		}
		q.ExcludeTasks(rows)
	}
	return tasks[:min(len(tasks), p.Limit)], nil
}

// hasNewerExchange reports whether a task is on an earlier page: it has an exchange whose seq is at least
// before.
func hasNewerExchange(ctx context.Context, tx *sql.Tx, q *plan.Plan, t plan.Task, before int64) (bool, error) {
	if before == 0 {
		return false, nil
	}
	text, args := q.TaskRows(t, before, wire.MaxTaskExchanges)
	found, err := database.Column[int64](tx.QueryContext(ctx, text, args...))
	if err != nil {
		return false, err
	}
	found, err = q.FilterByWords(ctx, tx, found)
	return len(found) > 0, err
}

// summarizeTask summarizes exchanges of a task, newest first, and returns the seq of those to show.
func summarizeTask(ctx context.Context, o *taskOwners, task plan.Task, seqs []int64) (t wire.TaskExchanges, shown []int64, err error) {
	which, err := json.Marshal(seqs)
	if err != nil {
		return t, nil, err
	}
	all, err := o.tasksWithID(ctx, task.ID)
	if err != nil {
		return t, nil, err
	}
	t.ID, t.Agent, t.Shared = task.ID, o.origins[task.Agent], len(all) > 1
	t.NewestSeq, t.Latest.Seq, t.LatestCall.Seq = seqs[0], seqs[0], seqs[0]
	if err := count(ctx, o.tx, &t, string(which)); err != nil {
		return t, nil, err
	}
	begun, err := database.Column[int64](o.tx.QueryContext(ctx, database.Query("task_begun"), task.ID, task.Agent, task.Pushes))
	for _, seq := range begun {
		t.FirstExchanges = append(t.FirstExchanges, wire.Exchange{Seq: seq})
	}
	return t, append(begun, t.Latest.Seq, t.LatestCall.Seq), err
}

func count(ctx context.Context, tx *sql.Tx, t *wire.TaskExchanges, seqs string) error {
	var told, called, first, last int64
	err := database.EachRow(tx.QueryContext(ctx, database.Query("task_calls"), seqs))(func(rows *sql.Rows) error {
		var c wire.CallCount
		var telling, calling, began, ended int64
		var open, failed, interrupted int
		err := rows.Scan(&c.Op, &c.Count, &telling, &calling, &began, &ended, &open, &failed, &interrupted)
		t.Calls = append(t.Calls, c)
		t.Count, t.Open, t.Failed, t.Interrupted = t.Count+c.Count, t.Open+open, t.Failed+failed, t.Interrupted+interrupted
		told, called, last = max(told, telling), max(called, calling), max(last, ended)
		if first == 0 || began < first {
			first = began
		}
		return err
	})
	if told > 0 {
		t.Latest.Seq = told
	}
	if called > 0 {
		t.LatestCall.Seq = called
	}
	t.First, t.Last = entry.Time(first), entry.Time(last)
	return err
}

// taskOwners finds and caches which agents have a task with an id.
type taskOwners struct {
	tx        *sql.Tx
	tasksByID map[string][]plan.Task
	origins   map[int64]string
}

// tasksWithID lists the tasks with an id, one for each agent. A push notification may be recorded with another
// agent than its task's, or with none. It belongs to the task of the one agent that was called about the id.
func (o *taskOwners) tasksWithID(ctx context.Context, id string) ([]plan.Task, error) {
	if all, known := o.tasksByID[id]; known {
		return all, nil
	}
	var all, called []plan.Task
	err := database.EachRow(o.tx.QueryContext(ctx, database.Query("task_agents"), id, wire.MaxTaskExchanges))(func(rows *sql.Rows) error {
		t, origin, call := plan.Task{ID: id}, "", false
		err := rows.Scan(&t.Agent, &origin, &call)
		o.origins[t.Agent] = origin
		all = append(all, t)
		if call {
			called = append(called, t)
		}
		return err
	})
	if len(called) == 1 {
		called[0].Pushes = true
		all = called
	}
	o.tasksByID[id] = all
	return all, err
}

// tasksOf lists the tasks of exchanges, each once and in order, and the pairs of agent and id in them.
func (o *taskOwners) tasksOf(ctx context.Context, seqs []int64) (tasks, rows []plan.Task, err error) {
	which, err := json.Marshal(seqs)
	if err != nil {
		return nil, nil, err
	}
	found, err := database.ScanRows[plan.Task](o.tx.QueryContext(ctx, database.Query("task_by_seq"), string(which)))(func(rows *sql.Rows, t *plan.Task) error {
		return rows.Scan(&t.ID, &t.Agent, &t.Pushes)
	})
	if err != nil {
		return nil, nil, err
	}
	seen := map[plan.Task]bool{}
	for _, r := range found {
		if seen[r] {
			continue
		}
		seen[r] = true
		rows = append(rows, plan.Task{ID: r.ID, Agent: r.Agent})
		t := plan.Task{ID: r.ID, Agent: r.Agent}
		all, err := o.tasksWithID(ctx, r.ID)
		if err != nil {
			return nil, nil, err
		}
		if len(all) == 1 && all[0].Pushes && (r.Pushes || all[0].Agent == r.Agent) {
			t = all[0]
		}
		if !slices.Contains(tasks, t) {
			tasks = append(tasks, t)
		}
	}
	return tasks, rows, nil
}
