package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// View is the live half of a page. Draw is called at once when the stream
// opens and after changes that concern it (see Selective), never twice at a time.
// It reads what changed since its last call and puts the difference into p.
type View interface {
	Draw(ctx context.Context, p *Patches) error
}

// OpenView makes the view of a request under /live. since is the version of
// the record that the page shows.
type OpenView func(r *http.Request, since int64) (View, error)

// livePattern is where the live half of a page is: "GET /tasks/{id}" has
// "GET /live/tasks/{id}".
func livePattern(pattern string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return method + " /live" + path
}

// live serves a tab's one event stream: the frame and the view, drawn after what
// concerns them until the tab goes away.
func (s *Site) live(open OpenView) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		view, err := open(r, sinceOf(r))
		if err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.ctx, cancel)()
		in, stop := s.notices.open()
		defer stop()
		p := NewPatches(w, r)
		views := []View{s.Around.View(r), view}
		for due := views; ; due = s.due(ctx, in, views) {
			if ctx.Err() != nil || s.draw(ctx, p, due...) != nil {
				return nil // the stream has begun; the tab opens it again
			}
		}
	}
}

// quiet is how long a tab is left alone. All of it is then drawn, which brings up what
// no notice tells of.
const quiet = 20 * time.Second

// due waits until something has changed, and returns the views that it concerns.
func (s *Site) due(ctx context.Context, in *inbox, views []View) []View {
	idle := time.NewTimer(quiet)
	defer idle.Stop()
	select {
	case <-ctx.Done():
		return nil
	case <-idle.C:
		return views
	case <-in.wake:
	}
	list := in.take()
	var out []View
	for _, v := range views {
		if concerned(v, list) {
			out = append(out, v)
		}
	}
	return out
}

// concerned tells a view of all notices, and reports whether it is to be drawn.
func concerned(v View, list []Notice) bool {
	s, selective := v.(Selective)
	if !selective {
		return len(list) > 0
	}
	any := false
	for _, n := range list {
		any = s.Concerns(n) || any
	}
	return any
}

func (s *Site) draw(ctx context.Context, p *Patches, views ...View) error {
	for _, v := range views {
		if err := v.Draw(ctx, p); err != nil {
			if ctx.Err() == nil {
				s.Logger.Error("draw a live page", "err", err)
				p.Changed("notice", notice("This page could not be brought up to date.", err.Error()+".", "It tries again with the next change."))
			}
			break
		}
	}
	return p.Flush()
}

// sinceOf is the version that the page shows: what the last event said when
// the browser resumes a stream, else what the page says of itself.
func sinceOf(r *http.Request) int64 {
	page, _ := strconv.ParseInt(r.Header.Get("Console-Since"), 10, 64)
	last, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	return max(page, last)
}
