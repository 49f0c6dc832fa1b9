package traffic

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// maxWords bounds the suggestions below the filter box.
const maxWords = 20

// completeFilter suggests how to go on with what is typed into the filter box:
// each suggestion is the whole filter, as a browser's list of options wants it.
func (s *Screen) completeFilter(w http.ResponseWriter, r *http.Request) error {
	text := r.URL.Query().Get("q")
	cursor, err := strconv.Atoi(r.URL.Query().Get("at"))
	if err != nil {
		cursor = len(text)
	}
	cursor = min(max(cursor, 0), len(text))
	found := words.Filters().Complete(text, cursor, nil)
	if s.Keeper != nil {
		if found, err = s.Lists.Suggest(r.Context(), text, cursor); err != nil {
			return fmt.Errorf("complete the filter: %w", err)
		}
	}
	var words []string
	for _, sg := range found {
		if len(words) < maxWords {
			words = append(words, text[:sg.From]+sg.Insert+text[sg.To:])
		}
	}
	return s.Web.Morph(w, r, list.FilterWords(words))
}

// saveSession copies what a filter selects, chosen rows, or a task into a session of its
// own and opens it, or what it is to be replayed with.
func (s *Screen) saveSession(w http.ResponseWriter, r *http.Request) error {
	if s.Keeper == nil {
		return s.Web.NotFound(w, r)
	}
	choice, err := s.Lists.Chosen(r)
	if err != nil {
		return err
	}
	ses, err := s.Keeper.Save(r.Context(), r.FormValue("name"), choice)
	if err != nil {
		return web.Fail(http.StatusUnprocessableEntity, "Nothing was saved.", part.SentenceOf(err.Error()), "Choose other exchanges.")
	}
	s.Web.Notify(web.Sessions)
	if r.FormValue("then") == "replay" {
		return s.Web.GoTo(w, r, string(link.NewReplayOf(ses.ID)))
	}
	return s.Web.GoTo(w, r, "/sessions/"+url.PathEscape(ses.ID))
}

// markSession takes over the tags, the note and the pin of a session's form.
func (s *Screen) markSession(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	ses, err := s.Library.Session(r.Context(), id)
	if err != nil || s.Keeper == nil {
		return web.Fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Reload the page.")
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
		return web.Fail(http.StatusUnprocessableEntity, "The change was not saved.", part.SentenceOf(err.Error()), "Make it shorter.")
	case err != nil:
		return fmt.Errorf("mark the session: %w", err)
	}
	return s.Web.Done(w, r, web.Sessions)
}
