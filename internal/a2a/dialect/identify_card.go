package dialect

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// isCard reports whether a JSON value has what makes an Agent Card.
func isCard(c value) bool {
	if !c.is('{') || c.has("jsonrpc") {
		return false
	}
	endpoint := c.get("url").is('"') || c.get("supportedInterfaces").is('[')
	return c.get("name").is('"') && endpoint && (c.has("skills") || c.has("capabilities") || c.has("version"))
}

// cardVersions is the versions that a card serves, oldest first. said is false
// when the card does not say and its shape was all there was to go by.
func cardVersions(c value) (versions []a2a.Version, said bool) {
	listed := false
	c.get("supportedInterfaces").each(func(_ string, i value) bool {
		listed = true
		version, ok := parseVersion(i.get("protocolVersion").text())
		switch {
		case ok:
			versions = append(versions, version)
		case i.get("protocolVersion").text() != "": // a version yet to come
		case i.has("transport"):
			versions = append(versions, a2a.V03)
		default:
			versions = append(versions, a2a.V10)
		}
		return true
	})
	if c.get("url").is('"') {
		old, oldSaid := urlVersions(c)
		return ordered(append(versions, old...)), oldSaid || listed
	}
	return ordered(versions), listed
}

// urlVersions is the versions that a card's url speaks: as protocolVersion
// says, else by which members the card has.
func urlVersions(c value) (versions []a2a.Version, said bool) {
	if version, ok := parseVersion(c.get("protocolVersion").text()); ok {
		if version == a2a.V02 && laterThan02(c) {
			version = a2a.V03 // "0.2.9" is what 0.3's own sample says
		}
		return []a2a.Version{version}, true
	}
	schemes := c.get("securitySchemes")
	switch {
	case laterThan02(c):
		return []a2a.Version{a2a.V03}, true
	case c.has("preferredTransport") || c.has("additionalInterfaces"),
		c.has("supportsAuthenticatedExtendedCard"),
		c.get("capabilities").has("extensions"), c.has("iconUrl"),
		!schemes.null(), !c.get("security").null():
		return []a2a.Version{a2a.V02, a2a.V03}, true
	case c.has("authentication"): // which agents of 0.1 leave null
		return []a2a.Version{a2a.V01}, true
	case c.has("description") && c.has("defaultInputModes") && c.get("skills", "0").has("tags"):
		return []a2a.Version{a2a.V01, a2a.V02}, false
	}
	return []a2a.Version{a2a.V01}, false
}

// laterThan02 finds members that only 0.3 has.
func laterThan02(c value) bool {
	if c.has("signatures") {
		return true
	}
	found := false
	c.get("skills").each(func(_ string, s value) bool {
		found = s.has("security")
		return !found
	})
	c.get("securitySchemes").each(func(_ string, s value) bool {
		found = found || s.has("oauth2MetadataUrl") || strings.EqualFold(s.get("type").text(), "mutualTLS")
		return !found
	})
	return found
}
