package ui

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// filterMenu is the menu of saved filters beside the filter box.
type filterMenu struct {
	query
	Saved []wire.SavedFilter // by name
}

// Name is the name under which the list's filter is saved, or "".
func (m filterMenu) Name() string {
	for _, f := range m.Saved {
		if f.Text == m.Text {
			return f.Name
		}
	}
	return ""
}

// picked is the list with a saved filter instead of its own.
func (m filterMenu) picked(f wire.SavedFilter) string {
	return query{Text: f.Text, Probes: m.Probes, View: m.View}.at("/traffic")
}

// filters draws the menu, when it opens and after what was done in it.
func (s *Server) filters(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.notFound(w, r)
	}
	list, err := s.Keeper.Filters(r.Context())
	if err != nil {
		return fmt.Errorf("read the saved filters: %w", err)
	}
	if err := r.ParseForm(); err != nil {
		return fail(http.StatusBadRequest, "The form cannot be read.", sentenceOf(err.Error()), "Reload the page.")
	}
	return s.morph(w, r, savedFilters(filterMenu{queryOf(r.Form), list}))
}

// filtersChanged answers what was done in the menu.
func (s *Server) filtersChanged(w http.ResponseWriter, r *http.Request) error {
	if byForm(r) {
		return s.done(w, r)
	}
	return s.filters(w, r)
}

// saveFilter keeps the list's filter under a name; one that has the name is
// replaced.
func (s *Server) saveFilter(w http.ResponseWriter, r *http.Request) error {
	f := wire.SavedFilter{Name: strings.TrimSpace(r.FormValue("name")), Text: strings.TrimSpace(r.FormValue("q"))}
	switch {
	case s.Keeper == nil:
		return s.notFound(w, r)
	case f.Name == "":
		return fail(http.StatusBadRequest, "The filter was not saved.", "It has no name.", "Type one.")
	case f.Text == "":
		return fail(http.StatusBadRequest, "The filter was not saved.", "It is empty: everything is listed.", "Filter the list first.")
	}
	if err := s.Keeper.SaveFilter(r.Context(), f); err != nil {
		return fail(http.StatusUnprocessableEntity, "The filter was not saved.", sentenceOf(err.Error()), "Choose another name, or mend the filter.")
	}
	return s.filtersChanged(w, r)
}

// dropFilter forgets a saved filter. That it is gone already is no error.
func (s *Server) dropFilter(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.notFound(w, r)
	}
	if err := s.Keeper.DropFilter(r.Context(), r.FormValue("name")); err != nil && !errors.Is(err, wire.ErrNotFound) {
		return fmt.Errorf("forget the filter: %w", err)
	}
	return s.filtersChanged(w, r)
}
