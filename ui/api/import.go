package api

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Import is the job that imports a file as a session.
type Import = background.Task[importResult]

// importResult is the imported session, with notes on what was unusual in the file.
type importResult struct {
	session wire.Session
	notes   []string
}

func NewImports() *background.Jobs[*Import] {
	return &background.Jobs[*Import]{MaxRunning: 4, MaxFinished: 6}
}

// importFile imports the request's body as a job, which also ends when the request does.
func (s *Screen) importFile(w http.ResponseWriter, r *http.Request, name string) (wire.Session, []string, error) {
	id := wire.NewID()
	job := background.NewTask[importResult](background.Status{ID: id, Title: name, Stage: "reading the file", Started: s.Web.Now()})
	if err := s.Imports.Add(job); err != nil {
		return wire.Session{}, nil, err
	}
	defer s.notifyJobs()
	s.Background.Do(r.Context(), id, func(ctx context.Context) {
		// Reading a body does not stop when a context ends, but at a read deadline in the past.
		defer context.AfterFunc(ctx, func() { _ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0)) })()
		job.Run(ctx, func(ctx context.Context) (out importResult, err error) {
			body := &meter{r: r.Body, size: r.ContentLength, job: job, notify: s.notifyJobs}
			out.session, out.notes, err = s.Files.Import(ctx, body, name, r.URL.Query().Get("copy") == "true")
			switch {
			case err == nil:
				job.SetURL(link.SessionURL(out.session.ID))
			case body.isBroken:
				err = context.Canceled
			}
			return out, err
		})
	})
	out, _ := job.Result()
	return out.session, out.notes, job.Status().Err
}

func (s *Screen) notifyJobs() { s.Web.Notify(web.Jobs) }

// meter reads a file and reports progress after every MB.
type meter struct {
	r        io.Reader
	n, size  int64
	job      *Import
	notify   func()
	isBroken bool // the sender stopped sending, or the job was stopped
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.isBroken = m.isBroken || err != nil && err != io.EOF
	before := m.n >> 20
	if m.n += int64(n); m.n>>20 > before {
		m.job.SetProgress("reading the file", int(m.n>>20), int(max(m.size, 0)>>20))
		m.notify()
	}
	return n, err
}
