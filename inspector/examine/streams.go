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

var streamProbes = []probe{
	{
		name: "stream", breaks: "CARD-38", level: check.Must, calls: 2, inapplicableReason: withStreams,
		expectation: "The agent answers a message with a stream, as its card declares.",
		try: func(t *trial) {
			a := t.call(t.messageCall(a2a.SendStreamingMessage, t.quickText()))
			if t.target.Card == nil && a.isUnknownOperation() {
				t.notApplicable("the agent has no streams")
			}
			if !t.judgeSuccess(a) {
				return
			}
			if len(a.results) == 0 {
				t.fail("the stream has no events")
				return
			}
			t.keepForComparison(a)
			if a.Task != "" && a.State.Terminal() {
				t.call(t.taskCall(a2a.GetTask, a.Task)) // checks judge the differences
			}
			t.pass("the stream ended with " + a.describe())
		},
	},
	{
		name: "stream-undeclared", breaks: "ERR-03 ERR-04 CARD-38", level: check.Should, calls: 1, inapplicableReason: withoutStreams,
		expectation: "The agent refuses a streaming call, because its card does not declare streaming.",
		try:         func(t *trial) { t.judgeRefusal(t.call(t.messageCall(a2a.SendStreamingMessage, t.quickText()))) },
	},
	{
		name: "subscribe", breaks: "CARD-38", level: check.Should, calls: 3, inapplicableReason: withStreams, untestableReason: noSlow,
		expectation: "A second client can join the stream of a task; both streams end when the task is canceled.",
		try:         joinStream,
	},
	{
		name: "subscribe-finished", breaks: "SSE-21 REQ-25", level: check.Must, calls: 1, inapplicableReason: withStreams, untestableReason: noTask,
		expectation: "The agent refuses a subscription to a task that has ended.",
		try: func(t *trial) {
			a := t.call(t.taskCall(a2a.SubscribeToTask, t.finished))
			if a.isOK() && !t.hasCheck("SSE-21") {
				t.passOpen("the agent answered with " + a.describe())
				return
			}
			t.keepForComparison(a)
			t.judgeRefusal(a)
		},
	},
	{
		name: "subscribe-unknown", breaks: "ERR-02", level: check.Must, calls: 1, inapplicableReason: withStreams,
		expectation: "The agent refuses a subscription to an unknown task.",
		try:         func(t *trial) { t.judgeRefusal(t.call(t.taskCall(a2a.SubscribeToTask, t.caller.inventID()))) },
	},
}

// slowStream is a stream for the message texts.slow, which runs in parallel to other calls.
type slowStream struct {
	task  chan string // receives the task's id, "" if the stream ended without a running task
	ended chan answer
	leave context.CancelFunc
}

func (t *trial) startStream() *slowStream {
	ctx, leave := context.WithCancel(t.ctx)
	s := &slowStream{make(chan string, 1), make(chan answer, 1), leave}
	go func() {
		var once sync.Once
		a := t.callWithEvents(ctx, t.messageCall(a2a.SendStreamingMessage, t.exam.texts.slow), func(a *answer) {
			if a.Task != "" && !a.State.Terminal() {
				once.Do(func() { s.task <- a.Task })
			}
		})
		once.Do(func() { s.task <- "" })
		s.ended <- a
	}()
	return s
}

// startAndLeaveStream starts a task with a stream, closes the stream and returns the task, "" if there is none.
func (t *trial) startAndLeaveStream() string {
	s := t.startStream()
	task := <-s.task
	s.leave()
	a := <-s.ended
	if task == "" && !t.isOver() {
		if a.isOK() {
			t.skip("the task had ended by the time the agent answered")
		} else {
			t.judgeSuccess(a)
		}
	}
	return task
}

// joinStream subscribes to a task whose stream is open, and cancels the task.
func joinStream(t *trial) {
	first := t.startStream()
	defer first.leave()
	task := <-first.task
	if task == "" {
		if a := <-first.ended; t.judgeSuccess(a) {
			t.skip("the first event already ended the task")
		}
		return
	}
	ctx, leave := context.WithCancel(t.ctx)
	defer leave()
	joined, second := make(chan struct{}), make(chan answer, 1)
	go func() {
		var once sync.Once
		a := t.callWithEvents(ctx, t.taskCall(a2a.SubscribeToTask, task), func(*answer) { once.Do(func() { close(joined) }) })
		once.Do(func() { close(joined) })
		second <- a
	}()
	<-joined
	cancelled := t.call(t.taskCall(a2a.CancelTask, task))
	b, a := <-second, <-first.ended
	t.judgeJoined(a, b, cancelled)
}

func (t *trial) judgeJoined(a, b, cancelled answer) {
	switch {
	case b.Err != nil && (b.Err.Name == a2a.TaskNotFound || b.Err.Name == a2a.UnsupportedOperation) && a.State.Terminal() && !cancelled.isOK():
		t.skip("the task had ended before the second client could join")
	case !b.isOK() && b.end.Outcome == wire.ByAgent:
		t.fail("the agent answered the subscription with " + b.describe())
	case !cancelled.isOK():
		t.skip("the task could not be canceled: " + cancelled.describe())
	case a.end.Outcome != wire.ByAgent || b.end.Outcome != wire.ByAgent:
		t.fail("a stream of the task did not end when it was canceled", "SSE-15", "SSE-09", "SSE-05")
	case a.State != b.State:
		t.fail("one stream ended with "+a.describe()+", the other with "+b.describe(), "SSE-23")
	default:
		t.pass("both streams ended with " + b.describe())
	}
}
