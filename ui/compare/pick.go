package compare

import (
	"context"
	"fmt"
	"net/url"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
)

const (
	pickedFound = 100 // exchanges that a search lists
	pickedNear  = 12  // of each kind that are offered without one
)

// comparePick is the choice of what to compare with.
type comparePick struct {
	A        comparison.Compared
	Query    link.Query
	Groups   []pickGroup
	Sessions []wire.Session // for a session
}

// pickGroup is exchanges that have something in common with A.
type pickGroup struct {
	Title string
	Rows  []record.Row
	Full  bool // there may be more
}

// with is the address of the comparison with an exchange: what came first is A.
func (v comparePick) with(x wire.Exchange) templ.SafeURL {
	if x.Started.Before(v.A.Exchange.Started) {
		return link.CompareExchanges(x.ID, v.A.ID)
	}
	return link.CompareExchanges(v.A.ID, x.ID)
}

// comparePick offers what an exchange or a session can be compared with.
func (s *Screen) comparePick(ctx context.Context, q url.Values) (*comparePick, error) {
	a, err := s.Comparer.ToCompare(ctx, q.Get("a"))
	if err != nil {
		return nil, err
	}
	v := &comparePick{A: a, Query: link.QueryOf(url.Values{"q": {q.Get("q")}})}
	if a.Exchange == nil {
		v.Sessions, err = s.Library.Sessions(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the sessions: %w", err)
		}
		v.Sessions = record.OtherSessions(v.Sessions, a.ID)
		return v, nil
	}
	if v.Query.Err != "" {
		return v, nil
	}
	for _, g := range v.asked() {
		rows, err := s.Library.Exchanges(ctx, g.filter, wire.Page{Limit: g.most + 1})
		if err != nil {
			return nil, fmt.Errorf("look for exchanges to compare with: %w", err)
		}
		out := pickGroup{Title: g.title}
		for _, x := range rows {
			if x.ID == a.ID {
				continue
			}
			if out.Full = len(out.Rows) == g.most; out.Full {
				break
			}
			out.Rows = append(out.Rows, record.Row{Exchange: x, Now: s.Web.Now()})
		}
		if len(out.Rows) > 0 || v.Query.Text != "" {
			v.Groups = append(v.Groups, out)
		}
	}
	return v, nil
}

// pickAsk is a group to look for.
type pickAsk struct {
	title  string
	filter wire.Filter
	most   int
}

// asked are the groups to look for: what the filter finds, or what is near.
func (v *comparePick) asked() []pickAsk {
	x := v.A.Exchange
	not := []wire.Origin{wire.Console}
	if v.Query.Text != "" {
		return []pickAsk{{"Found", v.Query.Filter, pickedFound}}
	}
	var out []pickAsk
	if x.Link != "" {
		out = append(out, pickAsk{"Sent from the same exchange", wire.Filter{Link: x.Link, Not: not}, pickedNear})
	}
	if x.Labels.Task != "" {
		out = append(out, pickAsk{"Of the same task", wire.Filter{Task: x.Labels.Task, Not: not}, pickedNear})
	}
	if x.Labels.Op != "" {
		out = append(out, pickAsk{"The same operation", wire.Filter{Ops: []string{x.Labels.Op}, Not: not}, pickedNear})
	}
	return append(out, pickAsk{"Recent", wire.Filter{Not: not}, pickedNear})
}

func pickSession(v *comparePick, o wire.Session) templ.SafeURL {
	if o.Started.Before(v.A.Session.Started) {
		return link.CompareExchanges(o.ID, v.A.ID)
	}
	return link.CompareExchanges(v.A.ID, o.ID)
}
