package ui

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// current marks the link to where the reader is.
func current(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}

// scopeURL is Traffic, narrowed by one scope.
func scopeURL(key, value string) templ.SafeURL {
	return templ.SafeURL("/traffic?" + url.Values{"q": {term(key, value)}}.Encode())
}

func itoa(n int) string { return strconv.Itoa(n) }

// term is one term of the filter language.
func term(key, value string) string {
	return key + ":" + quote(value)
}

// quote puts a value into quotes where the filter language needs them.
func quote(value string) string {
	if value != "" && !strings.ContainsAny(value, " \t\r\n\"\\:") {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}
