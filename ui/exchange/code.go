package exchange

import (
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/snippet"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

func codeURL(exchange string, l snippet.Language) string {
	return "/exchanges/" + exchange + "/code/" + string(l)
}

// codeText serves a request as sandboxed code in a language.
func (s *Screen) codeText(w http.ResponseWriter, r *http.Request) error {
	l := snippet.Language(r.PathValue("language"))
	if !slices.Contains(snippet.Languages(), l) {
		return s.Web.NotFound(w, r)
	}
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return record.ErrNoExchange()
	}
	body, err := tape.SideBody(r.Context(), s.Library, x, wire.Request)
	if err != nil {
		return err
	}
	t, release, err := s.Tapes.ForExchange(r.Context(), x)
	if err != nil {
		return err
	}
	defer release()
	sandboxed(w, "text/plain; charset=utf-8")
	w.Write([]byte(snippet.Write(l, snippet.Request{Exchange: t.X, Body: body, Call: t.Call})))
	return nil
}
