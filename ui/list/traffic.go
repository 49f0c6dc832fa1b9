package list

// trafficViews are the views over one filter.
func trafficViews() [][2]string {
	return [][2]string{{"", "List"}, {"tasks", "By task"}, {"sequence", "Sequence"}}
}

// filterExamples completes the filter box.
func filterExamples() []string {
	return []string{
		"op:send", "op:get", "op:cancel", "op:subscribe", "state:working", "state:completed", "state:failed", "state:input_required",
		"dialect:0.1", "dialect:0.2", "dialect:0.3", "dialect:1.0", "binding:jsonrpc", "binding:rest", "binding:grpc", "op:list", "origin:client", "origin:compose", "origin:console", "outcome:cut", "outcome:refused",
		"status:4xx", "status:5xx", "dur:>500ms", "finding:any", "finding:error",
	}
}
