package ui

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxWords bounds the suggestions below the filter box.
const maxWords = 20

// completeFilter suggests how to go on with what is typed into the filter box:
// each suggestion is the whole filter, as a browser's list of options wants it.
func (s *Server) completeFilter(w http.ResponseWriter, r *http.Request) error {
	text := r.URL.Query().Get("q")
	cursor, err := strconv.Atoi(r.URL.Query().Get("at"))
	if err != nil {
		cursor = len(text)
	}
	cursor = min(max(cursor, 0), len(text))
	found := wire.Complete(text, cursor, nil)
	if s.Keeper != nil {
		if found, err = s.suggest(r.Context(), text, cursor); err != nil {
			return fmt.Errorf("complete the filter: %w", err)
		}
	}
	var words []string
	for _, sg := range found {
		if len(words) < maxWords {
			words = append(words, text[:sg.From]+sg.Insert+text[sg.To:])
		}
	}
	return s.morph(w, r, filterWords(words))
}

// maxPicked bounds the exchanges that one form can name.
const maxPicked = 5000

// saveSession copies what a filter selects, chosen rows, or a task into a session of its
// own and opens it.
func (s *Server) saveSession(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.notFound(w, r)
	}
	choice, err := chosen(r)
	if err != nil {
		return err
	}
	ses, err := s.Keeper.Save(r.Context(), r.FormValue("name"), choice)
	if err != nil {
		return fail(http.StatusUnprocessableEntity, "Nothing was saved.", sentenceOf(err.Error()), "Choose other exchanges.")
	}
	s.bell.ring()
	return s.goTo(w, r, "/sessions/"+url.PathEscape(ses.ID))
}

// chosen reads what a form selects: the ids of exchanges, a task, or else a
// filter.
func chosen(r *http.Request) (wire.Choice, error) {
	if task := r.FormValue("task"); task != "" {
		return wire.Choice{Tasks: []string{task}}, nil
	}
	if r.Form.Has("ids") {
		ids := strings.Fields(r.Form.Get("ids"))
		switch {
		case len(ids) == 0:
			return wire.Choice{}, fail(http.StatusBadRequest, "Nothing was saved.", "No exchange is selected.", "Select rows with x, or click them with Shift held.")
		case len(ids) > maxPicked:
			return wire.Choice{}, fail(http.StatusBadRequest, "Nothing was saved.", fmt.Sprintf("%d exchanges are selected, and %d can be saved this way.", len(ids), maxPicked), "Save what a filter selects instead.")
		}
		return wire.Choice{Exchanges: ids}, nil
	}
	q := queryOf(url.Values{"q": {r.FormValue("q")}, "probes": {r.FormValue("probes")}})
	if q.Err != "" {
		return wire.Choice{}, fail(http.StatusBadRequest, "Nothing was saved.", q.Err, "Mend the filter first.")
	}
	return wire.Choice{Filter: &q.Filter}, nil
}

// canSave reports whether what a query selects can become a session.
func (s *Server) canSave(q query) bool { return s.Keeper != nil && q.Text != "" && q.Err == "" }

// markSession takes over the tags, the note and the pin of a session's form.
func (s *Server) markSession(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	ses, err := s.Library.Session(r.Context(), id)
	if err != nil || s.Keeper == nil {
		return fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Reload the page.")
	}
	tags := strings.FieldsFunc(r.FormValue("tags"), func(c rune) bool { return c == ',' || c == ' ' })
	note, pinned := strings.TrimSpace(r.FormValue("note")), r.FormValue("pinned") != ""
	note = strings.ReplaceAll(note, "\r\n", "\n") // as browsers post a form
	edit := wire.SessionEdit{Note: &note, Pinned: &pinned, Tag: tags}
	for _, old := range ses.Tags {
		if !slices.ContainsFunc(tags, func(t string) bool { return strings.EqualFold(t, old) }) {
			edit.Untag = append(edit.Untag, old)
		}
	}
	switch _, err := s.Keeper.Edit(r.Context(), id, edit); {
	case errors.Is(err, wire.ErrBadEdit):
		return fail(http.StatusUnprocessableEntity, "This was not kept.", sentenceOf(err.Error()), "Make it shorter.")
	case err != nil:
		return fmt.Errorf("mark the session: %w", err)
	}
	return s.done(w, r)
}
