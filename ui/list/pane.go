package list

// DetailStyles are the sheets of list and detail.
func DetailStyles() []string { return []string{"traffic", "exchange", "compose"} }
