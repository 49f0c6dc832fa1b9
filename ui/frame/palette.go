package frame

// Hit is one result of the palette.
type Hit struct {
	Kind, What, More string
	URL              string
	Action           string // what our script does instead of following URL, or ""
	Post             string // address to POST to before following URL, or ""
}

// keyLines is the help's table.
func keyLines() [][2]string {
	return [][2]string{
		{"Ctrl K", "find agents, sessions, tasks, screens, actions; search the traffic"},
		{"/", "filter the list"},
		{"j  k", "next and previous row"},
		{"Enter", "open the row"},
		{"x", "select the row; Shift-click selects up to it"},
		{"Esc", "back: close the detail, the dialog, the filter"},
		{"End", "follow: go to the newest"},
		{"Ctrl Enter", "send, in Compose"},
		{"P", "present: large text, only the content"},
		{"?", "this list"},
	}
}
