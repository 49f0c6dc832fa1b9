// Package jobs serves the page that lists all kinds of background jobs, with their progress and
// results.
package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/frame"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Kind is a kind of background job.
type Kind struct {
	Name string // "Comparison"
	Does string // verb before a job's title: "Compare"; "" if the title contains it
	Unit string // of progress: "step"
	Jobs interface{ Statuses() []background.Status }

	// Summary counts what a job did and its results; nil: the status suffices.
	Summary func(ctx context.Context, id string) (counted string, shares []part.ResultShare)
}

// Kinds lists all kinds of jobs.
type Kinds []Kind

func (k Kinds) Running() (n int) {
	for _, kind := range k {
		for _, status := range kind.Jobs.Statuses() {
			if status.Outcome == background.Running {
				n++
			}
		}
	}
	return n
}

// Screen serves the page of jobs. Safe for concurrent use.
type Screen struct {
	Web        *web.Site
	Frame      *frame.Frames
	Background *background.Calls
	Kinds      Kinds
}

func (s *Screen) Routes() []web.Route {
	return []web.Route{
		{Pattern: "GET /jobs", Handle: s.page, Live: s.live},
		{Pattern: "POST /jobs/{id}/stop", Handle: s.stop},
	}
}

// API returns the addresses for programs.
func (s *Screen) API() []web.Route {
	return []web.Route{{Pattern: "GET /api/jobs", Handle: s.list}, {Pattern: "POST /api/jobs/{id}/stop", Handle: s.stopByAPI}}
}

type row struct {
	background.Status
	stops   bool // it is running and can be stopped
	kind    Kind
	unit    string
	counted string // what it did; "" if its status suffices
	shares  []part.ResultShare
}

// rows lists all jobs: unfinished ones first, then finished ones, each newest first.
func (s *Screen) rows() []row {
	out := []row{}
	for _, k := range s.Kinds {
		for _, job := range k.Jobs.Statuses() {
			job.Title = strings.TrimSpace(k.Does + " " + job.Title)
			out = append(out, row{Status: job, kind: k, unit: cmp.Or(job.Unit, k.Unit), stops: s.Background.IsRunning(job.ID)})
		}
	}
	slices.SortStableFunc(out, func(a, b row) int {
		switch {
		case a.IsOver() == b.IsOver():
			return b.Started.Compare(a.Started)
		case b.IsOver():
			return -1
		}
		return 1
	})
	return out
}

// countedRows returns rows with the results of each job.
func (s *Screen) countedRows(ctx context.Context) []row {
	all := s.rows()
	for i, r := range all {
		if r.kind.Summary != nil {
			all[i].counted, all[i].shares = r.kind.Summary(ctx, r.ID)
		}
	}
	return all
}

func (r row) MarshalJSON() ([]byte, error) {
	problem := ""
	if r.Err != nil && r.Outcome == background.Failed {
		problem = r.Err.Error()
	}
	return json.Marshal(struct {
		ID      string    `json:"id"`
		Kind    string    `json:"kind"`
		Title   string    `json:"title"`
		URL     string    `json:"url,omitempty"`
		State   string    `json:"state"`
		Stage   string    `json:"stage"`
		Done    int       `json:"done"`
		Of      int       `json:"of,omitempty"`
		Unit    string    `json:"unit"`
		Started time.Time `json:"started"`
		Problem string    `json:"problem,omitempty"`
		CanStop bool      `json:"can_stop"`
	}{r.ID, strings.ToLower(r.kind.Name), r.Title, r.URL, r.Outcome.String(), r.Stage, r.Done, r.Total, r.unit, r.Started.UTC(), problem, r.stops})
}

func (r *row) progress() string {
	switch {
	case r.counted != "":
		return r.counted
	case r.Total > 0:
		return part.Count(min(r.Done, r.Total)) + " of " + part.Plural(r.Total, r.unit)
	case r.Done > 0:
		return part.Plural(r.Done, r.unit)
	}
	return ""
}

// marks holds the sign and the class of each outcome.
var marks = map[background.Outcome][2]string{
	background.Running: {"◐", "working"}, background.Waiting: {"○", "input-required"}, background.Done: {"✓", "completed"}, background.Stopped: {"⊘", "canceled"}, background.Failed: {"✕", "failed"},
}

// state returns the sign, the class and the words of how a job stands or ended.
func (r *row) state() (sign, class, text string) {
	mark := marks[r.Outcome]
	switch failed := part.FailedShare(r.shares); {
	case r.Outcome == background.Done && failed != "":
		return "✕", "failed", failed
	case r.Differs:
		mark = [2]string{"≠", "input"}
	}
	return mark[0], mark[1], part.Short(cmp.Or(r.Result, r.Stage), 60)
}

func (r *row) name() string { return part.Short(r.Title, 120) }

type group struct {
	id, title string
	rows      []row
}

// groups separates running from finished jobs.
func groups(rows []row) []group {
	n := slices.IndexFunc(rows, func(r row) bool { return r.IsOver() })
	if n < 0 {
		n = len(rows)
	}
	all := []group{{"jobs-running", "Running", rows[:n]}, {"jobs-over", "Finished", rows[n:]}}
	return slices.DeleteFunc(all, func(g group) bool { return len(g.rows) == 0 })
}

func (s *Screen) page(w http.ResponseWriter, r *http.Request) error {
	return s.Web.Page(w, r, web.Page{Title: "Jobs", Screen: "jobs", Styles: []string{"saving"}, Body: body(s.countedRows(r.Context()), s.Frame.ReadMocks(r.Context())), Live: true})
}

func (s *Screen) list(w http.ResponseWriter, _ *http.Request) error {
	return web.WriteJSON(w, map[string][]row{"jobs": s.rows()})
}

func (s *Screen) live(*http.Request, int64) (web.View, error) {
	return web.ViewFunc(func(ctx context.Context, p *web.Patches) error {
		p.Changed("jobs", list(s.countedRows(ctx), s.Frame.ReadMocks(ctx)))
		return nil
	}, web.Runs, web.Jobs), nil
}

// stop ends a job. Its kind decides whether to keep or undo what it did so far.
func (s *Screen) stop(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if !slices.ContainsFunc(s.rows(), func(o row) bool { return o.ID == id }) {
		return web.Fail(http.StatusNotFound, "There is no such job.", "The job is over, or the console has restarted since.", "Reload the page.")
	}
	s.Background.Stop(id)
	return s.Web.Done(w, r, web.Anything)
}

func (s *Screen) stopByAPI(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	rows := s.rows()
	switch i := slices.IndexFunc(rows, func(o row) bool { return o.ID == id }); {
	case i < 0:
		return web.Fail(http.StatusNotFound, "There is no such job.", "No job has had this id since the console started.", "List the jobs: GET /api/jobs.")
	case !rows[i].stops:
		return web.Fail(http.StatusConflict, "The job is not running.", "It is "+rows[i].Outcome.String()+".", "")
	}
	s.Background.Stop(id)
	s.Web.Notify(web.Anything)
	w.WriteHeader(http.StatusNoContent)
	return nil
}
