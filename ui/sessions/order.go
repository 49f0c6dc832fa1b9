package sessions

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/record"
)

// sessionColumn is a column that sorts the list.
type sessionColumn struct {
	SortKey, Name, class, Title string
	isDown                      bool // the first click sorts the greatest first
	compare                     func(a, b *wire.Session) int
}

func sessionColumns() []sessionColumn {
	return []sessionColumn{
		{SortKey: "name", Name: "Name", compare: func(a, b *wire.Session) int {
			return cmp.Compare(strings.ToLower(record.SessionTitle(*a)), strings.ToLower(record.SessionTitle(*b)))
		}},
		{SortKey: "recorded", Name: "Recorded", isDown: true, compare: func(a, b *wire.Session) int { return a.Started.Compare(b.Started) }},
		{SortKey: "exchanges", Name: "Exchanges", class: "num", isDown: true, compare: func(a, b *wire.Session) int { return cmp.Compare(a.Calls(), b.Calls()) }},
		{SortKey: "failed", Name: "Failed", class: "num", isDown: true, compare: func(a, b *wire.Session) int { return cmp.Compare(a.Errors, b.Errors) },
			Title: "Exchanges that is:failed selects: an error, a cut or missing answer, or a task that failed or was rejected"},
		{SortKey: "size", Name: "Size", class: "num", isDown: true, compare: func(a, b *wire.Session) int { return cmp.Compare(a.Bytes, b.Bytes) }},
	}
}

// sessionOrder reads the order from the URL; the zero one, newest first, if there is none.
func sessionOrder(text string) (o wire.Order) {
	o.Column, o.Descending = strings.CutPrefix(text, "-")
	if !slices.ContainsFunc(sessionColumns(), func(c sessionColumn) bool { return c.SortKey == o.Column }) {
		return wire.Order{}
	}
	return o
}

// sortURL returns the URL of the list after a click on the head of a column.
func (a sessionQuery) sortURL(c sessionColumn) string {
	a.Order = link.Turned(a.Order, c.SortKey, c.isDown)
	return a.pageURL(1)
}

func sortSessions(all []wire.Session, o wire.Order) []wire.Session {
	i := slices.IndexFunc(sessionColumns(), func(c sessionColumn) bool { return c.SortKey == o.Column })
	if i < 0 {
		return all
	}
	compare := sessionColumns()[i].compare
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b wire.Session) int {
		if o.Descending {
			return compare(&b, &a)
		}
		return compare(&a, &b)
	})
	return all
}
