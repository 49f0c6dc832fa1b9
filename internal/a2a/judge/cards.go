package judge

import (
	"cmp"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// learnCard stores a card from an origin, for that origin and those of its interfaces.
func (b *book) learnCard(card *a2a.Card, f fact, origin string) {
	own := *card
	own.Raw = nil
	origins, urls := []string{origin}, []string(nil)
	for _, i := range card.Interfaces {
		urls = append(urls, i.URL)
		o := cmp.Or(wire.OriginOf(i.URL), wire.OriginOf("http://"+i.URL))
		if o != "" && !slices.Contains(origins, o) && len(origins) < mostCards {
			origins = append(origins, o)
		}
	}
	paths := pathsOf(urls)
	for _, o := range origins {
		b.agent(o).cards.put(f.exchange, &seenCard{f, &own, paths}, mostCards)
	}
}

// latest returns the latest card that fits and was known when an exchange began, nil for none.
func (a *agent) latest(x *wire.Exchange, fits func(*a2a.Card) bool) *a2a.Card {
	var found seenCard
	for _, c := range a.cards.byName {
		if c.isBefore(x) && fits(c.card) && (found.card == nil || c.time.After(found.time) || c.time.Equal(found.time) && c.exchange > found.exchange) {
			found = *c
		}
	}
	return found.card
}

// cardFor returns the card against which the call is checked.
func (v *view) cardFor() *a2a.Card {
	return v.agent.latest(v.X, func(c *a2a.Card) bool {
		if v.Identity.Op == a2a.GetExtendedCard {
			return slices.ContainsFunc(c.Interfaces, func(i a2a.Interface) bool { return slices.Contains(v.Identity.Versions, i.Version) })
		}
		return len(v.calledOf(c)) > 0
	})
}

// calledOf returns the interfaces of a card that the call may have used.
func (v *view) calledOf(c *a2a.Card) []a2a.Interface {
	return slices.DeleteFunc(slices.Clone(c.Interfaces), func(i a2a.Interface) bool {
		return i.Binding != v.Identity.Binding || !slices.Contains(v.Identity.Versions, i.Version) || !serves(i, v.X.URL)
	})
}

// serves reports whether a call may belong to an interface. Its URL is the interface's over
// JSON-RPC, and below it over HTTP+JSON; over gRPC only the host counts.
func serves(i a2a.Interface, call string) bool {
	at, ok := place(i.URL)
	to, also := place(call)
	if !ok || !also || at.Host != to.Host {
		return false
	}
	base, path := strings.TrimSuffix(at.Path, "/"), strings.TrimSuffix(to.Path, "/")
	switch i.Binding {
	case a2a.JSONRPC:
		return base == path
	case a2a.REST:
		return strings.HasPrefix(path, base+"/")
	}
	return true
}

// place parses a URL. localhost and ::1 become 127.0.0.1, and the port is explicit.
func place(raw string) (*url.URL, bool) {
	if !strings.Contains(raw, "://") {
		raw = "http://" + raw
	}
	u, err := url.Parse(raw)
	if err != nil {
		return new(url.URL), false
	}
	port := cmp.Or(u.Port(), map[string]string{"https": "443", "http": "80"}[u.Scheme])
	host := strings.ToLower(u.Hostname())
	if host == "localhost" || host == "::1" {
		host = "127.0.0.1"
	}
	u.Host = host + ":" + port
	return u, true
}

func (v *view) host() string {
	u, _ := place(v.X.URL)
	return u.Hostname()
}

// applyToFetch runs the rules for fetches if the exchange brought a card.
func (v *view) applyToFetch() {
	all := v.Identity.Versions
	if v.Identity.Op != a2a.GetCard || v.Facts.card == nil || v.X.Response.Status != 200 || !v.IsWhole || len(all) == 0 {
		return
	}
	v.Identity.Versions = []a2a.Version{slices.MaxFunc(all, registry.Compare)}
	v.apply(fetchRules)
	v.Identity.Versions = all
}

// misplacedCard reports a card that is not at its version's path, if that path had none.
func misplacedCard(v *view) {
	d, ok := registry.ByName(v.Identity.Versions[0])
	if !ok || strings.HasSuffix(wire.PathOf(v.X.URL), d.WellKnown()[0]) {
		return
	}
	if f := v.agent.cardless.byName[d.WellKnown()[0]]; f.isBefore(v.X) {
		v.finding(wire.Response, -1, "$", "the card is at "+quoteShort(wire.PathOf(v.X.URL))+"; there was none at "+d.WellKnown()[0]+", where clients look for it", f.exchange)
	}
}

// unreachableHost reports an interface that is only reachable from the agent's own machine or network, in a
// card from elsewhere.
func unreachableHost(v *view) {
	from, ok := place(v.X.URL)
	if !ok || ownMachine(from.Hostname()) {
		return
	}
	for _, i := range v.Facts.card.Interfaces {
		if to, ok := place(i.URL); ok && to.Hostname() != "" && ownMachine(to.Hostname()) {
			v.finding(wire.Response, -1, "$", "the card names the address "+quoteShort(i.URL)+", which can be reached only from the agent's own machine or network; the card was fetched from "+quoteShort(from.Host))
			return
		}
	}
}

// ownMachine reports whether a host is only reachable from its own machine or network.
func ownMachine(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified()
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".internal")
}

// uncachedCard reports a card without a max-age or without an ETag.
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
