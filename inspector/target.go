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

// Target is where and how to call.
type Target struct {
	Endpoint string
	Version  a2a.Version
	Binding  a2a.Binding
	Tenant   string
	Header   http.Header // added to the request; credentials live here
	Agent    string      // URL of the card that names it, "" when none does
	Quirks   []string    // of the agent, by their ids in package quirk, that requests are written for
}

// Callee is the agent that a call of the target is for.
func (t Target) Callee() Callee {
	at, err := dialect.Endpoint(t.Binding, t.Endpoint)
	if err != nil {
		at = t.Endpoint
	}
	return Callee{Agent: t.Agent, Endpoint: at}
}

// maxOffers is how many offers of a card an error names.
const maxOffers = 8

// Choose picks the card's best interface for a wanted version and binding; ""
// leaves the choice to the card's order, a label of several versions to the
// first of these.
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

// InterfaceURL is the URL of an interface that a card lists for a version with an unknown
// binding, "" when there is none or it must not be called. It can be called by a person
// who says which binding it speaks.
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

// noOfferError says what a card offers instead of what was asked for.
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

// canUse says whether an interface fits the wish and can be called at all.
func canUse(f a2a.Interface, v a2a.Version, b a2a.Binding) bool {
	if v != "" && !v.Matches(f.Version) || b != "" && f.Binding != b {
		return false
	}
	_, spoken := dialect.Speaks(f.Version, f.Binding)
	return f.Binding != "" && spoken
}

// OfferName names what an interface speaks, as its card says: "A2A 1.0 JSON-RPC".
func OfferName(f a2a.Interface) string {
	return strings.TrimSpace("A2A " + cmp.Or(string(f.Version), f.DeclaredVersion) + " " + cmp.Or(f.Binding.Word(), f.Custom))
}

// Choose picks an interface from the cards that were found, the main one
// first. URLs that are relative count from where their card was.
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

// WithholdReason says why headers that were given for the address discovered must not
// go to an endpoint of its card, "" when they may: credentials never follow to
// another origin, nor from TLS that failed to plain HTTP.
func (d *Discovery) WithholdReason(endpoint string) string {
	from, err := url.Parse(d.CardURL)
	if err != nil || from.Host == "" {
		return "nothing says whose endpoint it is"
	}
	to, err := url.Parse(endpoint)
	switch {
	case err != nil || !SameOrigin(d.CardURL, endpoint) && !sameMachineURLs(from, to):
		return "it is of another origin than the card; give that address itself to send them there"
	case d.skipHeader:
		return "TLS failed, and it is plain http; write http:// before the address to send them so"
	}
	return ""
}

// SameMachine reports whether two URLs have one origin, or two that differ in that one says
// localhost where the other has its address.
func SameMachine(a, b string) bool {
	x, err := url.Parse(a)
	if err != nil {
		return false
	}
	y, err := url.Parse(b)
	return err == nil && (SameOrigin(a, b) || sameMachineURLs(x, y))
}

// sameMachineURLs tells that one URL says localhost where the other has its
// address, all else of their origins alike.
func sameMachineURLs(a, b *url.URL) bool {
	named := func(x, y string) bool { return x == "localhost" && (y == "127.0.0.1" || y == "::1") }
	x, y := strings.ToLower(a.Hostname()), strings.ToLower(b.Hostname())
	return a.Scheme == b.Scheme && a.Port() == b.Port() && (named(x, y) || named(y, x))
}

// resolveURLs is a copy of a card whose interface URLs are absolute where the
// card's own address makes that possible.
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
