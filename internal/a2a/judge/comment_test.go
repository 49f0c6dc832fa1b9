package judge

import (
	"net/http"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// TestAStreamThatBeginsWithAComment: a comment is not an event, whatever follows.
func TestAStreamThatBeginsWithAComment(t *testing.T) {
	const failed = `data: {"error":{"code":500,"status":"INTERNAL","message":"no"}}` + "\n\n"
	const began = `data: {"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_SUBMITTED"}}}` + "\n\n"
	for _, c := range []struct {
		pieces []string
		refuse bool
	}{
		{[]string{failed}, true},
		{[]string{": welcome\n\n", failed}, true},
		{[]string{": welcome\n", ": again\n\n", "retry: 10\n\n", failed}, true},
		{[]string{": welcome\n\n", began, failed}, false},
	} {
		s := newStory(t, "1.0", a2a.REST)
		req, _, err := dialect.Request(s.v, s.b, s.endpoint(), "1", s.send(a2a.SendStreamingMessage))
		if err != nil {
			t.Fatal(err)
		}
		s.exchange(req, 200, http.Header{"Content-Type": {"text/event-stream"}}, nil, c.pieces...)
		found := s.judged(t)
		if slices.ContainsFunc(found, func(f Finding) bool { return f.Check == "REST-08" }) != c.refuse {
			t.Errorf("%q: %s", c.pieces, told(found))
		}
	}
}
