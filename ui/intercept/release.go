package intercept

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) release(w http.ResponseWriter, r *http.Request) error {
	h, ok := s.HoldQueue.HeldItem(r.PathValue("id"))
	if !ok {
		return s.notHeldError(r)
	}
	how := wire.PassageHeld
	if r.PathValue("do") == "drop" {
		how = wire.PassageDropped
	}
	return s.releaseItem(w, r, h, wire.Release{Kind: how})
}

// releaseItem releases an item. It then opens the next one, or stays on the page if
// the request asks for that.
func (s *Screen) releaseItem(w http.ResponseWriter, r *http.Request, h wire.HeldItem, by wire.Release) error {
	by.DecidedBy = "person"
	next := s.nextURL(h.ID)
	if !s.HoldQueue.Release(h.ID, by) {
		return s.notHeldError(r)
	}
	s.history.add(h)
	s.history.setDecision(h.ID, by.Kind, s.Web.Now().Sub(h.HeldAt))
	if r.FormValue("stay") != "" {
		return s.Web.Done(w, r, web.HeldItems)
	}
	s.Web.Notify(web.HeldItems)
	return s.Web.GoTo(w, r, next+"?after="+url.QueryEscape(h.ID))
}

// nextURL returns the URL of the item after id, else of the oldest; that of Intercept if nothing
// else is held.
func (s *Screen) nextURL(id string) string {
	to, found := "", false
	for _, h := range s.HoldQueue.Items() {
		switch {
		case h.ID == id:
			found = true
		case found:
			return link.HeldURL(h.ID)
		case to == "":
			to = link.HeldURL(h.ID)
		}
	}
	if to == "" {
		return "/intercept"
	}
	return to
}

func (s *Screen) forwardAll(w http.ResponseWriter, r *http.Request) error {
	n := s.HoldQueue.ReleaseAll("", wire.PassageHeld)
	s.Web.Notify(web.HeldItems)
	return s.Web.GoTo(w, r, "/intercept?forwarded="+strconv.Itoa(n))
}

// readDeparted describes the decision made on the previous page, which the address names.
func (s *Screen) readDeparted(r *http.Request) []*departedItem {
	q := r.URL.Query()
	if id := q.Get("after"); id != "" {
		if _, known := s.history.get(id); known {
			return []*departedItem{s.findDeparted(r.Context(), id)}
		}
	}
	if n, err := strconv.Atoi(q.Get("forwarded")); err == nil && n >= 0 {
		return []*departedItem{{Title: "Forward all", Text: part.Plural(n, "item") + " forwarded as " + map[bool]string{true: "it", false: "they"}[n == 1] + " arrived."}}
	}
	return nil
}

// notHeldError says that the item of a request is no longer held, and what happened to it.
func (s *Screen) notHeldError(r *http.Request) error {
	g := s.findDeparted(r.Context(), r.PathValue("id"))
	return web.Fail(http.StatusNotFound, "This item is no longer held.", g.Text, "Open Intercept to see what is held now.")
}
