// Package checks is the Checks screen: all checks with their rules, how often each was broken and
// which are muted, and the pages that examine agents and clients and compare examinations. It reads
// counts from the record, and starts examinations through ui/examination.
package checks

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web     *web.Site
	Desk    host.Desk
	Keeper  host.Keeper // nil: nothing can be muted
	Library host.Library

	Names        func(context.Context) (map[string]string, error) // of agents, by origin
	Agents       *agents.Directory
	Examinations *examination.Runs
}

func (s *Screen) Routes() []web.Route {
	list := []web.Route{{Pattern: "GET /checks", Handle: s.page}}
	if s.Keeper != nil {
		list = append(list,
			web.Route{Pattern: "POST /checks/{id}/mute", Handle: s.mute},
			web.Route{Pattern: "POST /checks/{id}/unmute", Handle: s.unmute})
	}
	if s.Examinations.Examiner != nil {
		list = append(list, s.examinationRoutes()...)
	}
	return list
}

func (s *Screen) page(w http.ResponseWriter, r *http.Request) error {
	v, err := s.read(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	if web.FromDatastar(r) {
		return s.Web.Morph(w, r, checkList(v))
	}
	return s.Web.Page(w, r, web.Page{Title: "Checks", Screen: "checks", Styles: []string{"checks"}, Body: body(v)})
}

func (s *Screen) read(ctx context.Context, q url.Values) (*view, error) {
	v := &view{checkFilter: checkFilterOf(q), Muting: s.Keeper != nil, Current: s.Desk.Current().ID}
	if v.Session != "" {
		x, err := s.Library.Session(ctx, v.Session)
		if err != nil {
			return nil, errNoSession()
		}
		v.Name = record.SessionTitle(x)
	}
	met, unread, err := s.Library.CheckCounts(ctx, v.Session)
	if err != nil {
		return nil, err
	}
	breaches, err := s.Library.Breaches(ctx, v.Session)
	if err != nil {
		return nil, err
	}
	mutes, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, err
	}
	if v.CanExamine = s.Examinations.Examiner != nil; v.CanExamine {
		if v.Examinations, err = s.examinations(ctx); err != nil {
			return nil, err
		}
	}
	v.Unread, v.Mutes = unread, len(mutes)
	v.fill(met, breaches, mutes)
	return v, s.readAgents(ctx, v, breaches)
}

func errNoSession() error {
	return web.Fail(http.StatusNotFound, "There is no such session.", "It was removed, or the address is wrong.", "Open Checks without a session.")
}

func (s *Screen) readAgents(ctx context.Context, v *view, breaches []wire.Breach) error {
	f := wire.Filter{Session: v.Session, ExcludedOrigins: []wire.Origin{wire.Replay}}
	if v.Session == "" {
		f = f.WithoutExaminations()
	}
	samples, err := s.Library.Samples(ctx, f, insight.MaxSamples, insight.MaxReadTime)
	if err != nil {
		return err
	}
	names, err := s.Names(ctx)
	if err != nil {
		return err
	}
	if v.Agents, v.MoreAgents = v.matrix(breaches, samples.Samples, v.lastExaminations(), names); samples.HasMore {
		v.Newest = len(samples.Samples)
	}
	return nil
}

// mute mutes a check, so that its findings are counted separately.
func (s *Screen) mute(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if _, ok := check.ByID(id); !ok {
		return web.Fail(http.StatusNotFound, "There is no such check.", "No check has this id.", "Find it on Checks.")
	}
	err := s.Keeper.Mute(r.Context(), wire.Mute{Check: id, Session: r.FormValue("session"), Reason: r.FormValue("reason")})
	if errors.Is(err, wire.ErrBadEdit) || errors.Is(err, wire.ErrNotFound) {
		return web.Fail(http.StatusUnprocessableEntity, "The check was not muted.", err.Error(), "Give a reason in a sentence.")
	}
	if err != nil {
		return err
	}
	return s.redraw(w, r)
}

func (s *Screen) unmute(w http.ResponseWriter, r *http.Request) error {
	err := s.Keeper.Unmute(r.Context(), r.PathValue("id"), r.FormValue("session"))
	if err != nil && !errors.Is(err, wire.ErrNotFound) { // it is no error if somebody else unmuted it first
		return err
	}
	return s.redraw(w, r)
}

// redraw redirects to the page with the filter that the form had.
func (s *Screen) redraw(w http.ResponseWriter, r *http.Request) error {
	s.Web.Notify(web.Sessions)
	q, err := url.ParseQuery(r.FormValue("query"))
	if err != nil {
		q = nil
	}
	return s.Web.GoTo(w, r, checkFilterOf(q).pageURL()+"#check-"+r.PathValue("id"))
}

type view struct {
	checkFilter
	Name         string // title of Session, "" for all sessions
	Current      string // the session being recorded, "" for none
	Rows         []row
	Total        int // number of checks
	Broken       int // how many of Total were broken
	ExaminedOnly int // how many of Total agents broke only during examinations
	Mutes        int
	Unread       int // number of exchanges of which only the number of findings is known
	Muting       bool

	Agents     []agentRow
	MoreAgents int      // number of agents left out of the matrix
	Newest     int      // number of newest exchanges read, 0 if all were
	muted      []string // ids of checks that are muted in the shown sessions

	CanExamine   bool // agents can be examined
	Examinations []*examinationView
}

func (v *view) foldHint() string {
	if v.Muting {
		return "Open a rule for its fix and sections, or to mute it."
	}
	return "Open a rule for its fix and sections."
}

func (v *view) isMuted(check string) bool { return slices.Contains(v.muted, check) }

type row struct {
	check.Check
	Counts wire.CheckCount
	Mutes  []wire.Mute

	ByAgent, ByClient int // number of exchanges in which bytes of each side broke it
}

// fill builds the sorted rows of the checks that the filter selects, and counts all checks.
func (v *view) fill(met []wire.CheckCount, breaches []wire.Breach, mutes []wire.Mute) {
	for _, c := range check.All() {
		r := row{Check: c}
		if i := slices.IndexFunc(met, func(m wire.CheckCount) bool { return m.Check == c.ID }); i >= 0 {
			r.Counts = met[i]
			if r.isBroken() {
				v.Broken++
			}
			if r.Counts.Exchanges == 0 && r.Counts.ExaminedExchanges > 0 {
				v.ExaminedOnly++
			}
		}
		for _, b := range breaches {
			if b.Check == c.ID {
				r.ByAgent, r.ByClient = r.ByAgent+b.ByAgent, r.ByClient+b.ByClient
			}
		}
		for _, m := range mutes {
			if m.Check == c.ID {
				r.Mutes = append(r.Mutes, m)
			}
		}
		if v.hasMute(r) {
			v.muted = append(v.muted, c.ID)
		}
		v.Total++
		if v.selects(&r) {
			v.Rows = append(v.Rows, r)
		}
	}
	v.sort(v.Rows)
}
