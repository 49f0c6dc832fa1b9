package evidence

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
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
		name, ok := registry.ParseVersion(i.Get("protocolVersion").Text())
		switch {
		case ok:
			versions = append(versions, name)
		case i.Get("protocolVersion").Text() == "": // and not of a version yet to come
			versions = append(versions, unsaid(i)...)
		}
		return true
	})
	if c.Get("url").Is('"') {
		old, oldSaid := URLVersions(c)
		return registry.Ordered(append(versions, old...)), oldSaid || listed
	}
	return registry.Ordered(versions), listed
}

// unsaid is the version of an interface that does not give it: the oldest that lists
// interfaces so.
func unsaid(i document.Value) []a2a.Version {
	vs := registry.Having(func(v *version.Version) bool {
		if i.Has("transport") {
			return v.Card.Transport
		}
		return v.Card.Interfaces
	})
	return vs[:min(1, len(vs))]
}

// URLVersions is the versions that a card's url speaks: as protocolVersion
// says, else by which members the card has. Those of newer versions outweigh those
// that older cards have.
func URLVersions(c document.Value) (versions []a2a.Version, said bool) {
	if name, ok := registry.ParseVersion(c.Get("protocolVersion").Text()); ok {
		if v, _ := registry.Of(name); v.Card.Said != nil {
			name = v.Card.Said(c)
		}
		return []a2a.Version{name}, true
	}
	var marked *version.Version
	var possible []a2a.Version
	for _, v := range registry.Versions() {
		if v.Card.Fits == nil {
			continue
		}
		switch fit := v.Card.Fits(c); {
		case fit == version.Marked && (marked == nil || marked.Form == v.Form):
			versions, marked = append(versions, v.Version()), v
		case fit == version.Possible:
			possible = append(possible, v.Version())
		}
	}
	if marked != nil {
		return registry.Ordered(versions), true
	}
	return registry.Ordered(possible), false
}
