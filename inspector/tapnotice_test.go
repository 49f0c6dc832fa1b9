package inspector

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestATapIsNoAgent: a notice from another tap without its agent ends a call like a missing response, with the tap's
// reason. A similar document from an agent is a response, down to the last byte.
func TestATapIsNoAgent(t *testing.T) {
	for name, c := range map[string]struct {
		notice  wire.Notice
		outcome wire.Outcome
		says    string
	}{
		"nobody":   {wire.Notice{Title: wire.NoticeUnanswered, Status: 502, Detail: "Nothing listens there."}, wire.Unreachable, "got no answer from its agent: Nothing listens there."},
		"too late": {wire.Notice{Title: wire.NoticeUnanswered, Status: 504, Detail: "It is busy."}, wire.TimedOut, "got no answer from its agent: It is busy."},
		"stopped":  {wire.Notice{Title: wire.NoticeStopped, Status: 503, Detail: "Start it again."}, wire.Unreachable, "says that it is a tap, which stopped: Start it again."},
		"refused":  {wire.Notice{Title: wire.NoticeRefused, Status: 403, Detail: "Not by this name."}, wire.Refused, "refused the request: Not by this name."},
	} {
		events, end := exchangeWith(t, Options{}, false, func(w http.ResponseWriter, _ *http.Request) {
			h, body := c.notice.Write()
			for k, v := range h {
				w.Header()[k] = v
			}
			w.WriteHeader(c.notice.Status)
			w.Write(body)
		})
		if len(events) > 0 || end.Status != 0 || end.Outcome != c.outcome || !strings.HasPrefix(end.Problem, "http://127.0.0.1:") || !strings.HasSuffix(end.Problem, c.says) {
			t.Errorf("%s: %+v, %d events", name, end, len(events))
		}
	}
	for _, own := range []string{`{"title":"gone","status":502}`, `{"from":"another"}`, `{"title":"a2a-console: all is well","status":502,"from":"a2a-console"}`, `{`, strings.Repeat(" ", wire.MaxNoticeBytes) + `{"from":"a2a-console"}`} {
		events, end := exchangeWith(t, Options{}, false, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(502)
			w.Write([]byte(own))
		})
		if end.Status != 502 || end.Outcome != wire.ByAgent || len(events) != 1 || string(events[0].Reading.Raw) != own {
			t.Errorf("%.40s: %+v, %d events", own, end, len(events))
		}
	}
}
