package list

import "slices"

// trafficViews are the views over one filter.
func trafficViews() [][2]string {
	return [][2]string{{"", "List"}, {"tasks", "By task"}, {"sequence", "Sequence"}}
}

// quickFilters are the terms that are turned on and off by a click, with their labels.
func quickFilters() [][2]string {
	return [][2]string{{"op:send", "Sends"}, {"is:stream", "Streams"}, {"is:failed", "Errors"}, {"op:*card", "Cards"}}
}

// isQuick reports whether a term has a button of its own.
func isQuick(term string) bool {
	return slices.ContainsFunc(quickFilters(), func(f [2]string) bool { return f[0] == term })
}

// filterExamples completes the filter box.
func filterExamples() []string {
	return []string{
		"op:send", "op:get", "op:cancel", "op:subscribe", "state:working", "state:completed", "state:failed", "state:input_required",
		"dialect:0.1", "dialect:0.2", "dialect:0.3", "dialect:1.0", "binding:jsonrpc", "binding:rest", "binding:grpc", "op:list", "origin:client", "origin:compose", "origin:console", "outcome:cut", "outcome:refused",
		"status:4xx", "status:5xx", "dur:>500ms", "is:failed", "is:stream", "finding:any", "finding:error",
	}
}
