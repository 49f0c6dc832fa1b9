package list

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
)

// Gaps lists what is missing between the rows of a list, newest first. A list that filters by more
// than the session shows none, because missing exchanges may or may not match.
func (s *Lists) Gaps(ctx context.Context, q link.Query) ([]wire.Gap, error) {
	if !selectsSessions(q.Filter) {
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

// selectsSessions reports whether a filter selects by nothing but the session.
func selectsSessions(f wire.Filter) bool {
	f.Session, f.ExcludedOrigins = "", nil
	return reflect.DeepEqual(f, wire.Filter{})
}

// placeGaps puts gaps above the first row that began before them. before is the Seq of the
// row above the page (0 on the first page), and above is that row. On the last page, gaps
// older than all rows come last.
func (s *Lists) placeGaps(ctx context.Context, l *Listing, before int64, above wire.Exchange) error {
	list, err := s.Gaps(ctx, l.Query)
	if err != nil || len(list) == 0 {
		return err
	}
	if above.ID != "" {
		list = slices.DeleteFunc(list, func(g wire.Gap) bool { return !g.From.Before(above.Started) })
	}
	for i := range l.Rows {
		n := 0
		for n < len(list) && !list[n].From.Before(l.Rows[i].Started) {
			n++
		}
		l.Rows[i].GapsBefore, list = list[:n:n], list[n:]
	}
	switch last := len(l.Rows) - 1; {
	case l.Older > 0:
	case last >= 0:
		l.Rows[last].GapsAfter = list
	case len(list) > 0 && before == 0:
		l.Rows = []record.Row{{GapsAfter: list}}
	}
	return nil
}

// ListRows draws rows with the gaps and dividers between them. A row without an
// exchange only carries gaps.
func ListRows(rows []record.Row) templ.Component {
	var out []templ.Component
	for _, r := range items(rows) {
		out = append(out, r.Cell)
	}
	return templ.Join(out...)
}

const maxGaps = 5
