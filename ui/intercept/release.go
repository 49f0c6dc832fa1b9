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

// release lets something go as it came, or drops it.
func (s *Screen) release(w http.ResponseWriter, r *http.Request) error {
	h, ok := s.Holds.HeldItem(r.PathValue("id"))
	if !ok {
		return s.notHeld(r)
	}
	how := wire.Held
	if r.PathValue("do") == "drop" {
		how = wire.Dropped
	}
	return s.let(w, r, h, wire.Release{How: how})
}

// let lets something go, and leads to what is held next, or stays where it was asked for.
func (s *Screen) let(w http.ResponseWriter, r *http.Request, h wire.HeldItem, by wire.Release) error {
	by.By = "person"
	next := s.after(h.ID)
	if !s.Holds.Release(h.ID, by) {
		return s.notHeld(r)
	}
	s.past.saw(h)
	s.past.decided(h.ID, by.How, s.Web.Now().Sub(h.Since))
	if r.FormValue("stay") != "" {
		return s.Web.Done(w, r, web.Held)
	}
	s.Web.Notify(web.Held)
	return s.Web.GoTo(w, r, next+"?after="+url.QueryEscape(h.ID))
}

// after is the page of what is held after something, or else the oldest; Intercept when
// nothing else is held.
func (s *Screen) after(id string) string {
	to, found := "", false
	for _, h := range s.Holds.Items() {
		switch {
		case h.ID == id:
			found = true
		case found:
			return link.HeldAt(h.ID)
		case to == "":
			to = link.HeldAt(h.ID)
		}
	}
	if to == "" {
		return "/intercept"
	}
	return to
}

// forwardAll lets everything go as it came.
func (s *Screen) forwardAll(w http.ResponseWriter, r *http.Request) error {
	n := s.Holds.ReleaseAll("", wire.Held)
	s.Web.Notify(web.Held)
	return s.Web.GoTo(w, r, "/intercept?forwarded="+strconv.Itoa(n))
}

// wentBefore is what the address of a page says of what was decided on the one before.
func (s *Screen) wentBefore(r *http.Request) []*gone {
	q := r.URL.Query()
	if id := q.Get("after"); id != "" {
		if _, known := s.past.of(id); known {
			return []*gone{s.wentWhere(r.Context(), id)}
		}
	}
	if n, err := strconv.Atoi(q.Get("forwarded")); err == nil && n >= 0 {
		return []*gone{{What: "Forward all", Says: part.Plural(n, "item") + " went on as " + map[bool]string{true: "it", false: "they"}[n == 1] + " came."}}
	}
	return nil
}

// notHeld says that what a request is about went, and where.
func (s *Screen) notHeld(r *http.Request) error {
	g := s.wentWhere(r.Context(), r.PathValue("id"))
	return web.Fail(http.StatusNotFound, "This is not held any more.", g.Says, "What is held now is under Intercept.")
}
