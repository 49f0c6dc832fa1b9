package judge

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// fetched reports whether the exchange brought a card.
func (v *view) fetched() bool {
	return v.Identity.Op == a2a.GetCard && v.Seen.card != nil && v.X.Response.Status == 200 && v.Whole
}

// applyToFetch goes through the rules of fetches.
func (v *view) applyToFetch() {
	all := v.Identity.Versions
	if !v.fetched() || len(all) == 0 {
		return
	}
	v.Identity.Versions = []a2a.Version{slices.MaxFunc(all, registry.Compare)}
	v.apply(fetchRules)
	v.Identity.Versions = all
}

// misplacedCard finds a card in another place than its version's, where there was none.
func misplacedCard(v *view) {
	d, ok := registry.Of(v.Identity.Versions[0])
	if !ok || strings.HasSuffix(wire.PathOf(v.X.URL), d.WellKnown()[0]) {
		return
	}
	if f, ok := v.agent.cardless.get(d.WellKnown()[0]); ok && f.before(v.X) {
		v.finding(wire.Response, -1, "$", "the card is at "+brief(wire.PathOf(v.X.URL))+"; at "+d.WellKnown()[0]+", where clients look for it, there was none", f.exchange)
	}
}

// unreachableHost finds an interface that only the agent's own machine reaches, in a card
// that came from elsewhere.
func unreachableHost(v *view) {
	from, ok := place(v.X.URL)
	if !ok || ownMachine(from.Hostname()) {
		return
	}
	for _, i := range v.Seen.card.Interfaces {
		if to, ok := place(i.URL); ok && to.Hostname() != "" && ownMachine(to.Hostname()) {
			v.finding(wire.Response, -1, "$", "the card names the address "+brief(i.URL)+", which only the agent's own machine or network reaches; the card came from "+brief(from.Host))
			return
		}
	}
}

// ownMachine reports whether a host is one that only its own machine or network reaches.
func ownMachine(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified()
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".internal")
}

// uncachedCard finds a card that clients cannot keep.
func uncachedCard(v *view) {
	var lacks []string
	if h := v.X.Response.Header; !strings.Contains(h.Get("Cache-Control"), "max-age") {
		lacks = append(lacks, "Cache-Control max-age")
	}
	if v.X.Response.Header.Get("Etag") == "" {
		lacks = append(lacks, "ETag")
	}
	if len(lacks) > 0 {
		v.finding(wire.Response, -1, "", "the card is served without "+strings.Join(lacks, " and ")+": clients fetch it again and again")
	}
}
