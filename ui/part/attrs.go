package part

import (
	"github.com/a-h/templ"
)

func CurrentRow(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}
