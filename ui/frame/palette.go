package frame

// Hit is a result of the palette.
type Hit struct {
	Kind, Title, Detail string
	URL                 string
	Action              string // what the script does instead of following URL, or ""
	Post                string // address to POST to before following URL, or ""; if both are the same, the response says where to go
}
