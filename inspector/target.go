package inspector

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

// Target says where and how to call.
type Target struct {
	Endpoint string
	Version  a2a.Version
	Binding  a2a.Binding
	Tenant   string
	Header   http.Header // added to the request, including credentials
	Agent    string      // URL of the card that lists the target, "" if none does
	Quirks   []string    // ids in package quirk of the agent's quirks; requests are written for them
}

// Callee returns the agent that a call to the target is for.
func (t Target) Callee() Callee {
	at, err := dialect.Endpoint(t.Binding, t.Endpoint)
	if err != nil {
		at = t.Endpoint
	}
	return Callee{Agent: t.Agent, Endpoint: at}
}

// maxOffers is how many of a card's offers an error lists.
const maxOffers = 8

// Choose picks the card's first interface that fits a version and binding and can be called. "" accepts any
// version or binding. A version that covers several accepts each of them.
func Choose(card *a2a.Card, v a2a.Version, b a2a.Binding) (Target, error) {
	var offers []string
	for _, f := range card.Interfaces {
		if o := OfferName(f); len(offers) <= maxOffers && !slices.Contains(offers, o) {
			offers = append(offers, o)
		}
		if !canUse(f, v, b) {
			continue
		}
		endpoint, err := dialect.Endpoint(f.Binding, f.URL)
		if err == nil {
			err = CheckURL(endpoint)
		}
		if err != nil {
			return Target{}, err
		}
		return Target{Endpoint: endpoint, Version: f.Version, Binding: f.Binding, Tenant: f.Tenant}, nil
	}
	return Target{}, noOfferError(offers, v, b)
}

// InterfaceURL returns the URL of an interface that the card lists for a version with an unknown binding, or ""
// if there is none or it must not be called. A person who knows its binding can call it.
func (d *Discovery) InterfaceURL(v a2a.Version) string {
	if d.Card == nil {
		return ""
	}
	for _, f := range resolveURLs(d.Card, d.CardURL).Interfaces {
		if f.Binding == "" && (f.Version == v || f.Version == "") && CheckURL(f.URL) == nil {
			return f.URL
		}
	}
	return ""
}

// noOfferError says what a card offers instead of the wanted interface.
func noOfferError(offers []string, v a2a.Version, b a2a.Binding) error {
	if len(offers) > maxOffers {
		offers[maxOffers] = "and others"
	}
	switch {
	case len(offers) == 0:
		return fmt.Errorf("the card names no interface to call; give the endpoint yourself")
	case v == "" && b == "":
		return fmt.Errorf("the card offers no interface the console can call, only %s", strings.Join(offers, ", "))
	}
	want := b.Word()
	if v != "" {
		want = strings.TrimSpace("A2A " + string(v) + " " + want)
	}
	return fmt.Errorf("the card offers no %s interface, only %s; choose one of these, or give the endpoint yourself", want, strings.Join(offers, ", "))
}

// canUse reports whether an interface fits the wanted version and binding and can be called at all.
func canUse(f a2a.Interface, v a2a.Version, b a2a.Binding) bool {
	if v != "" && !v.Matches(f.Version) || b != "" && f.Binding != b {
		return false
	}
	_, spoken := dialect.Speaks(f.Version, f.Binding)
	return f.Binding != "" && spoken
}

// OfferName names what an interface speaks in the card's own words: "A2A 1.0 JSON-RPC".
func OfferName(f a2a.Interface) string {
	return strings.TrimSpace("A2A " + cmp.Or(string(f.Version), f.DeclaredVersion) + " " + cmp.Or(f.Binding.Word(), f.Custom))
}

// Choose picks an interface from the cards found, the main one first. It resolves relative URLs against the
// URL of their card.
func (d *Discovery) Choose(v a2a.Version, b a2a.Binding) (Target, error) {
	if d.Card == nil {
		return Target{}, ErrNoCard
	}
	t, err := Choose(resolveURLs(d.Card, d.CardURL), v, b)
	for i := 0; err != nil && i < len(d.OtherCards); i++ {
		if other, e := Choose(resolveURLs(d.OtherCards[i].Card, d.OtherCards[i].CardURL), v, b); e == nil {
			t, err = other, nil
		}
	}
	if err == nil {
		t.Agent = d.CardURL
	}
	return t, err
}

// WithholdReason says why headers given for the discovered address must not go to an endpoint of its card, or
// "" if they may. Credentials are never sent to another origin, nor over plain HTTP after TLS failed.
func (d *Discovery) WithholdReason(endpoint string) string {
	from, err := url.Parse(d.CardURL)
	if err != nil || from.Host == "" {
		return "it is not known whose endpoint that is"
	}
	to, err := url.Parse(endpoint)
	switch {
	case err != nil || !SameOrigin(d.CardURL, endpoint) && !sameMachineURLs(from, to):
		return "it has another origin than the card; to send them there, connect to the endpoint itself"
	case d.skipHeader:
		return "TLS failed, and it is plain http; write http:// before the address to send them anyway"
	}
	return ""
}

// SameMachine reports whether two URLs have the same origin, or differ only in that one says
// localhost and the other 127.0.0.1 or ::1.
func SameMachine(a, b string) bool {
	x, err := url.Parse(a)
	if err != nil {
		return false
	}
	y, err := url.Parse(b)
	return err == nil && (SameOrigin(a, b) || sameMachineURLs(x, y))
}

// sameMachineURLs reports whether one URL says localhost where the other has 127.0.0.1 or ::1, with
// the same scheme and port.
func sameMachineURLs(a, b *url.URL) bool {
	named := func(x, y string) bool { return x == "localhost" && (y == "127.0.0.1" || y == "::1") }
	x, y := strings.ToLower(a.Hostname()), strings.ToLower(b.Hostname())
	return a.Scheme == b.Scheme && a.Port() == b.Port() && (named(x, y) || named(y, x))
}

// resolveURLs returns a copy of a card in which interface URLs that begin with a slash are resolved
// against the card's own URL.
func resolveURLs(card *a2a.Card, at string) *a2a.Card {
	base, err := url.Parse(at)
	if err != nil || at == "" {
		return card
	}
	out := *card
	out.Interfaces = make([]a2a.Interface, len(card.Interfaces))
	for i, f := range card.Interfaces {
		if u, err := base.Parse(f.URL); err == nil && strings.HasPrefix(f.URL, "/") {
			f.URL = u.String()
		}
		out.Interfaces[i] = f
	}
	return &out
}
