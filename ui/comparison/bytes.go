package comparison

import (
	"net/url"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/inspector/diff"
)

func bytesAt(p diff.Pair, side string) templ.SafeURL {
	return templ.SafeURL("/compare/bytes?" + url.Values{"a": {p.A}, "b": {p.B}, "side": {side}}.Encode())
}
