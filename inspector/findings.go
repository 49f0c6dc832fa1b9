package inspector

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// fetchFindings returns the problems of a card that only its fetch reveals: how it is served, and whether its
// URLs can be called from this machine.
func fetchFindings(a answer) []a2a.Problem {
	var out []a2a.Problem
	add := func(check string, s a2a.Severity, path, spec, format string, args ...any) {
		if slices.ContainsFunc(a.problems, func(p a2a.Problem) bool { return p.Check == check && p.Path == path }) {
			return
		}
		out = append(out, a2a.Problem{Check: check, Severity: s, Path: path, Offset: -1, Spec: spec, Message: fmt.Sprintf(format, args...)})
	}
	if t := wire.MediaType(a.header); t != "application/json" && !strings.HasSuffix(t, "+json") {
		add("CARD-01", a2a.SeverityWarning, "$", "1.0 §14.3", "The card is served as %q; expected application/json.", a.header.Get("Content-Type"))
	}
	placeFindings(a, add)
	for i, f := range a.card.Interfaces {
		urlFindings(a, f, fmt.Sprintf("interface %d", i+1), add)
	}
	spec := ""
	for _, name := range a.versions {
		if v, ok := registry.ByName(name); ok && v.Sections.Cached != "" {
			spec = v.Sections.Cached
		}
	}
	if lacks := missingCacheHeaders(a.header); spec != "" && lacks != "" {
		add("CARD-28", a2a.SeverityWarning, "$", spec, "The card is served without %s; clients will fetch it again and again.", lacks)
	}
	return out
}

// missingCacheHeaders names the headers that a client needs to cache a card and that are missing.
func missingCacheHeaders(h http.Header) string {
	var lacks []string
	if !strings.Contains(h.Get("Cache-Control"), "max-age") {
		lacks = append(lacks, "Cache-Control max-age")
	}
	if h.Get("Etag") == "" {
		lacks = append(lacks, "ETag")
	}
	return strings.Join(lacks, " and ")
}

type problemAdder func(check string, s a2a.Severity, path, spec, format string, args ...any)

// placeFindings checks that the card was found at the path that its version requires.
func placeFindings(a answer, add problemAdder) {
	if len(a.versions) != 1 {
		return
	}
	v, ok := registry.ByName(a.versions[0])
	if ok && !strings.HasSuffix(a.url.Path, v.WellKnown()[0]) {
		add(v.Card.Place, a2a.SeverityWarning, "$", v.Sections.Place, "An A2A %s card belongs at %s; this one was found at %s.", v.Version(), v.WellKnown()[0], a.url.Path)
	}
}

func urlFindings(a answer, f a2a.Interface, what string, add problemAdder) {
	u, err := url.Parse(f.URL)
	if f.Binding == a2a.GRPC && !strings.Contains(f.URL, "://") {
		u, err = url.Parse("https://" + f.URL)
	}
	path := "$"
	if err != nil || u.Scheme == "" || u.Host == "" {
		add("CARD-21", a2a.SeverityError, path, "1.0 §4.4.6", "The URL of %s, %q, is not absolute.", what, words.Address(f.URL))
		return
	}
	if u.Scheme == "http" && !IsLocalHost(u.Hostname()) {
		add("CARD-21", a2a.SeverityWarning, path, "1.0 §4.4.6", "The URL of %s, %s, is not https.", what, words.Address(f.URL))
	}
	if !IsLocalHost(a.url.Hostname()) && (IsLocalHost(u.Hostname()) || strings.HasSuffix(u.Hostname(), ".internal")) {
		add("CARD-22", a2a.SeverityInfo, path, "A2A issue 1599", "The URL of %s, %s, names a host that only the agent's own machine or network can reach; the card was fetched from %s.", what, words.Address(f.URL), a.url.Host)
	}
}

// IsLocalHost reports whether a host means this machine or a private network.
func IsLocalHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "host.docker.internal" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified())
}
