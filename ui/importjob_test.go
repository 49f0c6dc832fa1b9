package ui

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
)

// readFiles reads what is imported to its end.
type readFiles struct {
	realFiles
	begun chan struct{}
}

func (f readFiles) Import(_ context.Context, r io.Reader, _ string, _ bool) (wire.Session, []string, error) {
	f.begun <- struct{}{}
	_, err := io.Copy(io.Discard, r)
	return wire.Session{}, nil, err
}

// TestStalledImportsAreStopped: a stalled upload ends when somebody stops it, when its sender
// leaves, and with the console.
func TestStalledImportsAreStopped(t *testing.T) {
	files := readFiles{begun: make(chan struct{})}
	s := newTestServer(t, emptyRecord(), &fakeCaller{}, func(o *Options) { o.Files = files })
	srv := httptest.NewServer(s)
	defer srv.Close()
	upload := func(end func(id string, leave func())) {
		t.Helper()
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		body, w := io.Pipe()
		r, err := http.NewRequestWithContext(ctx, "POST", srv.URL+"/api/sessions/import?name=x.jsonl", body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer secret")
		done := make(chan struct{})
		go func() {
			defer close(done)
			if resp, err := http.DefaultClient.Do(r); err == nil {
				resp.Body.Close()
			}
		}()
		io.WriteString(w, "{")
		<-files.begun
		job := s.imports.All()[0]
		end(job.Status().ID, leave)
		<-job.Ended()
		w.Close()
		<-done
		if status := job.Status(); status.Outcome != background.Stopped {
			t.Errorf("it ended as %+v", status)
		}
	}
	upload(func(id string, _ func()) { act(t, s, "/jobs/"+id+"/stop", "") })
	upload(func(_ string, leave func()) { leave() })
	upload(func(string, func()) { s.Close() })
	srv.Close() // waits for the requests
	for _, job := range s.imports.All() {
		if id := job.Status().ID; s.background.IsRunning(id) {
			t.Errorf("%s still runs", id)
		}
	}
}
