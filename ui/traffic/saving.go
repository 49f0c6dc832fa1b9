package traffic

import (
	"context"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// savingWait is how long the request waits for a saving before it shows the page with progress.
const savingWait = 400 * time.Millisecond

// NewSavings returns the jobs that copy selections into sessions.
func NewSavings() *background.Jobs[*Saving] {
	return &background.Jobs[*Saving]{MaxRunning: 2, MaxFinished: 6}
}

// Saving copies a selection in the background. Its result is the id of the new session.
type Saving struct {
	*background.Task[string]
	nextStep string // what to do with the session: "replay", "test"; "" opens it
}

// next returns the page to open after the session was saved. ok is false until then.
func (v *Saving) next() (url string, ok bool) {
	session, ok := v.Result()
	switch v.nextStep {
	case "replay":
		return link.NewReplayURL(session), ok
	case "test":
		return link.SessionDoURL(session, "test"), ok
	}
	return link.SessionURL(session), ok
}

// saveSession copies a filter's exchanges, selected rows, or a task into a new session, and opens
// it, its replay form or its test. If that takes long, a page shows the progress.
func (s *Screen) saveSession(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.Web.NotFound(w, r)
	}
	choice, err := s.Lists.ReadSelection(r)
	if err != nil {
		return err
	}
	id := wire.NewID()
	v := &Saving{background.NewTask[string](background.Status{ID: id, Title: r.FormValue("name"), URL: savingURL(id), Started: s.Web.Now()}), r.FormValue("then")}
	if s.Savings.Add(v) != nil {
		return web.Fail(http.StatusConflict, "Two selections are being saved.", "Saving more at once would not be faster.", "Wait for one to end, or cancel it on its page.")
	}
	s.Background.Start(id, func(ctx context.Context) {
		v.Run(ctx, func(ctx context.Context) (string, error) { return s.save(ctx, v, choice) })
		s.Web.Notify(web.Jobs)
	})
	select {
	case <-v.Ended():
		return s.answerSaving(w, r, v)
	case <-time.After(savingWait):
	case <-r.Context().Done():
	}
	return s.Web.GoTo(w, r, savingURL(id))
}

func savingURL(id string) string { return "/saving/" + id }

func (s *Screen) save(ctx context.Context, v *Saving, choice wire.Selection) (session string, err error) {
	ses, err := s.Keeper.Save(ctx, v.Status().Title, choice, func(done, total int) {
		v.SetProgress("copying", done, total)
		s.Web.Notify(web.Jobs)
	})
	if err == nil {
		s.Web.Notify(web.Sessions)
	}
	return ses.ID, err
}

func (s *Screen) answerSaving(w http.ResponseWriter, r *http.Request, v *Saving) error {
	if err := v.Status().Err; err != nil {
		return web.Fail(http.StatusUnprocessableEntity, "Nothing was saved.", err.Error(), "Choose other exchanges.")
	}
	next, _ := v.next()
	return s.Web.GoTo(w, r, next)
}

func (s *Screen) savingOf(r *http.Request) (*Saving, error) {
	v, ok := s.Savings.Get(r.PathValue("id"))
	if !ok {
		return nil, &web.Failure{Status: http.StatusNotFound, Problem: "Nothing is being saved here.", Reason: "The save ended more than a minute ago, or the console has restarted since.", Advice: "Look for the session in Sessions.", LinkText: "Go to Sessions", LinkURL: "/sessions"}
	}
	return v, nil
}

// savingPage shows how far a selection has been saved, and navigates to the session when it is done.
func (s *Screen) savingPage(w http.ResponseWriter, r *http.Request) error {
	v, err := s.savingOf(r)
	if err != nil {
		return err
	}
	if next, ok := v.next(); ok {
		http.Redirect(w, r, next, http.StatusSeeOther)
		return nil
	}
	return s.Web.Page(w, r, web.Page{Title: "Save as session", Screen: "sessions", Styles: []string{"saving"}, Body: savingBody(v.Status()), Live: true})
}

func (s *Screen) savingLive(r *http.Request, _ int64) (web.View, error) {
	v, err := s.savingOf(r)
	if err != nil {
		return nil, err
	}
	return web.ViewFunc(func(_ context.Context, p *web.Patches) error {
		if next, ok := v.next(); ok {
			p.Navigate(next)
			return nil
		}
		p.Changed("saving", savingState(v.Status()))
		return nil
	}, web.Jobs), nil
}

func (s *Screen) stopSaving(w http.ResponseWriter, r *http.Request) error {
	v, err := s.savingOf(r)
	if err != nil {
		return err
	}
	if s.Background.Stop(v.Status().ID) {
		<-v.Ended() // what was copied so far is removed
	}
	return s.Web.Done(w, r, web.Jobs)
}
