package part

import (
	"github.com/a-h/templ"
)

// Selected marks the option that counts.
func Selected(is bool) templ.Attributes {
	if is {
		return templ.Attributes{"selected": true}
	}
	return nil
}

func CurrentRow(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "true"}
}
