package judge

import (
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// BenchmarkStream reads and judges a stream of 10,000 events.
func BenchmarkStream(b *testing.B) {
	s := newStory(b, a2a.V10, a2a.JSONRPC)
	s.card(nil)
	all := []*a2a.Result{whole(a2a.Working)}
	for i := range 10_000 {
		all = append(all, chunk(fmt.Sprint("word ", i, " "), i > 0, i == 9_999))
	}
	s.ok(s.send(a2a.SendStreamingMessage), append(all, update(a2a.Completed, 2))...)
	b.ResetTimer()
	for range b.N {
		if n := len(s.judged(b)); n > 10 {
			b.Fatalf("%d findings", n)
		}
	}
}

// BenchmarkRecording judges 1,000 exchanges of 250 tasks.
func BenchmarkRecording(b *testing.B) {
	s := newStory(b, a2a.V10, a2a.JSONRPC)
	s.card(nil)
	for i := range 250 {
		own := func(t *a2a.Task) { t.ID, t.ContextID = fmt.Sprint("t", i), fmt.Sprint("c", i) }
		s.ok(s.send(a2a.SendMessage), whole(a2a.InputRequired, own))
		s.ok(s.follow(fmt.Sprint("t", i)), whole(a2a.Completed, own))
		s.ok(of(a2a.GetTask, fmt.Sprint("t", i)), whole(a2a.Completed, own))
		s.fail(of(a2a.CancelTask, fmt.Sprint("t", i)), a2a.TaskNotCancelable)
	}
	b.ResetTimer()
	for range b.N {
		s.judged(b)
	}
}
