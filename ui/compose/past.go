package compose

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// maxPast bounds the sent messages that can be recalled.
const maxPast = 30

// listPast lists the messages that Compose and the command line sent to an agent, newest first.
func (s *Screen) listPast(ctx context.Context, agent string) ([]wire.Exchange, error) {
	if agent == "" {
		return nil, nil
	}
	return s.Library.Exchanges(ctx, wire.Filter{Agents: []string{agent}, Origins: []wire.Origin{wire.Compose, wire.Terminal}, Ops: []string{"send"}},
		wire.Page{Limit: maxPast})
}

// sameAsNewer reports whether newer, the next message after x, had the same text and result.
func sameAsNewer(newer, x wire.Exchange) bool {
	return newer.Labels.Text != "" && newer.Labels.Text == x.Labels.Text && newer.Labels.State == x.Labels.State && newer.Outcome == x.Outcome && newer.Response.Status == x.Response.Status
}

// timesSent returns how often in a row the first message of the list was sent.
func timesSent(list []wire.Exchange) int {
	n := 1
	for n < len(list) && sameAsNewer(list[n-1], list[n]) {
		n++
	}
	return n
}

func (s *Screen) pastList(w http.ResponseWriter, r *http.Request) error {
	q := url.Values{"draft": {r.PathValue("draft")}}
	if begin, err := url.ParseQuery(r.URL.Query().Get("begin")); err == nil && begin.Get("draft") == q.Get("draft") {
		q = begin
	}
	d, err := s.draftAt(r.Context(), q)
	if err != nil {
		return err
	}
	list, err := s.listPast(r.Context(), d.Agent)
	if err != nil {
		return err
	}
	return s.Web.Morph(w, r, pastMessages(d, list))
}

// recall puts a sent message into the form: that of an exchange or, as do says, the one before
// ("older") or after ("newer") the recalled one.
func (s *Screen) recall(ctx context.Context, id, do, exchange string) error {
	list, err := s.listPast(ctx, s.Drafts.Get(id).Agent)
	if err != nil {
		return err
	}
	at, err := step(list, s.Drafts.Get(id).Past, do, exchange)
	if err != nil {
		return err
	}
	var parts []draft.Part
	if at > 0 {
		if parts, err = s.partsOf(ctx, list[at-1].ID); err != nil {
			return err
		}
	}
	s.Drafts.Update(id, func(d *draft.Draft) { takePast(d, parts, at) })
	return nil
}

// step returns the position of the wanted message in list, from 1 for the latest; 0 for none.
func step(list []wire.Exchange, at int, do, exchange string) (int, error) {
	switch do {
	case "older":
		return min(at+1, len(list)), nil
	case "newer":
		return max(at-1, 0), nil
	}
	for i := range list {
		if list[i].ID == exchange {
			return i + 1, nil
		}
	}
	return 0, errors.New("the message is no longer among the latest to this agent")
}

// takePast puts parts into the form as new fields, so that what was typed in the old ones is not
// overwritten.
func takePast(d *draft.Draft, parts []draft.Part, at int) {
	d.Parts, d.Raw, d.EditedExchange, d.Past = nil, nil, "", at
	for _, p := range parts {
		d.Add(p)
	}
	if len(parts) == 0 {
		d.Add(draft.Part{Kind: "text"})
	}
	d.Shape++
}

func (s *Screen) partsOf(ctx context.Context, exchange string) (out []draft.Part, err error) {
	t, release, err := s.Tapes.Get(ctx, exchange)
	if err != nil {
		return nil, err
	}
	defer release()
	if t.Call.Call == nil || t.Call.Call.Message == nil {
		return nil, errors.New("the request cannot be read as a message; use Edit and re-send on the exchange's page")
	}
	for _, p := range t.Call.Call.Message.Parts {
		switch {
		case p.Kind == a2a.TextPart:
			out = append(out, draft.Part{Kind: "text", Text: p.Text})
		case p.Kind == a2a.DataPart:
			text, ok := dialect.Indented(p.Data)
			if !ok {
				text = p.Data
			}
			out = append(out, draft.Part{Kind: "data", Text: string(text)})
		case p.Kind == a2a.FilePart && p.URL != "":
			out = append(out, draft.Part{Kind: "url", URL: p.URL, Name: p.Filename, Type: p.MediaType})
		case p.Kind == a2a.FilePart:
			out = append(out, draft.Part{Kind: "file", Bytes: p.Bytes, Name: p.Filename, Type: p.MediaType})
		}
	}
	return out, nil
}

func (v *View) recalledText() string {
	if v.Draft.Past == 0 || len(v.Draft.Parts) != 1 {
		return ""
	}
	return v.Draft.Parts[0].Text
}
