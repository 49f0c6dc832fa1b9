package background

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Status is how far a job is.
type Status struct {
	ID, Title   string
	URL         string // of its page, or of its result; "" where it has none
	Stage       string // what it does, or how it ended: "reading the list", "done"
	Done, Total int    // pieces of work; an Of of 0 is not known
	Unit        string // of these, "" for that of its kind
	Started     time.Time
	Took        time.Duration // 0 while it is not over, or where nothing came of it
	Outcome     Outcome
	Err         error // why nothing came of it
}

// Outcome is how a job stands.
type Outcome int

const (
	Running Outcome = iota
	Waiting         // for somebody to decide
	Done
	Stopped // by somebody, or before it did all
	Failed
)

// String is the word for programs.
func (o Outcome) String() string {
	return [...]string{"running", "waiting", "done", "stopped", "failed"}[o]
}

// IsOver reports whether nothing more will come of a job.
func (s Status) IsOver() bool { return s.Outcome >= Done }

// Job is work in the background. Safe for concurrent use.
type Job interface{ Status() Status }

// Jobs are the jobs of a kind in this launch, newest first. Safe for concurrent use.
type Jobs[T Job] struct {
	MaxRunning  int // at once
	MaxFinished int // whose results can be looked at

	mu     sync.Mutex
	list   []T
	closed bool
}

// Why a job is not taken in.
var (
	ErrTooMany = errors.New("too many jobs of this kind are running")
	ErrClosed  = errors.New("the console is stopping")
)

// Add takes a job in, unless too many run. The oldest that are over go.
func (l *Jobs[T]) Add(job T) error {
	_, err := l.FindOrAdd(job, func(T) bool { return false })
	return err
}

// FindOrAdd returns the job that is the same as another, else takes the other in.
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

// All are the jobs, newest first.
func (l *Jobs[T]) All() []T {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.list)
}

// Get returns the job with an id.
func (l *Jobs[T]) Get(id string) (job T, ok bool) {
	for _, job := range l.All() {
		if job.Status().ID == id {
			return job, true
		}
	}
	return job, false
}

// Statuses are those of all, newest first.
func (l *Jobs[T]) Statuses() (out []Status) {
	for _, job := range l.All() {
		out = append(out, job.Status())
	}
	return out
}

// Close has nothing new begin.
func (l *Jobs[T]) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// Task is a job that ends with an R.
type Task[R any] struct {
	mu     sync.Mutex
	status Status
	result R
	done   chan struct{}
}

// NewTask is a task that has not begun. Of its status an id, what it is and when it starts
// are known.
func NewTask[R any](s Status) *Task[R] {
	return &Task[R]{status: s, done: make(chan struct{})}
}

// Status implements Job.
func (t *Task[R]) Status() Status {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.status
}

// SetProgress tells how far the task is.
func (t *Task[R]) SetProgress(stage string, done, of int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.status.Stage, t.status.Done, t.status.Total = stage, done, of
}

// SetURL tells where the result of the task is.
func (t *Task[R]) SetURL(url string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.status.URL = url
}

// Run does the task.
func (t *Task[R]) Run(ctx context.Context, do func(context.Context) (R, error)) {
	result, err, began := *new(R), errPanicked, time.Now()
	defer func() { t.end(result, err, time.Since(began)) }()
	result, err = do(ctx)
}

var errPanicked = errors.New("the console failed; its log says how")

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

// Ended is closed when the task ended.
func (t *Task[R]) Ended() <-chan struct{} { return t.done }

// Result is what came of the task; ok is false before it ended, and where nothing did.
func (t *Task[R]) Result() (result R, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.result, t.status.Outcome == Done
}
