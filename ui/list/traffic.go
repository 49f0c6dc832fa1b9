package list

import "slices"

// trafficViews are the views over one filter.
func trafficViews() [][2]string {
	return [][2]string{{"", "List"}, {"tasks", "By task"}, {"sequence", "Sequence"}, {"insights", "Insights"}}
}

// quickFilters are the terms that are turned on and off by a click, with their labels.
func quickFilters() [][2]string {
	return [][2]string{{"op:send", "Sends"}, {"is:stream", "Streams"}, {"is:failed", "Errors"}, {"is:wrong", "Wrong"}, {"op:*card", "Cards"}}
}

// isQuick reports whether a term has a button of its own.
func isQuick(term string) bool {
	return slices.ContainsFunc(quickFilters(), func(f [2]string) bool { return f[0] == term })
}
