package ui

// hit is one result of the palette.
type hit struct {
	Kind, What, More string
	URL              string
	Action           string // what our script does instead of following URL, or ""
}
