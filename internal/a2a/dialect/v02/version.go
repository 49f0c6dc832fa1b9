// Package v02 is version 0.2 of the protocol, 0.2.0 to 0.2.6. Its table is the difference from that of 0.3.
package v02

import (
	_ "embed"
	"net/url"
	"path"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

//go:embed schema.txt
var table string

var Dialect = sync.OnceValue(func() *schema.Schema { return schema.Compile("v02/schema.txt", table, v03.Dialect()) })

func Version() *version.Version {
	v := Dialect().VersionOf()
	v.ExtendedCard, v.Card.Fits, v.Card.DeclaredVersion = extendedCard, fits, cardVersion
	return v
}

// extendedCard returns the URL of the extended card of the agent at endpoint:
// {url}/../agent/authenticatedExtendedCard (0.2 §7.10, from 0.2.1 on).
func extendedCard(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", err
	}
	u.Path, u.RawPath, u.RawQuery, u.Fragment = path.Join("/", u.Path, "../agent/authenticatedExtendedCard"), "", "", ""
	return u.String(), nil
}

// fits checks for the members that 0.3 adopted; 0.1 has complete cards, too.
func fits(c document.Value) version.Fit {
	switch {
	case v03.HasNewMembers(c):
		return version.No
	case v03.Described(c):
		return version.Marked
	case c.Has("description") && c.Has("defaultInputModes") && c.Get("skills", "0").Has("tags"):
		return version.Possible
	}
	return version.No
}

// cardVersion returns the version of a card that declares 0.2: 0.3's own sample declares "0.2.9".
func cardVersion(c document.Value) a2a.Version {
	if v03.HasNewMembers(c) {
		return a2a.V03
	}
	return a2a.V02
}
