package inspector

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestSubscribeTheOtherWay: a server that knows only one method is asked with it, and a protocol error is accepted as the
// answer.
func TestSubscribeTheOtherWay(t *testing.T) {
	const event = `data: {"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}` + "\n\n"
	const none = `{"error":{"code":404,"status":"NOT_FOUND","message":"no","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}}`
	for _, tt := range []struct {
		name    string
		knows   string
		status  int
		refusal string
		want    string
		kind    a2a.Kind
	}{
		{"post", "POST", 404, "", "POST", a2a.KindTask},
		{"get", "GET", 405, "Method Not Allowed", "POST GET", a2a.KindTask},
		{"page", "GET", 404, "<!DOCTYPE html><pre>Cannot POST</pre>", "POST GET", a2a.KindTask},
		{"empty", "GET", 501, "", "POST GET", a2a.KindTask},
		{"no task", "", 404, none, "POST", a2a.KindError},
		{"old no task", "", 404, `{"code":-32001,"message":"no"}`, "POST", a2a.KindError},
		{"nothing", "", 404, "404 page not found", "POST GET", a2a.KindError},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked []string
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = append(asked, r.Method)
				if r.Method != tt.knows {
					w.WriteHeader(tt.status)
					io.WriteString(w, tt.refusal)
					return
				}
				w.Header().Set("Content-Type", "text/event-stream")
				io.WriteString(w, event)
			}))
			defer s.Close()
			c := New(Options{Transport: http.DefaultTransport})
			p, err := c.Prepare(Target{Endpoint: s.URL, Version: a2a.V10, Binding: a2a.REST}, &a2a.Call{Op: a2a.SubscribeToTask, TaskID: "t"})
			if err != nil {
				t.Fatal(err)
			}
			var got []Event
			end, err := c.Send(t.Context(), p, func(e Event) { got = append(got, e) })
			if err != nil || len(got) != 1 || got[0].Reading.Kind != tt.kind {
				t.Fatalf("%v, %+v, %+v", err, end, got)
			}
			if strings.Join(asked, " ") != tt.want || end.Exchange == "" {
				t.Errorf("asked by %v, want %s; exchange %q", asked, tt.want, end.Exchange)
			}
		})
	}
}
