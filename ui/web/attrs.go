package web

import (
	"github.com/a-h/templ"
)

// Current marks the link to where the reader is.
func Current(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}
