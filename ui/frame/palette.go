package frame

// Hit is one result of the palette.
type Hit struct {
	Kind, Title, Detail string
	URL                 string
	Action              string // what our script does instead of following URL, or ""
	Post                string // address to POST to before following URL, or ""; where URL is the same, the answer leads on
}
