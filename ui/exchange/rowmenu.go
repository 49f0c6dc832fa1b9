package exchange

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

type menuChoices struct {
	X         wire.Exchange
	Query     link.Query // query of the list
	CanResend bool       // it can be sent again
	CanHold   bool       // a rule can hold the next exchange like it
	Pins      bool       // the record takes pins
}

func (s *Screen) rowMenu(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return record.ErrNoExchange()
	}
	q := s.Lists.Query(r.URL.Query())
	if !web.FromDatastar(r) {
		http.Redirect(w, r, q.ExchangeURL(x.ID, ""), http.StatusSeeOther)
		return nil
	}
	calls := x.IsForAgent()
	return s.Web.Morph(w, r, rowChoices(menuChoices{X: x, Query: q, CanResend: calls, CanHold: s.Intercepts && calls, Pins: s.Keeper != nil}))
}

func (c menuChoices) filters() (out [][2]string) {
	for _, f := range [][3]string{{"op", c.X.Labels.Op, "this operation"}, {"agent", c.X.Agent, "this agent"}, {"task", c.X.Labels.Task, "this task"}} {
		if f[1] == "" {
			continue
		}
		q, term := c.Query.InView(c.Query.View), link.Term(f[0], f[1])
		if !slices.Contains(strings.Fields(q.Text), term) {
			q, _ = q.Toggled(term)
		}
		out = append(out, [2]string{q.URL("/traffic"), f[2]})
	}
	return out
}
