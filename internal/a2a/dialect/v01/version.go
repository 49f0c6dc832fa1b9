// Package v01 is version 0.1 of the protocol, from the drafts of April 2025 to the tag v0.1.0: JSON-RPC only,
// with tasks named by the client, parts distinguished by type and artifacts by index. Its table is
// schema.txt.
package v01

import (
	_ "embed"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

//go:embed schema.txt
var table string

var Dialect = sync.OnceValue(func() *schema.Schema { return schema.Compile("v01/schema.txt", table) })

func Version() *version.Version {
	v := Dialect().VersionOf()
	v.Card.Fits = fits
	return v
}

// fits checks for authentication, which agents of 0.1 leave null. Cards of 0.2 also have the other members.
func fits(c document.Value) version.Fit {
	if c.Has("authentication") {
		return version.Marked
	}
	return version.Possible
}
