// Package v03 is version 0.3 of the protocol over JSON-RPC, and the JSON that it shares with 0.2: parts,
// messages, tasks and events distinguished by kind. Its table is schema.txt. Package v03p has 0.3's other
// form, ProtoJSON over HTTP+JSON and gRPC.
package v03

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

//go:embed schema.txt
var table string

var Dialect = sync.OnceValue(func() *schema.Schema { return schema.Compile("v03/schema.txt", table) })

// Version returns 0.3 over JSON-RPC alone.
func Version() *version.Version {
	v := Dialect().VersionOf()
	v.Card.Fits = fits
	return v
}

func fits(c document.Value) version.Fit {
	if HasNewMembers(c) || Described(c) {
		return version.Marked
	}
	return version.No
}

// Described reports members that cards of 0.2 and 0.3 have, but not those of 0.1.
func Described(c document.Value) bool {
	return c.Has("preferredTransport") || c.Has("additionalInterfaces") || c.Has("supportsAuthenticatedExtendedCard") ||
		c.Get("capabilities").Has("extensions") || c.Has("iconUrl") ||
		!c.Get("securitySchemes").Null() || !c.Get("security").Null()
}

// HasNewMembers reports members that only cards of 0.3 have. An empty protocolVersion is one: SDKs of 0.2
// omit it, those of 0.3 may write "".
func HasNewMembers(c document.Value) bool {
	if v := c.Get("protocolVersion"); c.Has("signatures") || v.IsKind('"') && v.Text() == "" {
		return true
	}
	found := false
	c.Get("skills").Each(func(_ string, s document.Value) bool {
		found = s.Has("security")
		return !found
	})
	c.Get("securitySchemes").Each(func(_ string, s document.Value) bool {
		found = found || s.Has("oauth2MetadataUrl") || strings.EqualFold(s.Get("type").Text(), "mutualTLS")
		return !found
	})
	return found
}
