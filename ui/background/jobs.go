package background

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Status is the progress of a job.
type Status struct {
	ID, Title   string
	URL         string // of its page or its result; "" for none
	Stage       string // what it is doing, or how it ended: "reading the list", "done"
	Done, Total int    // number of pieces of work; Total is 0 if unknown
	Unit        string // noun for the pieces of work; "" for the default of the job's kind
	Started     time.Time
	Took        time.Duration // 0 until it is over, or if unknown
	Outcome     Outcome
	Result      string // of a finished comparison: "1 different of 172"; "" for none
	Differs     bool   // the result says that something differs
	Err         error  // why it has no result
}

// Outcome is the state of a job. Those from Done on are final.
type Outcome int

const (
	Running Outcome = iota
	Waiting         // for a person to decide
	Done
	Stopped // by a person, or before all was done
	Failed
)

// String returns the outcome's name in the API.
func (o Outcome) String() string {
	return [...]string{"running", "waiting", "done", "stopped", "failed"}[o]
}

// IsOver reports whether the job has ended.
func (s Status) IsOver() bool { return s.Outcome >= Done }

// Job is work in the background. Safe for concurrent use.
type Job interface{ Status() Status }

// Jobs holds the newest jobs of one kind since the program started. Safe for concurrent use.
type Jobs[T Job] struct {
	MaxRunning  int // at once
	MaxFinished int // jobs kept, including running ones; the oldest finished ones are dropped first

	mu     sync.Mutex
	list   []T
	closed bool
}

// Errors of Add and FindOrAdd.
var (
	ErrTooMany = errors.New("too many jobs of this kind are running")
	ErrClosed  = errors.New("the console is stopping")
)

// Add adds a job, and drops the oldest finished ones beyond MaxFinished. It fails with ErrTooMany
// or ErrClosed.
func (l *Jobs[T]) Add(job T) error {
	_, err := l.FindOrAdd(job, func(T) bool { return false })
	return err
}

// FindOrAdd returns the newest job for which isSame is true, or adds job, with the errors of Add.
func (l *Jobs[T]) FindOrAdd(job T, isSame func(T) bool) (T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.list, isSame); i >= 0 {
		return l.list[i], nil
	}
	running := 0
	for _, o := range l.list {
		if !o.Status().IsOver() {
			running++
		}
	}
	switch {
	case l.closed:
		return job, ErrClosed
	case running >= l.MaxRunning:
		return job, ErrTooMany
	}
	l.list = slices.Insert(l.list, 0, job)
	for i := len(l.list) - 1; len(l.list) > l.MaxFinished && i > 0; i-- {
		if l.list[i].Status().IsOver() {
			l.list = slices.Delete(l.list, i, i+1)
		}
	}
	return job, nil
}

// All returns the jobs, newest first.
func (l *Jobs[T]) All() []T {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.list)
}

func (l *Jobs[T]) Get(id string) (job T, ok bool) {
	for _, job := range l.All() {
		if job.Status().ID == id {
			return job, true
		}
	}
	return job, false
}

// Statuses returns the status of each job, newest first.
func (l *Jobs[T]) Statuses() (out []Status) {
	for _, job := range l.All() {
		out = append(out, job.Status())
	}
	return out
}

// Close makes Add fail with ErrClosed. Running jobs continue.
func (l *Jobs[T]) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// Task is a job whose result is an R.
type Task[R any] struct {
	mu     sync.Mutex
	status Status
	result R
	done   chan struct{}
}

// NewTask returns a task that has not begun. s needs an ID, a Title and Started.
func NewTask[R any](s Status) *Task[R] {
	return &Task[R]{status: s, done: make(chan struct{})}
}

// Status implements Job.
func (t *Task[R]) Status() Status {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.status
}

// SetProgress sets the stage and the pieces done and in total.
func (t *Task[R]) SetProgress(stage string, done, of int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.status.Stage, t.status.Done, t.status.Total = stage, done, of
}

// SetURL sets the URL of the task's result.
func (t *Task[R]) SetURL(url string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.status.URL = url
}

// Run calls do, blocks until it returns, and stores its result. If do panics, the task fails.
func (t *Task[R]) Run(ctx context.Context, do func(context.Context) (R, error)) {
	result, err, began := *new(R), errPanicked, time.Now()
	defer func() { t.end(result, err, time.Since(began)) }()
	result, err = do(ctx)
}

var errPanicked = errors.New("the console failed; see its log")

func (t *Task[R]) end(result R, err error, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.result, t.status.Err, t.status.Took = result, err, took
	switch {
	case errors.Is(err, context.Canceled):
		t.status.Stage, t.status.Outcome = "stopped", Stopped
	case err != nil:
		t.status.Stage, t.status.Outcome = "failed", Failed
	default:
		t.status.Stage, t.status.Outcome = "done", Done
	}
	close(t.done)
}

// Ended is closed when the task has ended.
func (t *Task[R]) Ended() <-chan struct{} { return t.done }

// Result returns the task's result. ok is false before the end, and if it failed or was stopped.
func (t *Task[R]) Result() (result R, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result, t.status.Outcome == Done
}
