package list

// DetailStyles are the style sheets of list and detail.
func DetailStyles() []string { return []string{"list", "exchange", "talk", "comparison"} }
