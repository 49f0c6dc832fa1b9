package background

import (
	"context"
	"errors"
	"testing"
)

func names(l *Jobs[*Task[string]]) (out string) {
	for _, s := range l.Statuses() {
		out += s.ID
	}
	return out
}

func TestJobs(t *testing.T) {
	l := &Jobs[*Task[string]]{MaxRunning: 2, MaxFinished: 3}
	add := func(id string) (*Task[string], error) {
		task := NewTask[string](Status{ID: id})
		return task, l.Add(task)
	}
	end := func(task *Task[string], err error) {
		task.Run(t.Context(), func(context.Context) (string, error) { return "made by " + task.Status().ID, err })
	}
	a, _ := add("a")
	b, _ := add("b")
	if _, err := add("c"); !errors.Is(err, ErrTooMany) || names(l) != "ba" {
		t.Errorf("a third that runs: %v, %s", err, names(l))
	}
	if same, err := l.FindOrAdd(NewTask[string](Status{ID: "d"}), func(o *Task[string]) bool { return o == a }); same != a || err != nil {
		t.Errorf("one that is the same: %v, %v", same, err)
	}
	if _, ok := a.Result(); ok {
		t.Error("a task that runs has a result")
	}
	end(a, nil)
	if made, ok := a.Result(); !ok || made != "made by a" || a.Status().Stage != "done" {
		t.Errorf("a ended as %q, %v, %+v", made, ok, a.Status())
	}
	c, _ := add("c")
	end(c, errors.New("no room"))
	if _, ok := c.Result(); ok || c.Status().Stage != "failed" {
		t.Errorf("a failed task has a result: %+v", c.Status())
	}
	d, _ := add("d")
	end(d, context.Canceled)
	if names(l) != "dcb" || d.Status().Stage != "stopped" {
		t.Errorf("the newest three, and those that run: %s; %+v", names(l), d.Status())
	}
	if got, ok := l.Get("b"); !ok || got != b {
		t.Error("b is not found")
	}
	l.Close()
	if _, err := add("e"); !errors.Is(err, ErrClosed) {
		t.Errorf("after the end: %v", err)
	}
}
