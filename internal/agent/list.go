package agent

import (
	"encoding/base64"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

const (
	defaultPageSize = 50  // 1.0 §3.1.4
	maxPageSize     = 100 // 1.0 §3.1.4
)

type row struct {
	key  string // sorts by status time, then id
	task *task
}

// list answers ListTasks, the newest status first. It pages by key, so that pages stay disjoint while
// tasks change.
func (a *Agent) list(b version.Agent, c *a2a.Call) (*a2a.Result, *a2a.Error) {
	q := a2a.ListQuery{}
	if c.List != nil {
		q = *c.List
	}
	n, e := historyLength(b, c.HistoryLength)
	if e != nil {
		return nil, e
	}
	size, e := pageSize(q.PageSize)
	if e != nil {
		return nil, e
	}
	after, e := statusAfter(q.StatusTimestampAfter)
	if e != nil {
		return nil, e
	}
	before, err := base64.RawURLEncoding.DecodeString(q.PageToken)
	if err != nil || q.PageToken != "" && !strings.Contains(string(before), " ") {
		return nil, invalidParam("pageToken", "this agent did not issue this pageToken")
	}
	rows := a.rows(q, after)
	res := &a2a.Result{Tasks: []a2a.Task{}, PageSize: size, Total: len(rows)}
	var last string
	for _, r := range rows {
		if q.PageToken != "" && r.key >= string(before) {
			continue
		}
		if len(res.Tasks) == size {
			res.Next = base64.RawURLEncoding.EncodeToString([]byte(last))
			break
		}
		last = r.key // not of the current task, which may have changed
		res.Tasks = append(res.Tasks, taskForList(r.task, n, q.IncludeArtifacts))
	}
	return res, nil
}

func taskForList(t *task, historyLength int, artifacts bool) a2a.Task {
	s, _ := t.snapshot(historyLength)
	if !artifacts {
		s.Artifacts = nil
	}
	return s
}

func (a *Agent) rows(q a2a.ListQuery, after time.Time) []row {
	var rows []row
	for _, t := range a.store.all() {
		t.mu.Lock()
		match := (q.ContextID == "" || q.ContextID == t.contextID) &&
			(q.State == "" || q.State == a2a.Unspecified || q.State == t.status.State) &&
			!t.stamp.Truncate(time.Millisecond).Before(after)
		if match {
			rows = append(rows, row{t.status.Timestamp + " " + t.id, t})
		}
		t.mu.Unlock()
	}
	slices.SortFunc(rows, func(x, y row) int { return strings.Compare(y.key, x.key) })
	return rows
}

func pageSize(n int) (int, *a2a.Error) {
	switch {
	case n == 0:
		return defaultPageSize, nil
	case n < 0 || n > maxPageSize:
		return 0, invalidParam("pageSize", "pageSize is %d; it must be from 1 to %d", n, maxPageSize)
	}
	return n, nil
}

func statusAfter(s string) (time.Time, *a2a.Error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return t, invalidParam("statusTimestampAfter", "statusTimestampAfter is %q; it must be a time like 2026-01-31T12:00:00Z", s)
	}
	return t, nil
}
