package traffic

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) markSession(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	ses, err := s.Library.Session(r.Context(), id)
	if err != nil || s.Keeper == nil {
		return web.Fail(http.StatusNotFound, "There is no such session on record.", "It may have been deleted.", "Reload the page.")
	}
	tags := strings.FieldsFunc(r.FormValue("tags"), func(c rune) bool { return c == ',' || c == ' ' })
	note, pinned := strings.TrimSpace(r.FormValue("note")), r.FormValue("pinned") != ""
	note = strings.ReplaceAll(note, "\r\n", "\n") // browsers post CRLF
	edit := wire.SessionEdit{Note: &note, Pinned: &pinned, AddTags: tags}
	for _, old := range ses.Tags {
		if !slices.ContainsFunc(tags, func(t string) bool { return strings.EqualFold(t, old) }) {
			edit.RemoveTags = append(edit.RemoveTags, old)
		}
	}
	switch _, err := s.Keeper.Edit(r.Context(), id, edit); {
	case errors.Is(err, wire.ErrBadEdit):
		return web.Fail(http.StatusUnprocessableEntity, "The change was not saved.", err.Error(), "Shorten the note or the tags.")
	case err != nil:
		return fmt.Errorf("mark the session: %w", err)
	}
	return s.Web.Done(w, r, web.Sessions)
}
