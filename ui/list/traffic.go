package list

import (
	"slices"

	"github.com/a2a-console/a2a-console/ui/link"
)

// trafficViews returns the views of Traffic, which share a filter: name and label.
func trafficViews() [][2]string {
	return [][2]string{{"", "List"}, {"tasks", "By task"}, {"sequence", "Sequence"}, {"insights", "Insights"}}
}

// quickFilter is a term that a click toggles. With Excludes, a second click hides what the term
// selects: such rows are in the way as often as they are wanted.
type quickFilter struct {
	Term, Label string
	Excludes    bool
}

func quickFilters() []quickFilter {
	return []quickFilter{{"op:send", "Sends", false}, {"is:stream", "Streams", false}, {"is:failed", "Errors", false}, {"is:wrong", "Wrong", false},
		{"op:*card", "Cards", true}, {"origin:push", "Pushes", true}}
}

// click returns the query after a click, and the term's state before it.
func (f quickFilter) click(q link.Query) (other link.Query, has, lacks bool) {
	if f.Excludes {
		return q.CycleTerm(f.Term)
	}
	other, has = q.Toggled(f.Term)
	return other, has, false
}

// hint says in the filter's language what a click does.
func (f quickFilter) hint(has, lacks bool) string {
	switch {
	case has && f.Excludes:
		return f.Term + ": click for all but these"
	case lacks:
		return "-" + f.Term + ": click for all"
	}
	return f.Term
}

func isQuick(term string) bool {
	return slices.ContainsFunc(quickFilters(), func(f quickFilter) bool { return f.Term == term || f.Excludes && "-"+f.Term == term })
}
