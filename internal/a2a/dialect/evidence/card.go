package evidence

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// IsCard reports whether a JSON value has what makes an Agent Card.
func IsCard(c document.Value) bool {
	if !c.Is('{') || c.Has("jsonrpc") {
		return false
	}
	endpoint := c.Get("url").Is('"') || c.Get("supportedInterfaces").Is('[')
	return c.Get("name").Is('"') && endpoint && (c.Has("skills") || c.Has("capabilities") || c.Has("version"))
}

// CardVersions is the versions that a card serves, oldest first. said is false
// when the card does not say and its shape was all there was to go by.
func CardVersions(c document.Value) (versions []a2a.Version, said bool) {
	listed := false
	c.Get("supportedInterfaces").Each(func(_ string, i document.Value) bool {
		listed = true
		version, ok := registry.ParseVersion(i.Get("protocolVersion").Text())
		switch {
		case ok:
			versions = append(versions, version)
		case i.Get("protocolVersion").Text() != "": // a version yet to come
		case i.Has("transport"):
			versions = append(versions, a2a.V03)
		default:
			versions = append(versions, a2a.V10)
		}
		return true
	})
	if c.Get("url").Is('"') {
		old, oldSaid := URLVersions(c)
		return registry.Ordered(append(versions, old...)), oldSaid || listed
	}
	return registry.Ordered(versions), listed
}

// URLVersions is the versions that a card's url speaks: as protocolVersion
// says, else by which members the card has.
func URLVersions(c document.Value) (versions []a2a.Version, said bool) {
	if version, ok := registry.ParseVersion(c.Get("protocolVersion").Text()); ok {
		if version == a2a.V02 && laterThan02(c) {
			version = a2a.V03 // "0.2.9" is what 0.3's own sample says
		}
		return []a2a.Version{version}, true
	}
	schemes := c.Get("securitySchemes")
	switch {
	case laterThan02(c):
		return []a2a.Version{a2a.V03}, true
	case c.Has("preferredTransport") || c.Has("additionalInterfaces"),
		c.Has("supportsAuthenticatedExtendedCard"),
		c.Get("capabilities").Has("extensions"), c.Has("iconUrl"),
		!schemes.Null(), !c.Get("security").Null():
		return []a2a.Version{a2a.V02, a2a.V03}, true
	case c.Has("authentication"): // which agents of 0.1 leave null
		return []a2a.Version{a2a.V01}, true
	case c.Has("description") && c.Has("defaultInputModes") && c.Get("skills", "0").Has("tags"):
		return []a2a.Version{a2a.V01, a2a.V02}, false
	}
	return []a2a.Version{a2a.V01}, false
}

// laterThan02 finds members that only 0.3 has.
func laterThan02(c document.Value) bool {
	if c.Has("signatures") {
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
