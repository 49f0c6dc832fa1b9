package binding

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// WeighVersion weighs A2A-Version, which may also be a query parameter.
func WeighVersion(v *evidence.Verdict, req Message) {
	said, where := SaidVersion(req)
	if said == "" {
		return
	}
	if version, ok := registry.ParseVersion(said); ok {
		v.Add(where+": "+said, true, version)
	} else {
		v.Add(where+": "+document.Brief(said)+" names no version", false)
	}
}

// WeighHeaders weighs the header that lists extensions, and the media type.
func WeighHeaders(v *evidence.Verdict, h http.Header) {
	if h.Get("X-A2a-Extensions") != "" {
		v.Add("header X-A2A-Extensions", false, registry.Listing("X-A2A-Extensions")...)
	}
	if h.Get("A2a-Extensions") != "" {
		v.Add("header A2A-Extensions", false, registry.Listing("A2A-Extensions")...)
	}
	if t := wire.MediaType(h); t != "application/json" {
		if vs := registry.Typed(t); len(vs) > 0 {
			v.Add("content type "+t, false, vs...)
		}
	}
}

// WeighHint weighs what is known beside the exchange. A card speaks by the
// interface that was called, or by all of its own in that binding when none has
// that URL.
func WeighHint(v *evidence.Verdict, b a2a.Binding, url string, h Hint) {
	if h.Version != "" {
		v.Add("the conversation so far", false, h.Version)
	}
	if len(h.Label) > 0 && len(v.Versions) != 1 {
		v.Add("the label on record", false, h.Label...)
	}
	if len(h.Spoken) > 0 && len(v.Versions) != 1 {
		v.Add("the conversation so far", false, h.Spoken...)
	}
	if h.Card == nil {
		return
	}
	var called, all []a2a.Version
	either := maybeTyped(h.Card)
	for _, i := range h.Card.Interfaces {
		if i.Version == "" || i.Binding != "" && i.Binding != b {
			continue
		}
		all = append(all, served(i, either)...)
		if sameURL(i.URL, url) {
			called = append(called, served(i, either)...)
		}
	}
	switch {
	case len(called) > 0:
		v.Add("the card, for this URL", false, registry.Ordered(called)...)
	case len(all) > 0:
		v.Add("the card", false, registry.Ordered(all)...)
	}
}

// maybeTyped reports whether a card that does not say might be of the oldest form.
func maybeTyped(c *a2a.Card) bool {
	return slices.ContainsFunc(c.Interfaces, func(j a2a.Interface) bool {
		v, ok := registry.Of(j.Version)
		return ok && j.Said == "" && v.Form == version.Typed
	})
}

// served is the versions an interface may speak. The shape of a card that need not give
// its version does not tell versions with kinds apart, unless it might be older as well.
func served(i a2a.Interface, maybeTyped bool) []a2a.Version {
	v, ok := registry.Of(i.Version)
	if ok && i.Said == "" && !maybeTyped && v.Form == version.Kinded && v.Card.Unsaid {
		return registry.Written(version.Kinded)
	}
	return []a2a.Version{i.Version}
}

func sameURL(a, b string) bool {
	b, _, _ = strings.Cut(b, "?")
	return strings.TrimSuffix(a, "/") == strings.TrimSuffix(b, "/")
}
