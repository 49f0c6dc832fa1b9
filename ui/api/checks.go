package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) checkRoutes() []web.Route {
	list := []web.Route{
		{Pattern: "GET /api/checks", Handle: s.apiChecks},
		{Pattern: "GET /api/mutes", Handle: s.apiMutes},
	}
	if s.Keeper != nil {
		list = append(list,
			web.Route{Pattern: "POST /api/mutes", Handle: s.apiMute},
			web.Route{Pattern: "DELETE /api/mutes/{id}", Handle: s.apiUnmute})
	}
	return list
}

// Check is the JSON form of a check, with how often it was broken.
type Check struct {
	Check     string   `json:"check"`
	Level     string   `json:"level"`     // must, should, info
	Exchanges int      `json:"exchanges"` // number of exchanges in which it was broken
	Times     int      `json:"times"`
	Severity  string   `json:"severity,omitempty"` // of its worst finding
	Rule      string   `json:"rule"`
	Fix       string   `json:"fix"`
	Sections  []string `json:"sections"`
	Muted     []Mute   `json:"muted,omitempty"`
}

// Mute is the JSON form of a mute.
type Mute struct {
	Check   string `json:"check,omitempty"`   // "" inside a Check
	Session string `json:"session,omitempty"` // "": all sessions
	Reason  string `json:"reason"`
	Created string `json:"created"`
}

func muteOf(m wire.Mute) Mute {
	return Mute{m.Check, m.Session, m.Reason, apiTime(m.Created)}
}

// CheckOf converts a check with its counts and its mutes. Mutes of other checks are skipped.
func CheckOf(c check.Check, met wire.CheckCount, mutes []wire.Mute) Check {
	l := Check{
		Check: c.ID, Level: strings.ToLower(string(c.Level)), Exchanges: met.Exchanges, Times: met.Times, Severity: met.Severity,
		Rule: c.Rule, Fix: c.Fix(""), Sections: c.Sections,
	}
	for _, m := range mutes {
		if m.Check == c.ID {
			m.Check = ""
			l.Muted = append(l.Muted, muteOf(m))
		}
	}
	return l
}

// apiChecks lists all checks, with how often each was broken in one session or in all.
func (s *Screen) apiChecks(w http.ResponseWriter, r *http.Request) error {
	session := r.URL.Query().Get("session")
	if session != "" {
		if _, err := s.Library.Session(r.Context(), session); err != nil {
			return apiFail("There is no such session.", err)
		}
	}
	met, unread, err := s.Library.CheckCounts(r.Context(), session)
	if err != nil {
		return err
	}
	mutes, err := s.Library.Mutes(r.Context())
	if err != nil {
		return err
	}
	out := struct {
		Checks []Check `json:"checks"`
		Unread int     `json:"unread"` // number of exchanges recorded by an older version, whose findings do not count until a reindex
	}{Checks: []Check{}, Unread: unread}
	for _, c := range check.All() {
		var m wire.CheckCount
		if i := slices.IndexFunc(met, func(m wire.CheckCount) bool { return m.Check == c.ID }); i >= 0 {
			m = met[i]
		}
		out.Checks = append(out.Checks, CheckOf(c, m, mutes))
	}
	return web.WriteJSON(w, out)
}

func (s *Screen) apiMutes(w http.ResponseWriter, r *http.Request) error {
	mutes, err := s.Library.Mutes(r.Context())
	if err != nil {
		return err
	}
	return writeList(w, "mutes", mutes, muteOf)
}

// apiMute mutes a check, so that its findings are counted separately, and responds with the mute.
func (s *Screen) apiMute(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Check   string `json:"check"`
		Session string `json:"session"`
		Reason  string `json:"reason"`
	}
	if err := web.ReadJSON(r, &in); err != nil {
		return err
	}
	const what = "The check was not muted."
	m := wire.Mute{Check: strings.ToUpper(in.Check), Session: in.Session, Reason: in.Reason}
	if _, ok := check.ByID(m.Check); !ok {
		return web.Fail(http.StatusUnprocessableEntity, what, fmt.Sprintf("%q is not the id of a check.", in.Check), "List the checks: GET /api/checks.")
	}
	switch err := s.Keeper.Mute(r.Context(), m); {
	case errors.Is(err, wire.ErrNotFound):
		return web.Fail(http.StatusNotFound, what, "There is no such session.", "List the sessions: GET /api/sessions. Leave session out to mute the check in all sessions.")
	case err != nil:
		return apiFail(what, err)
	}
	s.Web.Notify(web.Sessions)
	all, err := s.Library.Mutes(r.Context())
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(all, func(o wire.Mute) bool { return o.Check == m.Check && o.Session == m.Session }); i >= 0 {
		m = all[i] // as stored, with the time
	}
	return web.WriteJSON(w, muteOf(m))
}

func (s *Screen) apiUnmute(w http.ResponseWriter, r *http.Request) error {
	id, session := strings.ToUpper(r.PathValue("id")), r.URL.Query().Get("session")
	err := s.Keeper.Unmute(r.Context(), id, session)
	if errors.Is(err, wire.ErrNotFound) {
		where := "in all sessions"
		if session != "" {
			where = "in this session"
		}
		return web.Fail(http.StatusNotFound, "The check was not unmuted.", fmt.Sprintf("%q is not muted %s.", id, where), "List the mutes: GET /api/mutes. The parameter session names the session of a mute. Without it, the mute in all sessions is removed.")
	}
	if err != nil {
		return err
	}
	s.Web.Notify(web.Sessions)
	return noContent(w)
}
