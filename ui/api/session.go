package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Session is the JSON form of a session.
type Session struct {
	ID         string        `json:"id"`
	Session    string        `json:"session"` // the same as id
	Name       string        `json:"name"`
	First      string        `json:"first_message,omitempty"` // first message, which names a session without a name
	Started    string        `json:"started"`
	Ended      string        `json:"ended,omitempty"`
	Current    *bool         `json:"current,omitempty"` // whether it is being recorded; absent on the command line
	Exchanges  int           `json:"exchanges"`
	Probes     int           `json:"probes"`
	Errors     int           `json:"errors"`
	Wrong      int           `json:"wrong"` // number of exchanges that succeeded although the agent broke a MUST
	Bytes      int64         `json:"bytes"`
	Agents     []string      `json:"agents"`
	Tags       []string      `json:"tags"`
	Note       string        `json:"note"`
	Pinned     bool          `json:"pinned"`
	Deleted    string        `json:"deleted,omitempty"`
	Imported   string        `json:"imported,omitempty"`
	Source     string        `json:"source,omitempty"`
	Incomplete bool          `json:"incomplete,omitempty"`
	Gaps       []archive.Gap `json:"gaps,omitempty"` // exchanges that are not on record
}

// SessionOf converts a session and its gaps.
func SessionOf(v wire.Session, gaps []archive.Gap) Session {
	return Session{
		ID: v.ID, Session: v.ID, Name: v.Name, First: v.FirstMessage, Started: apiTime(v.Started), Ended: apiTime(v.Ended),
		Exchanges: v.Exchanges, Probes: v.Probes, Errors: v.Errors, Wrong: v.Wrong, Bytes: v.Bytes, Agents: append([]string{}, v.Agents...), Tags: append([]string{}, v.Tags...),
		Note: v.Note, Pinned: v.Pinned, Deleted: apiTime(v.Deleted), Imported: apiTime(v.Imported), Source: v.Source, Incomplete: v.Incomplete, Gaps: gaps,
	}
}

func (s *Screen) session(ctx context.Context, v wire.Session) (Session, error) {
	gaps, err := s.Library.Gaps(ctx, v.ID)
	if err != nil {
		return Session{}, fmt.Errorf("read what is missing from session %s: %w", v.ID, err)
	}
	out, current := SessionOf(v, archive.GapsOf(gaps)), v.ID == s.Desk.Current().ID
	out.Current = &current
	return out, nil
}

func (s *Screen) writeSession(w http.ResponseWriter, r *http.Request, v wire.Session) error {
	line, err := s.session(r.Context(), v)
	if err != nil {
		return err
	}
	return web.WriteJSON(w, line)
}

func (s *Screen) apiSessions(w http.ResponseWriter, r *http.Request) error {
	all, err := s.Library.Sessions(r.Context())
	if err != nil {
		return err
	}
	return s.writeSessions(w, r, all)
}

func (s *Screen) writeSessions(w http.ResponseWriter, r *http.Request, all []wire.Session) error {
	out := struct {
		Sessions []Session `json:"sessions"`
	}{Sessions: []Session{}}
	for _, v := range all {
		line, err := s.session(r.Context(), v)
		if err != nil {
			return err
		}
		out.Sessions = append(out.Sessions, line)
	}
	return web.WriteJSON(w, out)
}

func (s *Screen) apiSession(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Library.Session(r.Context(), r.PathValue("id"))
	if err != nil {
		return apiFail("There is no such session.", err)
	}
	return s.writeSession(w, r, v)
}

func (s *Screen) apiNewSession(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Name string `json:"name"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	v, err := s.Desk.NewSession(r.Context(), in.Name)
	if err != nil {
		return apiFail("No session was started.", err)
	}
	s.Web.Notify(web.Sessions)
	return s.writeSession(w, r, v)
}

func (s *Screen) apiEdit(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Name   *string  `json:"name"`
		Note   *string  `json:"note"`
		Pinned *bool    `json:"pinned"`
		Tag    []string `json:"tag"`
		Untag  []string `json:"untag"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	v, err := s.Keeper.Edit(r.Context(), r.PathValue("id"), wire.SessionEdit{Name: in.Name, Note: in.Note, Pinned: in.Pinned, AddTags: in.Tag, RemoveTags: in.Untag})
	if err != nil {
		return apiFail("The session was not changed.", err)
	}
	return s.writeSession(w, r, v)
}

// apiDelete deletes a session. It can be brought back until the console stops.
func (s *Screen) apiDelete(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if err := s.Desk.Delete(r.Context(), id); err != nil {
		return apiFail("The session was not deleted.", record.DeleteError(r.Context(), s.Desk, s.Library, id, err))
	}
	return noContent(w)
}

func (s *Screen) apiUndelete(w http.ResponseWriter, r *http.Request) error {
	if err := s.Desk.Undelete(r.Context(), r.PathValue("id")); err != nil {
		return apiFail("The session was not brought back.", err)
	}
	return s.apiSession(w, r)
}

func (s *Screen) apiSave(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Name      string   `json:"name"`
		Filter    *string  `json:"filter"`
		Exchanges []string `json:"exchanges"`
		Tasks     []string `json:"tasks"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	c := wire.Selection{Exchanges: in.Exchanges, Tasks: in.Tasks}
	if in.Filter != nil {
		f, err := words.FilterVocabulary().Parse(*in.Filter)
		if err != nil {
			return apiFail("Nothing was saved.", err)
		}
		if len(f.Origins) == 0 {
			f.ExcludedOrigins = append(f.ExcludedOrigins, wire.Console)
		}
		c.Filter = &f
	}
	v, err := s.Keeper.Save(r.Context(), in.Name, c, nil)
	if err != nil {
		return apiFail("Nothing was saved.", err)
	}
	return s.writeSession(w, r, v)
}

type apiRecordingState struct {
	Paused  bool         `json:"paused"`
	Session *Session     `json:"session"`           // null if no session is being recorded
	Problem string       `json:"problem,omitempty"` // why recording fails
	Pending wire.Pending `json:"pending"`           // what the recorder has yet to process
}

func (s *Screen) apiRecording(w http.ResponseWriter, r *http.Request) error {
	pending, err := s.Desk.Pending(r.Context())
	if err != nil {
		return err
	}
	out := apiRecordingState{Paused: s.Desk.Paused(), Problem: s.Library.Health(), Pending: pending}
	if v := s.Desk.Current(); v.ID != "" {
		line, err := s.session(r.Context(), v)
		if err != nil {
			return err
		}
		out.Session = &line
	}
	return web.WriteJSON(w, out)
}

func (s *Screen) apiSetRecording(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Paused *bool `json:"paused"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	if in.Paused == nil {
		return web.Fail(http.StatusUnprocessableEntity, "Nothing was changed.", "The member paused is missing.", `Send {"paused":true} or {"paused":false}.`)
	}
	s.Desk.Pause(*in.Paused)
	s.Web.Notify(web.Sessions)
	return s.apiRecording(w, r)
}
