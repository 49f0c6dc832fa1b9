package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// sessionList is the Sessions screen.
type sessionList struct {
	All     []wire.Session
	Current string // id of the one being recorded
	Paused  bool
	Names   map[string]string // of agents, by origin
	Keep    bool              // sessions can be marked
	Files   bool              // sessions can be written to files and read back
	Plays   bool              // sessions can be run again and served as mocks
	Replays int               // of this launch
	Mocks   []Mock            // that run
	Limits  *retention        // how much is kept; nil when nobody can say
}

// sessionRoutes are the addresses of Sessions.
func (s *Server) sessionRoutes() []route {
	return []route{
		{pattern: "GET /sessions", handle: s.sessionsPage, live: s.sessionsLive},
		{pattern: "POST /sessions/import", handle: s.importSession, limit: importLimit},
		{pattern: "GET /sessions/{id}", handle: s.sessionPage},
		{pattern: "POST /sessions/new", handle: s.newSession},
		{pattern: "POST /sessions/retention-preview", handle: s.previewRetention},
		{pattern: "POST /sessions/retention", handle: s.setRetention},
		{pattern: "POST /sessions/pause", handle: s.pauseRecording},
		{pattern: "POST /sessions/resume", handle: s.resumeRecording},
		{pattern: "POST /sessions/current/name", handle: s.renameCurrent},
		{pattern: "POST /sessions/{id}/name", handle: s.renameSession},
		{pattern: "POST /sessions/{id}/delete", handle: s.deleteSession},
		{pattern: "POST /sessions/{id}/undelete", handle: s.undeleteSession},
	}
}

// sessionView is Traffic in a session's scope, in a view.
func sessionView(id, view string) templ.SafeURL {
	return templ.SafeURL(query{Text: term("session", id), View: view}.at("/traffic"))
}

func (s *Server) sessionList(ctx context.Context) (sessionList, error) {
	all, err := s.Library.Sessions(ctx)
	if err != nil {
		return sessionList{}, fmt.Errorf("read the sessions: %w", err)
	}
	limits, err := s.retentionNow(ctx, all)
	if err != nil {
		return sessionList{}, err
	}
	names, err := s.names(ctx)
	return sessionList{
		Limits: limits, All: all, Current: s.Desk.Current().ID, Paused: s.Desk.Paused(), Names: names, Files: s.Files != nil, Keep: s.Keeper != nil,
		Plays: s.Player != nil, Replays: len(s.reruns.all()), Mocks: s.mocks(),
	}, err
}

// recordedBy is the program that recorded an imported session.
func recordedBy(s wire.Session) string {
	if s.By == "" {
		return "an unnamed program"
	}
	return s.By
}

func (s *Server) sessionsPage(w http.ResponseWriter, r *http.Request) error {
	l, err := s.sessionList(r.Context())
	if err != nil {
		return err
	}
	p := sessionsPageOf(sessionsBody(l))
	p.Live = true
	return s.page(w, r, p)
}

func sessionsPageOf(body templ.Component) Page {
	return Page{Title: "Sessions", Screen: "sessions", Styles: []string{"sessions"}, Body: body}
}

// sessionPage is Traffic in the scope of a session.
func (s *Server) sessionPage(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if _, err := s.Library.Session(r.Context(), id); err != nil {
		return fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Sessions lists what is there.")
	}
	http.Redirect(w, r, "/traffic?"+url.Values{"q": {term("session", id)}}.Encode(), http.StatusSeeOther)
	return nil
}

// sessionsView keeps the list current.
type sessionsView struct{ s *Server }

func (s *Server) sessionsLive(*http.Request, int64) (View, error) { return &sessionsView{s}, nil }

func (v *sessionsView) Draw(ctx context.Context, p *Patches) error {
	l, err := v.s.sessionList(ctx)
	if err != nil {
		return err
	}
	p.Changed("sessions", sessionTable(l))
	if l.Limits != nil {
		p.Changed("retention-gone", retentionGone(l.Limits))
	}
	return nil
}

func (s *Server) newSession(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.Desk.NewSession(r.Context(), ""); err != nil {
		return fmt.Errorf("begin a session: %w", err)
	}
	return s.done(w, r)
}

func (s *Server) pauseRecording(w http.ResponseWriter, r *http.Request) error {
	s.Desk.Pause(true)
	return s.done(w, r)
}

func (s *Server) resumeRecording(w http.ResponseWriter, r *http.Request) error {
	s.Desk.Pause(false)
	return s.done(w, r)
}

// renameCurrent names the session being recorded.
func (s *Server) renameCurrent(w http.ResponseWriter, r *http.Request) error {
	return s.rename(w, r, s.Desk.Current().ID)
}

func (s *Server) renameSession(w http.ResponseWriter, r *http.Request) error {
	return s.rename(w, r, r.PathValue("id"))
}

const nameLimit = 200

func (s *Server) rename(w http.ResponseWriter, r *http.Request, id string) error {
	name := strings.TrimSpace(r.FormValue("name"))
	if name == "" || utf8.RuneCountInString(name) > nameLimit {
		return fail(http.StatusBadRequest, "A session needs a name.", "It must have between 1 and 200 characters.", "Type another one.")
	}
	if err := s.Desk.Rename(r.Context(), id, name); err != nil {
		return fmt.Errorf("rename the session: %w", err)
	}
	return s.done(w, r)
}

// deleteSession puts a session into the bin, with a way back.
func (s *Server) deleteSession(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil {
		return fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted already.", "Reload the page.")
	}
	if ses.ID == s.Desk.Current().ID {
		return notDeleted(r.Context(), s.Desk, s.Library, ses.ID, wire.ErrRecording)
	}
	if err := s.Desk.Delete(r.Context(), ses.ID); err != nil {
		return fmt.Errorf("delete the session: %w", notDeleted(r.Context(), s.Desk, s.Library, ses.ID, err))
	}
	return s.doneWith(w, r, deletedNotice(ses))
}

func (s *Server) undeleteSession(w http.ResponseWriter, r *http.Request) error {
	if err := s.Desk.Undelete(r.Context(), r.PathValue("id")); err != nil {
		return fmt.Errorf("bring the session back: %w", err)
	}
	return s.doneWith(w, r, noNotice())
}

func agentWord(l sessionList, origin string) string {
	if n := l.Names[origin]; n != "" {
		return n
	}
	return hostOf(origin)
}
