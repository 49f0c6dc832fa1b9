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

// holdNext puts a rule in force that holds the next call like a recorded one, or the next
// event like one of it.
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

// noteIDOf is the id of the element that says what was done: below the toolbar of a list, or on
// the page of an exchange.
func noteIDOf(r *http.Request) string {
	if r.FormValue("at") == "list" {
		return "list-said"
	}
	return "hold-next"
}

// undoNext takes such a rule out of force.
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

// undoURL is where the rule is taken back from such an element.
func undoURL(id string, r wire.Rule) string {
	at := "/intercept/next/" + r.ID + "/undo"
	if id == "list-said" {
		at += "?at=list"
	}
	return at
}

// nextCall selects calls like a recorded one: of its operation, or method, and its agent.
func nextCall(x wire.Exchange) string {
	like := link.Term("method", x.Method)
	if x.Labels.Op != "" {
		like = link.Term("op", x.Labels.Op)
	}
	return like + " " + link.Term("agent", x.Agent)
}

// nextEvent selects the event of an answer that is, among those of its kind, where the n-th
// of a recorded one is; counted from 1.
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
		return "", web.Fail(http.StatusUnprocessableEntity, "No rule was made.", "The console does not understand this event, or holds no keep-alive.", "Write a rule under Intercept.")
	}
	return fmt.Sprintf("event:%s nth:%d", kind, nth), nil
}

// kindAt is the kind of the n-th event of a stream, and how many of that kind there are up to it.
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

// kindOf is the kind of a row's events in the words of rules, "" for what is not understood.
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
