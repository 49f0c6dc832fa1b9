package web

import (
	"github.com/a-h/templ"
)

// Current marks a link to the current page.
func Current(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}
