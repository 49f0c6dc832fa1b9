package examine

import (
	"context"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var (
	withStreams    = declares("streaming", func(c *a2a.Capabilities) bool { return c.Streaming }, true)
	withoutStreams = declares("streaming", func(c *a2a.Capabilities) bool { return c.Streaming }, false)
)

// streaming are the probes of streams.
var streaming = []probe{
	{
		name: "stream", breaks: "CARD-38", level: check.Must, calls: 2, fits: withStreams,
		asks: "The agent answers a message with a stream, as its card declares.",
		try: func(t *trial) {
			a := t.call(t.message(a2a.SendStreamingMessage, t.quick()))
			if t.target.Card == nil && a.unknown() {
				t.notApplicable("the agent has no streams")
			}
			if !t.success(a) {
				return
			}
			if len(a.results) == 0 {
				t.fail("the stream has no events")
				return
			}
			t.keep(a)
			if a.Task != "" && a.State.Terminal() {
				t.call(t.of(a2a.GetTask, a.Task)) // what is different there is a check's business
			}
			t.pass("the stream ended with " + a.describe())
		},
	},
	{
		name: "stream-undeclared", breaks: "ERR-03 ERR-04 CARD-38", level: check.Should, calls: 1, fits: withoutStreams,
		asks: "The agent refuses a streaming call, because its card does not declare streaming.",
		try:  func(t *trial) { t.refusal(t.call(t.message(a2a.SendStreamingMessage, t.quick()))) },
	},
	{
		name: "subscribe", breaks: "CARD-38", level: check.Should, calls: 3, fits: withStreams, lacks: noSlow,
		asks: "A second client can join the stream of a task; both streams end when the task is canceled.",
		try:  join,
	},
	{
		name: "subscribe-finished", breaks: "SSE-21 REQ-25", level: check.Must, calls: 1, fits: withStreams, lacks: noTask,
		asks: "The agent refuses a subscription to a task that has ended.",
		try: func(t *trial) {
			a := t.call(t.of(a2a.SubscribeToTask, t.finished))
			if a.ok() && !t.rules("SSE-21") {
				t.either("the agent answered with " + a.describe())
				return
			}
			t.keep(a)
			t.refusal(a)
		},
	},
	{
		name: "subscribe-unknown", breaks: "ERR-02", level: check.Must, calls: 1, fits: withStreams,
		asks: "The agent refuses a subscription to an unknown task.",
		try:  func(t *trial) { t.refusal(t.call(t.of(a2a.SubscribeToTask, t.caller.invent()))) },
	},
}

// streamed is a stream of the slow message that goes on beside other calls.
type streamed struct {
	task  chan string // its task, "" where it ended without one
	ended chan answer
	leave context.CancelFunc
}

// stream begins one.
func (t *trial) stream() *streamed {
	ctx, leave := context.WithCancel(t.ctx)
	s := &streamed{make(chan string, 1), make(chan answer, 1), leave}
	go func() {
		var once sync.Once
		a := t.watched(ctx, t.message(a2a.SendStreamingMessage, t.exam.says.slow), func(a *answer) {
			if a.Task != "" && !a.State.Terminal() {
				once.Do(func() { s.task <- a.Task })
			}
		})
		once.Do(func() { s.task <- "" })
		s.ended <- a
	}()
	return s
}

// beginStream begins a task by a stream and leaves that.
func (t *trial) beginStream() string {
	s := t.stream()
	task := <-s.task
	s.leave()
	a := <-s.ended
	if task == "" && !t.isOver() {
		if a.ok() {
			t.untold("the task had ended by the time the agent answered")
		} else {
			t.success(a)
		}
	}
	return task
}

// join subscribes to a task whose stream is open, and cancels it.
func join(t *trial) {
	first := t.stream()
	defer first.leave()
	task := <-first.task
	if task == "" {
		if a := <-first.ended; t.success(a) {
			t.untold("the first event already ended the task")
		}
		return
	}
	ctx, leave := context.WithCancel(t.ctx)
	defer leave()
	joined, second := make(chan struct{}), make(chan answer, 1)
	go func() {
		var once sync.Once
		a := t.watched(ctx, t.of(a2a.SubscribeToTask, task), func(*answer) { once.Do(func() { close(joined) }) })
		once.Do(func() { close(joined) })
		second <- a
	}()
	<-joined
	cancelled := t.call(t.of(a2a.CancelTask, task))
	b, a := <-second, <-first.ended
	t.joined(a, b, cancelled)
}

// joined judges two streams of a task that was canceled.
func (t *trial) joined(a, b, cancelled answer) {
	switch {
	case b.Err != nil && (b.Err.Name == a2a.TaskNotFound || b.Err.Name == a2a.UnsupportedOperation) && a.State.Terminal() && !cancelled.ok():
		t.untold("the task was over before it could be joined")
	case !b.ok() && b.end.Outcome == wire.ByAgent:
		t.fail("the agent answered the subscription with " + b.describe())
	case !cancelled.ok():
		t.untold("the task could not be canceled: " + cancelled.describe())
	case a.end.Outcome != wire.ByAgent || b.end.Outcome != wire.ByAgent:
		t.fail("a stream of the task did not end when it was canceled", "SSE-15", "SSE-09", "SSE-05")
	case a.State != b.State:
		t.fail("one stream ended with "+a.describe()+", the other with "+b.describe(), "SSE-23")
	default:
		t.pass("both streams ended with " + b.describe())
	}
}
