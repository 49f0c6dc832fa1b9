package task

import (
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestPollsFoldWhileTheAnswerIsTheSame: an exchange that differs in anything that the
// timeline shows gets its own line.
func TestPollsFoldWhileTheAnswerIsTheSame(t *testing.T) {
	poll := wire.Exchange{Origin: wire.Client, Outcome: wire.ByAgent, Labels: wire.Labels{Op: "GetTask", Task: "t", State: "TASK_STATE_WORKING"}}
	later := func(change func(*wire.Exchange)) wire.Exchange {
		x := poll
		x.Started = time.Unix(60, 0)
		change(&x)
		return x
	}
	for name, c := range map[string]struct {
		next wire.Exchange
		want []int
	}{
		"the same answer": {later(func(*wire.Exchange) {}), []int{2}},
		"another outcome": {later(func(x *wire.Exchange) { x.Outcome = wire.Cut }), []int{1, 1}},
		"another state":   {later(func(x *wire.Exchange) { x.Labels.State = "TASK_STATE_COMPLETED" }), []int{1, 1}},
		"another caller":  {later(func(x *wire.Exchange) { x.Origin = wire.Console }), []int{1, 1}},
		"another error":   {later(func(x *wire.Exchange) { x.Labels.Error = "InternalError" }), []int{1, 1}},
		"another version": {later(func(x *wire.Exchange) { x.Labels.Dialect = "1.0" }), []int{1, 1}},
		"other params":    {later(func(x *wire.Exchange) { x.URL = "http://a/tasks/t?historyLength=1" }), []int{1, 1}},
		"another call":    {later(func(x *wire.Exchange) { x.Labels.Op = "CancelTask" }), []int{1, 1}},
	} {
		rows := foldPolls([]wire.Exchange{poll, c.next})
		var times []int
		for _, r := range rows {
			times = append(times, r.Times)
		}
		if !slices.Equal(times, c.want) || !rows[len(rows)-1].Until.Equal(c.next.Started) {
			t.Errorf("%s: the lines stand for %v calls, want %v, the last until %v", name, times, c.want, rows[len(rows)-1].Until)
		}
	}
	send := poll
	send.Labels.Op = "SendMessage"
	if rows := foldPolls([]wire.Exchange{send, send}); len(rows) != 2 {
		t.Error("two messages are one line")
	}
}
