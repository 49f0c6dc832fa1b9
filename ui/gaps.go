package ui

import (
	"context"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// sentHead is the head of the tab's message as it went on; nil where it went on
// as it came.
func (d *detail) sentHead() *wire.Head {
	if d.Tab == "request" {
		return d.X.RequestSent
	}
	return d.X.ResponseSent
}

// hasBody reports whether the tab's message has more to it than a head: there was
// an answer, or bytes of what could not be read as one.
func (d *detail) hasBody() bool {
	return d.Tab == "request" || d.X.Response.Status != 0 || d.X.ResponseBytes > 0 || d.X.ResponseSent != nil
}

// changed says what the console changed of a response.
func (d *detail) changed() string {
	if h := d.X.ResponseSent; h != nil && h.Status != d.X.Response.Status {
		return "What the agent sent cannot be passed on. The console answered in its place."
	}
	return "The console put the tap's address in place of the agent's, so that callers stay on the tap."
}

// lacks reports whether a gap of the exchange is in a side.
func (d *detail) lacks(side wire.Side) bool {
	return slices.ContainsFunc(d.X.Gaps, func(g wire.Gap) bool { return g.Side == side })
}

// gapID is the id of a gap's row. It stays while the gap grows.
func gapID(g wire.Gap) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d %s", g.Session, g.From.UnixNano(), g.Why)
	return "gap-" + strconv.FormatUint(h.Sum64(), 36)
}

// gapTitle is what a gap's row says at length.
func gapTitle(g wire.Gap) string {
	s := part.Stamp(g.From) + " – " + part.Stamp(g.To)
	if g.Problem != "" {
		s += ": " + part.Short(g.Problem, 300)
	}
	return s
}

// gaps lists what is missing between the rows of a list, newest first. A list
// that selects by more than the session shows none: what is missing may be of
// what it selects or not.
func (s *Server) gaps(ctx context.Context, q query) ([]wire.Gap, error) {
	f := q.Filter
	f.Session, f.Not = "", nil
	if !reflect.DeepEqual(f, wire.Filter{}) {
		return nil, nil
	}
	list, err := s.Library.Gaps(ctx, q.Filter.Session)
	if err != nil {
		return nil, fmt.Errorf("read what is missing: %w", err)
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b wire.Gap) int { return b.From.Compare(a.From) })
	return list, nil
}

// placeGaps puts gaps above the first row that began before them. before is the
// Seq of the row that the page follows, 0 on the first page. On the last page
// gaps that are older than all rows come last.
func (s *Server) placeGaps(ctx context.Context, l *listing, before int64) error {
	list, err := s.gaps(ctx, l.query)
	if err != nil || len(list) == 0 {
		return err
	}
	if before > 0 {
		above, err := s.Library.Exchanges(ctx, l.Filter, wire.Page{After: before - 1, Limit: 1})
		if err != nil {
			return fmt.Errorf("read the exchanges: %w", err)
		}
		if len(above) > 0 {
			list = slices.DeleteFunc(list, func(g wire.Gap) bool { return !g.From.Before(above[0].Started) })
		}
	}
	for i := range l.Rows {
		n := 0
		for n < len(list) && !list[n].From.Before(l.Rows[i].Started) {
			n++
		}
		l.Rows[i].Newer, list = list[:n:n], list[n:]
	}
	switch last := len(l.Rows) - 1; {
	case l.Older > 0:
	case last >= 0:
		l.Rows[last].Older = list
	case len(list) > 0 && before == 0:
		l.Rows = []row{{Older: list}}
	}
	return nil
}

// lostAmong lists what is missing between the calls of a diagram, oldest first:
// what is older than its first call stands on the page before it, what is newer
// than its last on the page after it.
func (s *Server) lostAmong(ctx context.Context, d *sequence) ([]wire.Gap, error) {
	list, err := s.gaps(ctx, d.query)
	if err != nil || len(list) == 0 || len(d.Calls) == 0 && d.Before > 0 {
		return nil, err
	}
	if d.Older > 0 {
		first := d.Calls[0].X.Started
		list = slices.DeleteFunc(list, func(g wire.Gap) bool { return g.From.Before(first) })
	}
	if d.Before > 0 {
		next, err := s.Library.Exchanges(ctx, d.Filter, wire.Page{After: d.Before - 1, Limit: 1})
		if err != nil {
			return nil, fmt.Errorf("read the exchanges: %w", err)
		}
		if len(next) > 0 {
			list = slices.DeleteFunc(list, func(g wire.Gap) bool { return !g.From.Before(next[0].Started) })
		}
	}
	slices.Reverse(list)
	return list, nil
}

// listRows are rows with what is missing between them. A row without an exchange
// is only what is missing.
func listRows(rows []row) templ.Component {
	var out []templ.Component
	for _, r := range rows {
		for _, g := range r.Newer {
			out = append(out, gapRow(g))
		}
		if r.ID != "" {
			out = append(out, listRow(r))
		}
		for _, g := range r.Older {
			out = append(out, gapRow(g))
		}
	}
	return templ.Join(out...)
}

// liveGaps keeps the gaps of a list current.
type liveGaps struct {
	shown map[string]wire.Gap // by id
}

// draw sends gaps that are new or have grown. newest is when the newest row
// began. It reports whether one was put on top of the list.
func (v *liveGaps) draw(p *Patches, list []wire.Gap, newest time.Time) (top bool) {
	first := v.shown == nil
	if first {
		v.shown = map[string]wire.Gap{}
	}
	for _, g := range slices.Backward(list) {
		id := gapID(g)
		had, known := v.shown[id]
		v.shown[id] = g
		switch {
		case known && had == g, first && g.From.Before(newest): // the page was drawn with it
		case known:
			p.Morph(gapRow(g))
		default:
			if first {
				p.Remove("#" + id)
			}
			p.Prepend("#rows", gapRow(g))
			top = true
		}
	}
	return top
}

// mostGaps is how many gaps of an exchange are listed.
const mostGaps = 5
