package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// pace is the least time between two drawings of a tab.
const pace = 100 * time.Millisecond

// View is the live half of a page. Draw is called at once when the stream
// opens and after every ring of a bell, never twice at a time. It reads what
// changed since its last call and puts the difference into p.
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

// live serves a tab's one event stream: the frame and the view, drawn after
// every bell until the tab goes away.
func (s *Site) live(open OpenView) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		view, err := open(r, sinceOf(r))
		if err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		defer context.AfterFunc(s.ctx, cancel)()
		records, stop := s.Records.Watch()
		defer stop()
		actions, stop := s.Bell.watch()
		defer stop()
		p := NewPatches(w, r)
		frame := s.Around.View(r)
		for {
			if err := s.draw(ctx, p, frame, view); err != nil {
				return nil // the stream has begun; the tab opens it again
			}
			if !s.wait(ctx, records, actions) {
				return nil
			}
		}
	}
}

// wait returns when there may be something to draw, and not before the pace
// allows; false when the stream ends. A quiet stream is drawn now and then,
// which finds a tab that went away without a word.
func (s *Site) wait(ctx context.Context, records, actions <-chan struct{}) bool {
	pause := time.NewTimer(pace)
	defer pause.Stop()
	idle := time.NewTimer(20 * time.Second)
	defer idle.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-records:
	case <-actions:
	case <-idle.C:
	}
	select {
	case <-ctx.Done():
		return false
	case <-pause.C:
	}
	return true
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
