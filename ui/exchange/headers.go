package exchange

import (
	"net/http"
	"slices"
)

// Limits of the table of headers.
const (
	maxHeaders  = 500
	headerLimit = 16 << 10 // bytes of one value
)

type headerRow struct {
	name, value string
	cut         int // bytes of the value that are left out
}

// headerRows returns the headers to draw, sorted by name, and how many more there are.
func headerRows(h http.Header) (rows []headerRow, more int) {
	names := make([]string, 0, len(h))
	for n := range h {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, name := range names {
		for _, v := range h[name] {
			if len(rows) == maxHeaders {
				more++
				continue
			}
			n := min(len(v), headerLimit)
			rows = append(rows, headerRow{name: name, value: v[:n], cut: len(v) - n})
		}
	}
	return rows, more
}
