package comparison

import (
	"net/url"

	"github.com/a2a-console/a2a-console/inspector/diff"
)

func bytesAt(p diff.Pair, side string) string {
	return "/compare/bytes?" + url.Values{"a": {p.A}, "b": {p.B}, "side": {side}}.Encode()
}
