package list

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// filterMenu is the menu of saved filters next to the filter box.
type filterMenu struct {
	link.Query
	Saved []wire.SavedFilter // by name
}

// Name returns the name under which the list's filter is saved, or "".
func (m filterMenu) Name() string {
	for _, f := range m.Saved {
		if f.Text == m.Typed() {
			return f.Name
		}
	}
	return ""
}

// picked returns the address of the list with a saved filter instead of its own, in the same scope.
func (m filterMenu) picked(f wire.SavedFilter) string {
	q := link.Query{Text: f.Text, Probes: m.Probes, View: m.View, Infers: m.Infers, Order: m.Order}
	if m.IsCurrent {
		q.Text = link.Current + " " + f.Text
	}
	return q.URL("/traffic")
}

// Filters draws the menu: when it opens, and after an action in it.
func (s *Lists) Filters(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.Web.NotFound(w, r)
	}
	list, err := s.Keeper.Filters(r.Context())
	if err != nil {
		return fmt.Errorf("read the saved filters: %w", err)
	}
	if err := r.ParseForm(); err != nil {
		return web.Fail(http.StatusBadRequest, "The form cannot be read.", err.Error(), "Reload the page.")
	}
	return s.Web.Morph(w, r, savedFilters(filterMenu{s.Query(r.Form), list}))
}

func (s *Lists) filtersChanged(w http.ResponseWriter, r *http.Request) error {
	if web.ByForm(r) {
		return s.Web.Done(w, r, web.Sessions)
	}
	return s.Filters(w, r)
}

// SaveFilter saves the list's filter under a name. It replaces a filter of that name.
func (s *Lists) SaveFilter(w http.ResponseWriter, r *http.Request) error {
	f := wire.SavedFilter{Name: strings.TrimSpace(r.FormValue("name")), Text: strings.TrimSpace(r.FormValue("q"))}
	switch {
	case s.Keeper == nil:
		return s.Web.NotFound(w, r)
	case f.Name == "":
		return web.Fail(http.StatusBadRequest, "The filter was not saved.", "The filter has no name.", "Type a name.")
	case f.Text == "":
		return web.Fail(http.StatusBadRequest, "The filter was not saved.", "The filter is empty: everything is listed.", "Filter the list first.")
	}
	if err := s.Keeper.SaveFilter(r.Context(), f); err != nil {
		return web.Fail(http.StatusUnprocessableEntity, "The filter was not saved.", err.Error(), "Choose another name, or fix the filter.")
	}
	return s.filtersChanged(w, r)
}

// DropFilter deletes a saved filter. A filter that is already gone is not an error.
func (s *Lists) DropFilter(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.Web.NotFound(w, r)
	}
	if err := s.Keeper.DropFilter(r.Context(), r.FormValue("name")); err != nil && !errors.Is(err, wire.ErrNotFound) {
		return fmt.Errorf("forget the filter: %w", err)
	}
	return s.filtersChanged(w, r)
}
