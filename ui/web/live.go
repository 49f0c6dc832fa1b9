package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/part"
)

// View is the live half of a page. Draw is called at once when the stream
// opens and after changes that concern it (see Selective), never twice at a time.
// It reads what changed since its last call and puts the difference into p.
type View interface {
	Draw(ctx context.Context, p *Patches) error
}

// Timed is what a View that changes as time passes, without a notice, implements as well.
type Timed interface {
	// Due is when the view changes next, zero for never. It is asked before each wait.
	Due() time.Time
}

// Paced is what a View that is not to be drawn after each of many changes implements as well.
type Paced interface {
	// Pace is the least time from one drawing to the next.
	Pace() time.Duration
}

// Together are the views of one page, each drawn after what concerns it.
type Together []View

// Draw implements View.
func (t Together) Draw(ctx context.Context, p *Patches) error {
	var all error
	for _, v := range t {
		all = errors.Join(all, v.Draw(ctx, p))
	}
	return all
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
		if p.Flush() != nil {
			return nil
		}
		views := drawings(s.Around.View(r), view)
		all := time.NewTicker(fullDrawInterval)
		defer all.Stop()
		for due := views; ; {
			s.draw(ctx, p, due)
			if ctx.Err() != nil || p.Flush() != nil {
				return nil // the stream has begun; the tab opens it again
			}
			due = s.due(ctx, in, all.C, views)
		}
	}
}

// fullDrawInterval is how often all of a tab is drawn, which brings up what no notice tells of.
const fullDrawInterval = 20 * time.Second

// drawing is a view of a tab, and how its last drawing went.
type drawing struct {
	View
	failed bool
	next   time.Time // of one that is paced: not before then
	waits  bool      // for that: something has changed
}

// drawings are those of some views.
func drawings(views ...View) (all []*drawing) {
	for _, v := range views {
		if t, several := v.(Together); several {
			all = append(all, drawings(t...)...)
		} else {
			all = append(all, &drawing{View: v})
		}
	}
	return all
}

// due is when a view changes without a notice, zero for never.
func (v *drawing) due() time.Time {
	if v.waits {
		return v.next
	}
	if t, timed := v.View.(Timed); timed {
		return t.Due()
	}
	return time.Time{}
}

// due waits until something has changed, and returns the views that it concerns, with
// those whose last drawing failed.
func (s *Site) due(ctx context.Context, in *inbox, all <-chan time.Time, views []*drawing) (due []*drawing) {
	soon, timed := s.soonest(views)
	select {
	case <-ctx.Done():
		return nil
	case <-all:
		return views
	case <-soon:
		return []*drawing{timed}
	case <-in.wake:
	}
	list := in.take()
	for _, v := range views {
		if !concerned(v.View, list) && !v.failed {
			continue
		}
		if v.waits = s.Now().Before(v.next); !v.waits {
			due = append(due, v)
		}
	}
	return due
}

// soonest is when the first of the views changes as time passes; nil for never. A view whose
// drawing failed is drawn again with the next change.
func (s *Site) soonest(views []*drawing) (soon <-chan time.Time, first *drawing) {
	var at time.Time
	for _, v := range views {
		if v.failed && !v.waits {
			continue
		}
		if due := v.due(); !due.IsZero() && (first == nil || due.Before(at)) {
			at, first = due, v
		}
	}
	if first == nil {
		return nil, nil
	}
	wait := at.Sub(s.Now())
	if !first.waits {
		wait = max(wait, minWait)
	}
	return time.After(wait), first
}

// minWait keeps a view that is always due from being drawn all the time.
const minWait = 100 * time.Millisecond

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

// draw draws views, and says on the page when one could not be, and that it is again.
func (s *Site) draw(ctx context.Context, p *Patches, views []*drawing) {
	for _, v := range views {
		v.waits = false
		if t, paced := v.View.(Paced); paced {
			v.next = s.Now().Add(t.Pace())
		}
		err := errors.Join(v.Draw(ctx, p), p.failure())
		failed := err != nil && ctx.Err() == nil
		switch {
		case failed && !v.failed: // the log has it once, however often it is tried
			s.Logger.Error("draw a live page", "err", err)
			p.Forget("notice")
			fallthrough
		case failed:
			p.Changed("notice", staleNotice(err))
		case v.failed && err == nil:
			p.Changed("notice", NoNotice())
		}
		v.failed = failed
	}
}

// staleNotice says why a page is not brought up to date.
func staleNotice(err error) templ.Component {
	why := part.SentenceOf(err.Error())
	var f *Failure
	switch {
	case errors.As(err, &f):
		why = f.Problem + " " + f.Reason
	case errors.Is(err, part.ErrTooLarge):
		why = "A part of it would be larger than 12 MB."
	}
	return notice("This page could not be brought up to date.", why, "It tries again with the next change.")
}

// SessionsShown is the version of the sessions and agents that the page of a live stream shows, 0
// when it does not tell.
func SessionsShown(r *http.Request) int64 {
	v, _ := strconv.ParseInt(r.Header.Get("Console-Sessions"), 10, 64)
	return v
}

// sinceOf is the version that the page shows: what the last event said when
// the browser resumes a stream, else what the page says of itself.
func sinceOf(r *http.Request) int64 {
	page, _ := strconv.ParseInt(r.Header.Get("Console-Since"), 10, 64)
	last, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	return max(page, last)
}
