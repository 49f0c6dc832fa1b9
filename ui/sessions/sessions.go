package sessions

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/talk"
	"github.com/a2a-console/a2a-console/ui/web"
)

type sessionList struct {
	window
	ComparableSessions []wire.Session // the newest that others can be compared with
	Current            string         // id of the session being recorded
	Paused             bool
	Names              map[string]string // agents' names by origin
	CanKeep            bool              // sessions can be marked
	Files              bool              // sessions can be exported and imported
	CanReplay          bool              // sessions can be replayed and served as mocks
	CanJudge           bool              // sessions can be judged by all checks
	Examinations       map[string]string // ids of examinations by session; their calls fail on purpose
	Originals          map[string]string // sessions that replays repeat, by the replay's session
	Replays            int               // number since the console started
	Mocks              []host.Mock       // running mocks
	Limits             *limits           // nil without a Keeper
}

func (s *Screen) Routes() []web.Route {
	return []web.Route{
		{Pattern: "GET /sessions", Handle: s.sessionsPage, Live: s.sessionsLive},
		{Pattern: "POST /sessions/import", Handle: s.importSession, Limit: web.ImportLimit},
		{Pattern: "GET /sessions/{id}", Handle: s.sessionPage},
		{Pattern: "POST /sessions/new", Handle: s.newSession},
		{Pattern: "POST /sessions/pause", Handle: s.pauseRecording},
		{Pattern: "POST /sessions/resume", Handle: s.resumeRecording},
		{Pattern: "POST /sessions/current/name", Handle: s.renameCurrent},
		{Pattern: "POST /sessions/{id}/name", Handle: s.renameSession},
		{Pattern: "POST /sessions/{id}/delete", Handle: s.deleteSession},
		{Pattern: "POST /sessions/{id}/undelete", Handle: s.undeleteSession},
	}
}

func sessionView(id, view string) string {
	return link.Query{Text: link.Term("session", id), View: view}.URL("/traffic")
}

func (s *Screen) sessionList(ctx context.Context, a sessionQuery) (sessionList, error) {
	all, err := s.Library.Sessions(ctx)
	if err != nil {
		return sessionList{}, fmt.Errorf("read the sessions: %w", err)
	}
	return s.listOf(ctx, a, all)
}

func (s *Screen) listOf(ctx context.Context, a sessionQuery, all []wire.Session) (sessionList, error) {
	limits, err := s.limitsOf(ctx, all)
	if err != nil {
		return sessionList{}, err
	}
	names, err := s.Lists.Names(ctx)
	if err != nil {
		return sessionList{}, err
	}
	examinations, err := record.ExaminationsBySession(ctx, s.Examiner)
	if err != nil {
		return sessionList{}, err
	}
	current := s.Desk.Current().ID
	shown := windowOf(all, names, current, a)
	return sessionList{
		window: shown, Originals: s.originalsOf(ctx, shown.Rows), ComparableSessions: comparableSessions(all), Limits: limits, Current: current, Paused: s.Desk.Paused(), Names: names, Files: s.Files != nil, CanKeep: s.Keeper != nil,
		CanReplay: s.Player != nil, CanJudge: s.Examiner != nil, Examinations: examinations, Replays: len(s.Runs.Reruns.All()), Mocks: s.Runs.Mocks(),
	}, nil
}

func (s *Screen) sessionsPage(w http.ResponseWriter, r *http.Request) error {
	l, err := s.sessionList(r.Context(), sessionQueryOf(r.URL.Query()))
	if err != nil {
		return err
	}
	p := sessionsPageOf(sessionsBody(l))
	p.Live = true
	return s.Web.Page(w, r, p)
}

func sessionsPageOf(body templ.Component) web.Page {
	return web.Page{Title: "Sessions", Screen: "sessions", Styles: []string{"sessions"}, Body: body}
}

// sessionPage redirects to Traffic, filtered to a session.
func (s *Screen) sessionPage(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if _, err := s.Library.Session(r.Context(), id); err != nil {
		return web.Fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Choose one in Sessions.")
	}
	http.Redirect(w, r, "/traffic?"+url.Values{"q": {link.Term("session", id)}}.Encode(), http.StatusSeeOther)
	return nil
}

func (s *Screen) newSession(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.Desk.NewSession(r.Context(), ""); err != nil {
		return fmt.Errorf("begin a session: %w", err)
	}
	return s.Web.Done(w, r, web.Sessions)
}

func (s *Screen) pauseRecording(w http.ResponseWriter, r *http.Request) error {
	s.Desk.Pause(true)
	return s.Web.Done(w, r, web.Sessions)
}

func (s *Screen) resumeRecording(w http.ResponseWriter, r *http.Request) error {
	s.Desk.Pause(false)
	return s.Web.Done(w, r, web.Sessions)
}

func (s *Screen) renameCurrent(w http.ResponseWriter, r *http.Request) error {
	return s.rename(w, r, s.Desk.Current().ID)
}

func (s *Screen) renameSession(w http.ResponseWriter, r *http.Request) error {
	return s.rename(w, r, r.PathValue("id"))
}

const maxNameRunes = 200

func (s *Screen) rename(w http.ResponseWriter, r *http.Request, id string) error {
	name := strings.TrimSpace(r.FormValue("name"))
	if name == "" || utf8.RuneCountInString(name) > maxNameRunes {
		return web.Fail(http.StatusBadRequest, "A session needs a name.", "The name must have between 1 and 200 characters.", "Enter another name.")
	}
	if err := s.Desk.Rename(r.Context(), id, name); err != nil {
		return fmt.Errorf("rename the session: %w", err)
	}
	return s.Web.Done(w, r, web.Sessions)
}

func (s *Screen) deleteSession(w http.ResponseWriter, r *http.Request) error {
	ses, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil {
		return web.Fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted already.", "Reload the page.")
	}
	if ses.ID == s.Desk.Current().ID {
		return record.DeleteError(r.Context(), s.Desk, s.Library, ses.ID, wire.ErrRecording)
	}
	if err := s.Desk.Delete(r.Context(), ses.ID); err != nil {
		return fmt.Errorf("delete the session: %w", record.DeleteError(r.Context(), s.Desk, s.Library, ses.ID, err))
	}
	return s.Web.DoneWith(w, r, web.Sessions, deletedNotice(ses))
}

func (s *Screen) undeleteSession(w http.ResponseWriter, r *http.Request) error {
	if err := s.Desk.Undelete(r.Context(), r.PathValue("id")); err != nil {
		return fmt.Errorf("restore the session: %w", err)
	}
	return s.Web.DoneWith(w, r, web.Sessions, web.NoNotice())
}

// isByTime reports whether a session's title is its time, which is then not shown again.
func isByTime(s wire.Session) bool { return record.SessionTitle(s) == part.Stamp(s.Started) }

// sizeNote says which of a session's bytes belong to calls that the list does not count.
func sizeNote(s wire.Session) string {
	switch {
	case s.Probes == 0:
		return ""
	case s.Calls() == 0:
		return part.Bytes(s.Bytes) + " of calls by the console itself"
	}
	return "Includes " + part.Plural(s.Probes, "call") + " by the console itself, which Exchanges and Traffic leave out"
}

func agentWord(l sessionList, origin string) string {
	if n := l.Names[origin]; n != "" {
		return n
	}
	return record.HostOf(origin)
}

func sessionRowID(s wire.Session) string { return "s-" + talk.TurnKey(s.ID) }
