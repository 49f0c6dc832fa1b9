package intercept

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// holdNext adds a rule that holds the next call like a recorded one, or the next
// event like one of its events.
func (s *Screen) holdNext(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.FormValue("exchange"))
	if err != nil {
		return record.ErrNoExchange()
	}
	text := nextCall(x)
	if n, err := strconv.Atoi(r.FormValue("event")); err == nil {
		when, err := s.nextEvent(r.Context(), x, n)
		if err != nil {
			return err
		}
		text += " " + when
	}
	added, err := s.Rules.AddRules(r.Context(), []string{text + " call:1 => hold"}, "")
	if err != nil {
		return ruleSaveError(err)
	}
	return s.Web.DoneWith(w, r, web.Rules, heldNext(noteIDOf(r), added[0], s.Rules.RuleWords(added[0].Text)))
}

// noteIDOf returns the id of the element for the result: below the toolbar of a list, or on the
// page of an exchange.
func noteIDOf(r *http.Request) string {
	if r.FormValue("at") == "list" {
		return "list-said"
	}
	return "hold-next"
}

// undoNext removes a rule that holdNext added.
func (s *Screen) undoNext(w http.ResponseWriter, r *http.Request) error {
	rule, _, err := s.rule(r.PathValue("id"))
	if err != nil {
		return err
	}
	if err := s.Rules.RemoveRules(r.Context(), rule.ID); err != nil {
		return ruleSaveError(err)
	}
	return s.Web.DoneWith(w, r, web.Rules, heldNextUndone(noteIDOf(r)))
}

// undoURL returns the address that removes the rule and draws the result in the element id.
func undoURL(id string, r wire.Rule) string {
	at := "/intercept/next/" + r.ID + "/undo"
	if id == "list-said" {
		at += "?at=list"
	}
	return at
}

// nextCall returns rule conditions that select calls to the same agent with the same operation or
// method.
func nextCall(x wire.Exchange) string {
	like := link.Term("method", x.Method)
	if x.Labels.Op != "" {
		like = link.Term("op", x.Labels.Op)
	}
	return like + " " + link.Term("agent", x.Agent)
}

// nextEvent returns rule conditions that select the event of a response that has the same kind, and
// the same position among that kind, as the n-th event of a recorded one, counted from 1.
func (s *Screen) nextEvent(ctx context.Context, x wire.Exchange, n int) (string, error) {
	t, release, err := s.Tapes.Get(ctx, x.ID)
	if err != nil {
		return "", err
	}
	defer release()
	kind, nth := "", 0
	if t.Fold != nil {
		kind, nth = kindAt(t.Fold.Rows, n)
	}
	if kind == "" {
		return "", web.Fail(http.StatusUnprocessableEntity, "No rule was made.", "The console does not understand this event, or it is a keep-alive, which cannot be held.", "Write a rule in Intercept.")
	}
	return fmt.Sprintf("event:%s nth:%d", kind, nth), nil
}

// kindAt returns the kind of the n-th event of a stream, and its position
// among events of that kind.
func kindAt(rows []stream.Row, n int) (kind string, nth int) {
	for i := range rows {
		if r := &rows[i]; !r.Between() && r.From <= n && n <= r.To {
			kind = kindOf(r)
		}
	}
	for i := range rows {
		if r := &rows[i]; !r.Between() && kindOf(r) == kind && r.From <= n {
			nth += min(r.To, n) - r.From + 1
		}
	}
	return kind, nth
}

// kindOf returns the kind of a row's events as rules name it; "" for events
// that were not understood.
func kindOf(r *stream.Row) string {
	switch r.Word {
	case "append", "artifact":
		return "artifact"
	case "state":
		return "status"
	case "task", "message", "error":
		return r.Word
	}
	return ""
}
