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

// View is the live half of a page. Draw is called when the stream opens and after changes that
// concern the view (see Selective), never concurrently. It reads what changed since its last call
// and adds the difference to p.
type View interface {
	Draw(ctx context.Context, p *Patches) error
}

// Timed is implemented by a View that also changes with time, without a notice.
type Timed interface {
	// Due returns when the view changes next, zero for never. It is called before each wait.
	Due() time.Time
}

// Paced is implemented by a View that must not be drawn after each of many changes.
type Paced interface {
	// Pace is the least time between two drawings.
	Pace() time.Duration
}

// Together combines the views of one page. Each is drawn after changes that concern it.
type Together []View

// Draw implements View.
func (t Together) Draw(ctx context.Context, p *Patches) error {
	var all error
	for _, v := range t {
		all = errors.Join(all, v.Draw(ctx, p))
	}
	return all
}

// OpenView makes the view for a request under /live. since is the version of the
// record that the page shows.
type OpenView func(r *http.Request, since int64) (View, error)

// livePattern returns the pattern of a page's live half: "GET
// /live/tasks/{id}" for "GET /tasks/{id}".
func livePattern(pattern string) string {
	method, path, _ := strings.Cut(pattern, " ")
	return method + " /live" + path
}

// live serves a tab's only event stream. It draws the frame and the view after changes that concern
// them, until the tab closes.
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
				return nil // the stream has begun; the tab will reopen it
			}
			due = s.due(ctx, in, all.C, views)
		}
	}
}

// fullDrawInterval is how often everything in a tab is drawn, to show changes that cause no notice.
const fullDrawInterval = 20 * time.Second

type drawing struct {
	View
	failed bool
	next   time.Time // for a Paced view: the earliest time of the next drawing
	waits  bool      // it has changes, to be drawn at next
}

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

func (v *drawing) due() time.Time {
	if v.waits {
		return v.next
	}
	if t, timed := v.View.(Timed); timed {
		return t.Due()
	}
	return time.Time{}
}

// due waits for a change and returns the views that it concerns, plus those
// whose last drawing failed.
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

// soonest returns the view that changes first with time, and a nil channel if none does. A view
// whose drawing failed is drawn again at the next change.
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

// minWait keeps a view that is always due from being drawn continuously.
const minWait = 100 * time.Millisecond

// concerned passes all notices to a view and reports whether to draw it.
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

// draw draws views. It shows a notice on the page when one fails, and removes it
// when drawing works again.
func (s *Site) draw(ctx context.Context, p *Patches, views []*drawing) {
	for _, v := range views {
		v.waits = false
		if t, paced := v.View.(Paced); paced {
			v.next = s.Now().Add(t.Pace())
		}
		err := errors.Join(v.Draw(ctx, p), p.failure())
		failed := err != nil && ctx.Err() == nil
		switch {
		case failed && !v.failed: // log it once, however often it fails
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

func staleNotice(err error) templ.Component {
	why := part.SentenceOf(err.Error())
	var f *Failure
	switch {
	case errors.As(err, &f):
		why = f.Problem + " " + f.Reason
	case errors.Is(err, part.ErrTooLarge):
		why = "A part of the page would be larger than 12 MB."
	}
	return notice("This page could not be updated.", why, "The console tries again at the next change.")
}

// SessionsShown returns the version of sessions and agents that the page of a live stream shows, or
// 0 if the request does not state it.
func SessionsShown(r *http.Request) int64 {
	v, _ := strconv.ParseInt(r.Header.Get("Console-Sessions"), 10, 64)
	return v
}

// sinceOf returns the version that the page shows: from Last-Event-ID if the browser resumes a
// stream, otherwise as the page states.
func sinceOf(r *http.Request) int64 {
	page, _ := strconv.ParseInt(r.Header.Get("Console-Since"), 10, 64)
	last, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	return max(page, last)
}
