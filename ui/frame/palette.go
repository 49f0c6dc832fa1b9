package frame

// Hit is a result of the palette.
type Hit struct {
	Kind, Title, Detail string
	URL                 string
	Action              string // action that the script runs instead of following URL, or ""
	Post                string // URL to POST to before following URL, or ""; if the two are equal, the response redirects
}
