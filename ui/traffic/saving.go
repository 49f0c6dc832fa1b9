package traffic

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	runningSavings = 2                      // at once
	keptSavings    = 6                      // whose end can be read
	savingPatience = 400 * time.Millisecond // that the page waits for one before it shows how far it is
)

// Savings are choices on their way into sessions of their own, newest first. Safe for
// concurrent use; the zero value is ready.
type Savings struct {
	mu   sync.Mutex
	list []*saving
}

// saving copies a choice in the background. ID, Name and replay are set before it begins.
type saving struct {
	ID     string
	Name   string
	replay bool          // the session is then to be replayed
	over   chan struct{} // closed when it ended

	mu          sync.Mutex
	done, total int
	session     string // that it made
	err         error
}

// savingLook is how far a saving is.
type savingLook struct {
	*saving
	Done, Total int // exchanges; a total of 0 while they are looked for
	Session     string
	Err         error
}

func (v *saving) look() savingLook {
	v.mu.Lock()
	defer v.mu.Unlock()
	return savingLook{v, v.done, v.total, v.session, v.err}
}

func (v *saving) tell(done, total int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.done, v.total = done, total
}

// Over reports whether nothing more will come of it.
func (l savingLook) Over() bool { return l.Session != "" || l.Err != nil }

// next is where a saving that made a session leads.
func (l savingLook) next() string {
	if l.replay {
		return string(link.NewReplayOf(l.Session))
	}
	return string(link.SessionURL(l.Session))
}

// add takes a saving in, unless too many run. Old ones that are over go.
func (s *Savings) add(v *saving) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	over := func(o *saving) bool { return o.look().Over() }
	running := 0
	for _, o := range s.list {
		if !over(o) {
			running++
		}
	}
	if running >= runningSavings {
		return false
	}
	s.list = slices.Insert(s.list, 0, v)
	for i := len(s.list) - 1; len(s.list) > keptSavings && i > 0; i-- {
		if over(s.list[i]) {
			s.list = slices.Delete(s.list, i, i+1)
		}
	}
	return true
}

func (s *Savings) get(id string) *saving {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.list, func(v *saving) bool { return v.ID == id }); i >= 0 {
		return s.list[i]
	}
	return nil
}

// saveSession copies what a filter selects, chosen rows, or a task into a session of its
// own and opens it, or what it is to be replayed with. What takes long goes on in the
// background, and a page says how far it is.
func (s *Screen) saveSession(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.Web.NotFound(w, r)
	}
	choice, err := s.Lists.Chosen(r)
	if err != nil {
		return err
	}
	v := &saving{ID: wire.NewID(), Name: r.FormValue("name"), replay: r.FormValue("then") == "replay", over: make(chan struct{})}
	if !s.Savings.add(v) {
		return web.Fail(http.StatusConflict, "Two selections are being saved.", "More at once would only wait for each other.", "Wait for one to end, or cancel it on its page.")
	}
	s.Background.Start(v.ID, func(ctx context.Context) { s.save(ctx, v, choice) })
	select {
	case <-v.over:
		return s.saved(w, r, v.look())
	case <-time.After(savingPatience):
	case <-r.Context().Done():
	}
	return s.Web.GoTo(w, r, savingURL(v.ID))
}

func savingURL(id string) string { return "/saving/" + id }

func (s *Screen) save(ctx context.Context, v *saving, choice wire.Choice) {
	ses, err := s.Keeper.Save(ctx, v.Name, choice, func(done, total int) {
		v.tell(done, total)
		s.Web.Notify(web.Savings)
	})
	v.mu.Lock()
	v.session, v.err = ses.ID, err
	v.mu.Unlock()
	close(v.over)
	if err == nil {
		s.Web.Notify(web.Sessions)
	}
	s.Web.Notify(web.Savings)
}

// saved answers with what came of a saving.
func (s *Screen) saved(w http.ResponseWriter, r *http.Request, l savingLook) error {
	if l.Err != nil {
		return web.Fail(http.StatusUnprocessableEntity, "Nothing was saved.", l.Err.Error(), "Choose other exchanges.")
	}
	return s.Web.GoTo(w, r, l.next())
}

func (s *Screen) savingOf(r *http.Request) (*saving, error) {
	v := s.Savings.get(r.PathValue("id"))
	if v == nil {
		return nil, &web.Failure{Status: http.StatusNotFound, What: "Nothing is being saved here.", Why: "It ended a while ago, or the console was started anew since.", Try: "What was saved is in Sessions.", Go: "Go to Sessions", To: "/sessions"}
	}
	return v, nil
}

// savingPage says how far a saving is, and leads on to the session once it is there.
func (s *Screen) savingPage(w http.ResponseWriter, r *http.Request) error {
	v, err := s.savingOf(r)
	if err != nil {
		return err
	}
	l := v.look()
	if l.Session != "" {
		http.Redirect(w, r, l.next(), http.StatusSeeOther)
		return nil
	}
	return s.Web.Page(w, r, web.Page{Title: "Save as session", Screen: "sessions", Styles: []string{"saving"}, Body: savingBody(l), Live: true})
}

func (s *Screen) savingLive(r *http.Request, _ int64) (web.View, error) {
	v, err := s.savingOf(r)
	if err != nil {
		return nil, err
	}
	return web.On(func(_ context.Context, p *web.Patches) error {
		l := v.look()
		if l.Session != "" {
			p.Go(l.next())
			return nil
		}
		p.Changed("saving", savingState(l))
		return nil
	}, web.Savings), nil
}

func (s *Screen) stopSaving(w http.ResponseWriter, r *http.Request) error {
	v, err := s.savingOf(r)
	if err != nil {
		return err
	}
	if s.Background.Stop(v.ID) {
		<-v.over // what was copied so far is removed
	}
	return s.Web.Done(w, r, web.Savings)
}
