package exchange

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// resender is the caller recorded for a request that is sent again from its page.
const resender = "Re-send"

// resend sends a recorded request again, byte for byte. The new exchange links to the recorded one,
// which does not change.
func (s *Screen) resend(w http.ResponseWriter, r *http.Request) error {
	x, p, err := s.Calls.RecordedRequest(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	id, err := s.Calls.SendAs(wire.CallOptions{Origin: wire.Replay, Link: x.ID, Caller: resender}, x.Agent, p, nil)
	if err != nil {
		return web.Fail(http.StatusConflict, "Nothing was sent.", err.Error(), "Correct this, then try again.")
	}
	s.Calls.Await(r.Context(), id)
	return s.Web.GoTo(w, r, "/exchanges/"+url.PathEscape(id))
}

// editLimit is the largest request, in bytes, that can be edited on a page.
const editLimit = 2 << 20

// editInCompose opens a recorded request in Compose, to edit and send it.
func (s *Screen) editInCompose(w http.ResponseWriter, r *http.Request) error {
	x, p, err := s.Calls.RecordedRequest(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	text := draft.SentText(p)
	if len(text) > editLimit {
		return web.Fail(http.StatusConflict, "This request is too long to be edited here.", "It has "+part.Bytes(int64(len(text)))+"; at most "+part.Bytes(editLimit)+" can be edited.", "Use Re-send to send it unchanged.")
	}
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return web.Fail(http.StatusConflict, "This request is not text.", "Editing it as text would change its bytes.", "Use Re-send to send it unchanged.")
	}
	id := wire.NewID()
	s.Drafts.Update(id, func(d *draft.Draft) {
		d.Agent, d.EditedExchange = x.Agent, x.ID
		if _, ok := dialect.Speaks(p.Version, p.Binding); ok {
			d.Version, d.Binding = p.Version, p.Binding
		}
		d.Raw = &draft.Raw{Method: p.Method, URL: p.URL, Headers: call.HeaderLines(p.Header)}
		d.Raw.SetBody(p)
		d.Shape++
	})
	return s.Web.GoTo(w, r, s.Drafts.Get(id).Address())
}

func resendAdvice(x wire.Exchange) string {
	var names []string
	for _, r := range x.Redactions {
		if r.Place == "request.header" || r.Place == "request.body" || r.Place == "url" {
			names = append(names, part.Short(r.Name, 40))
		}
	}
	if len(names) == 0 {
		return "Send the same bytes once more, as a new exchange"
	}
	return "Send the same bytes once more, without what is not on record: " + strings.Join(slices.Compact(names), ", ")
}

func (s *Screen) findRepeats(ctx context.Context, id string) []wire.Exchange {
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Link: id}, wire.Page{Limit: 6})
	if err != nil {
		s.Web.Logger.Error("read what repeats an exchange", "err", err)
	}
	return xs
}
