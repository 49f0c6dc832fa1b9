package list

// DetailStyles returns the style sheets of list and detail.
func DetailStyles() []string { return []string{"list", "exchange", "talk", "comparison"} }
