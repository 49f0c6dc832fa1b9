package exchange

import (
	"errors"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) pin(w http.ResponseWriter, r *http.Request) error {
	pinned := r.FormValue("pinned") == "1"
	return s.mark(w, r, wire.ExchangeEdit{Pinned: &pinned})
}

// note stores a note on an exchange; an empty note removes it.
func (s *Screen) note(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return err
	}
	text := strings.TrimSpace(strings.ReplaceAll(r.FormValue("note"), "\r\n", "\n"))
	return s.mark(w, r, wire.ExchangeEdit{Note: &text})
}

func (s *Screen) mark(w http.ResponseWriter, r *http.Request, e wire.ExchangeEdit) error {
	x, err := s.Keeper.EditExchange(r.Context(), r.PathValue("id"), e)
	if errors.Is(err, wire.ErrNotFound) {
		return record.ErrNoExchange()
	}
	if errors.Is(err, wire.ErrBadEdit) {
		return web.Fail(http.StatusUnprocessableEntity, "The note was not saved.", err.Error(), "Shorten it.")
	}
	if err != nil {
		return err
	}
	if r.FormValue("at") == "list" { // the list's row shows it
		return s.Web.Done(w, r, web.Record)
	}
	return s.Web.DoneWith(w, r, web.Record, marks(x, true, s.Files != nil))
}
