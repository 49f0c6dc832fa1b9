package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

func (s *Server) replayRoutes() []route {
	if s.Player == nil {
		return nil
	}
	return []route{
		{pattern: "GET /replays", handle: s.replaysPage, live: s.replaysLive},
		{pattern: "GET /replays/new", handle: s.newReplayPage},
		{pattern: "POST /replays", handle: s.startReplay},
		{pattern: "GET /replays/{id}", handle: s.replayPage, live: s.replayLive},
		{pattern: "POST /replays/{id}/{do}", handle: s.replayDo},
		{pattern: "GET /sessions/{id}/test", handle: s.testPage},
		{pattern: "GET /sessions/{id}/mock", handle: s.mockPage, live: s.mockLive},
		{pattern: "POST /sessions/{id}/mock", handle: s.startMock},
		{pattern: "POST /mocks/{id}/stop", handle: s.stopMock},
	}
}

func replayURL(id string) templ.SafeURL { return templ.SafeURL("/replays/" + url.PathEscape(id)) }

func replayAt(id, level string) templ.SafeURL {
	return templ.SafeURL(string(replayURL(id)) + "?" + url.Values{"level": {level}}.Encode())
}

func newReplayOf(session string) templ.SafeURL {
	return templ.SafeURL("/replays/new?" + url.Values{"session": {session}}.Encode())
}

func sessionURL(id string) templ.SafeURL {
	return templ.SafeURL("/sessions/" + url.PathEscape(id))
}

func sessionDo(session, what string) templ.SafeURL {
	return templ.SafeURL("/sessions/" + url.PathEscape(session) + "/" + what)
}

func (s *Server) replaysPage(w http.ResponseWriter, r *http.Request) error {
	return s.page(w, r, Page{Title: "Replays", Screen: "sessions", Styles: []string{"compare", "replay"}, Body: replaysBody(s.looks()), Live: true})
}

// looks are all replays at the level they ran at.
func (s *Server) looks() []rerunLook {
	var out []rerunLook
	for _, r := range s.reruns.all() {
		out = append(out, r.look(0))
	}
	return out
}

func (s *Server) replaysLive(*http.Request, int64) (View, error) {
	return viewFunc(func(_ context.Context, p *Patches) error {
		p.Changed("replays", replayTable(s.looks()))
		return nil
	}), nil
}

func errNoReplay() error {
	return fail(http.StatusNotFound, "There is no such replay.", "Replays are kept while the console runs, the newest of them.", "What it sent is on record: look in Traffic for origin:replay.")
}

// replayOf is the replay that an address names, at the level it asks for.
func (s *Server) replayOf(r *http.Request) (rerunLook, error) {
	run := s.reruns.get(r.PathValue("id"))
	if run == nil {
		return rerunLook{}, errNoReplay()
	}
	level, _ := diff.ParseLevel(r.URL.Query().Get("level")) // none asked for: as it ran
	return run.look(level), nil
}

func (s *Server) replayPage(w http.ResponseWriter, r *http.Request) error {
	l, err := s.replayOf(r)
	if err != nil {
		return err
	}
	return s.page(w, r, Page{Title: "Replay", Screen: "sessions", Styles: []string{"compare", "replay"}, Body: replayBody(l), Live: true})
}

// replayView brings a replay's page up to date, step by step.
type replayView struct {
	look    func() (rerunLook, error)
	seen    int // revision that the page shows; -1: none
	planned bool
}

func (s *Server) replayLive(r *http.Request, _ int64) (View, error) {
	v := &replayView{look: func() (rerunLook, error) { return s.replayOf(r) }, seen: -1}
	_, err := v.look()
	return v, err
}

func (v *replayView) Draw(_ context.Context, p *Patches) error {
	l, err := v.look()
	if err != nil || l.Rev == v.seen {
		return err
	}
	p.Changed("status", replayStatus(l))
	if v.seen < 0 || !v.planned {
		p.Changed("steps", replaySteps(l))
	} else {
		for i, t := range l.Steps {
			if t.Rev > v.seen && i < shownPairs {
				p.Morph(replayStep(l, i, t))
			}
		}
	}
	v.seen, v.planned = l.Rev, l.Planned
	return nil
}

// replayDo pauses, resumes, stops, goes on behind a difference, or ignores one.
func (s *Server) replayDo(w http.ResponseWriter, r *http.Request) error {
	run := s.reruns.get(r.PathValue("id"))
	if run == nil {
		return errNoReplay()
	}
	switch r.PathValue("do") {
	case "pause":
		run.pause(true)
	case "resume":
		run.pause(false)
	case "stop":
		s.endRerun(run)
	case "go-on":
		s.goOn(run)
	case "ignore":
		if err := s.hide(r.Context(), run, strings.TrimSpace(r.FormValue("rule"))); err != nil {
			return err
		}
	default:
		return s.notFound(w, r)
	}
	return s.done(w, r)
}

func (r *rerun) pause(paused bool) {
	r.change(func() {
		r.paused = paused
		if r.run != nil {
			r.run.Pause(paused)
		}
	})
}

// endRerun ends a replay for good: what is under way is cut.
func (s *Server) endRerun(r *rerun) {
	if s.calls.stop(r.ID) {
		return
	}
	r.change(func() {
		if r.state == rerunStopped {
			r.state = rerunEnded
			r.leave()
		}
	})
}

// goOn takes up a replay that stopped at a difference.
func (s *Server) goOn(r *rerun) {
	r.mu.Lock()
	again := r.state == rerunStopped
	if again {
		r.state, r.ended = rerunRunning, time.Time{}
		r.rev++
	}
	r.mu.Unlock()
	if again {
		s.calls.start(r.ID, func(ctx context.Context) { s.play(ctx, r, nil) })
	}
}

// hide keeps a rule with the session, so that it counts in the next replay too,
// and hides what it covers in this one.
func (s *Server) hide(ctx context.Context, r *rerun, rule string) error {
	if _, err := diff.ParseRule(rule); err != nil {
		return fail(http.StatusBadRequest, "This rule was not kept.", err.Error()+".", "Use the button beside a difference.")
	}
	ses, err := s.Library.Session(ctx, r.Session.ID)
	if err != nil {
		return fail(http.StatusConflict, "This rule was not kept.", "The session is no longer on record.", "Compare two other sessions.")
	}
	if !slices.Contains(ses.Ignore, rule) {
		if err := s.Desk.KeepRules(ctx, ses.ID, ses.Level, append(slices.Clone(ses.Ignore), rule)); err != nil {
			return fmt.Errorf("keep the rule: %w", err)
		}
	}
	r.change(func() {
		r.hidden = append(r.hidden, rule)
		for i := range r.steps {
			r.steps[i].Rev = r.rev
		}
	})
	return nil
}
