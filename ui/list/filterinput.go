package list

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Typed draws the list for a filter that is being typed. An invalid filter leaves the list as it
// is. An unfinished term that matches nothing is ignored until it is complete.
func (s *Lists) Typed(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	q, selected := s.Query(v), v.Get("selected")
	p := web.NewPatches(w, r)
	if q.Err != "" {
		whole, err := s.filterProblem(r.Context(), q, v)
		if err != nil {
			return err
		}
		p.Morph(typedNote(whole, ""))
		return p.Flush()
	}
	q, early, err := s.finishedQuery(r.Context(), q, v)
	if err != nil {
		return err
	}
	p.Morph(typedNote("", early))
	if view, ok := s.Views[q.View]; ok {
		pane, err := view.Pane(r.Context(), q)
		if err != nil {
			return err
		}
		p.Morph(pane.Selection)
		s.drawSurroundings(p, pane.Bar, selected, web.LiveElement(pane.Since, 0))
		return p.Flush()
	}
	l, err := s.List(r.Context(), q, selected, 0)
	if err != nil {
		return err
	}
	drawRows(p, l)
	p.Morph(arrived(q, 0))
	s.drawSurroundings(p, l, selected, web.LiveElement(l.Since, l.Sessions))
	return p.Flush()
}

// finishedQuery drops the term that is being typed if nothing matches it and it may be the
// beginning of another. early then says so.
func (s *Lists) finishedQuery(ctx context.Context, q link.Query, v url.Values) (whole link.Query, early string, err error) {
	found, err := s.Library.Exchanges(ctx, q.Filter, wire.Page{Limit: 1, Search: &wire.Search{Budget: SearchTime}})
	if err != nil {
		return q, "", fmt.Errorf("read the exchanges: %w", err)
	}
	text := v.Get("q")
	if len(found) > 0 || strings.TrimSpace(text) == "" {
		return q, "", nil
	}
	term, may, err := s.unfinishedTerm(ctx, text)
	if term == "" || err != nil {
		return q, "", err
	}
	return s.withoutTerm(v, term), unfinishedNote(term, may), nil
}

// filterProblem returns the error of an invalid filter, or "" if only its last term is unfinished.
// The page then offers completions.
func (s *Lists) filterProblem(ctx context.Context, q link.Query, v url.Values) (string, error) {
	term, _, err := s.unfinishedTerm(ctx, v.Get("q"))
	if err != nil {
		return "", err
	}
	if term != "" && s.withoutTerm(v, term).Err == "" {
		return "", nil
	}
	return q.Err, nil
}

func (s *Lists) withoutTerm(v url.Values, term string) link.Query {
	v = maps.Clone(v)
	v.Set("q", strings.TrimSuffix(strings.TrimSuffix(v.Get("q"), term), "-"))
	return s.Query(v)
}

// drawSurroundings sends what surrounds the rows of a filter, and the stream that keeps it current.
func (s *Lists) drawSurroundings(p *web.Patches, l Listing, selected string, live templ.Component) {
	p.Morph(Banner(l))
	if l.CanKeep {
		p.Morph(filterButton(l.Query))
	}
	p.Morph(chips(l, strconv.FormatInt(s.Web.Now().UnixNano(), 36)))
	if l.View == "" {
		p.Morph(saveAll(l))
	}
	if selected == "" { // an open detail is drawn again with the list
		p.Replace(live)
	}
}

// listOf identifies the list of a query on the page, so that late rows do
// not end up in another list.
func listOf(q link.Query) string {
	h := fnv.New64a()
	h.Write([]byte(q.Filter.Session + " " + q.InView("").Values().Encode()))
	return strconv.FormatUint(h.Sum64(), 36)
}

// RowsOf and AfterOf are selectors of the rows of a query's list and of the part below them.
func RowsOf(q link.Query) string  { return `#rows[data-of="` + listOf(q) + `"]` }
func AfterOf(q link.Query) string { return `#rows-after[data-of="` + listOf(q) + `"]` }
