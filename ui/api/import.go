package api

import (
	"context"
	"io"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Import is a file on its way into a session of its own.
type Import = background.Task[imported]

// imported is the session that came of a file, with what is to be known of it.
type imported struct {
	session wire.Session
	notes   []string
}

// NewImports are the files on their way into sessions.
func NewImports() *background.Jobs[*Import] {
	return &background.Jobs[*Import]{Running: 4, Kept: 6}
}

// importFile reads the request's body as a job, which also ends with the request.
func (s *Screen) importFile(r *http.Request, name string) (wire.Session, []string, error) {
	job := background.NewTask[imported](background.Status{ID: wire.NewID(), Title: name, Stage: "reading the file", Started: s.Web.Now()})
	if err := s.Imports.Add(job); err != nil {
		return wire.Session{}, nil, err
	}
	id := job.Status().ID
	s.Background.Start(id, func(ctx context.Context) {
		job.Run(ctx, func(ctx context.Context) (out imported, err error) {
			out.session, out.notes, err = s.Files.Import(ctx, &meter{r: r.Body, of: r.ContentLength, reach: job.Reach, notify: s.notifyJobs}, name, r.URL.Query().Get("copy") == "true")
			if err == nil {
				job.Lead(string(link.SessionURL(out.session.ID)))
			}
			return out, err
		})
		s.notifyJobs()
	})
	defer context.AfterFunc(r.Context(), func() { s.Background.Stop(id) })()
	<-job.Over()
	out, _ := job.Result()
	return out.session, out.notes, job.Status().Err
}

func (s *Screen) notifyJobs() { s.Web.Notify(web.Savings) }

// meter tells of every MB that is read.
type meter struct {
	r      io.Reader
	n, of  int64
	reach  func(stage string, done, of int)
	notify func()
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	before := m.n >> 20
	if m.n += int64(n); m.n>>20 > before {
		m.reach("reading the file", int(m.n>>20), int(max(m.of, 0)>>20))
		m.notify()
	}
	return n, err
}
