package console

import (
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/secret"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// Cards remembers the cards that pass, by the origin of their agents. They determine which places
// of an exchange are secret, and the version of an exchange that does not say it. Safe for
// concurrent use.
type Cards struct {
	mu               sync.RWMutex
	cards            map[string]knownCard
	none             *secret.Places // places for agents without a known card
	endpointVersions endpointVersions
	judge            liveJudge
	names            func(origin string) auth.CredentialNames // names of the headers and parameters of our own credentials; nil if there are none
}

// knownCard is a card with what is computed from it once.
type knownCard struct {
	card   *a2a.Card
	places *secret.Places
}

// NewCards returns an empty Cards.
func NewCards() *Cards {
	return &Cards{cards: map[string]knownCard{}, none: secret.PlacesOf(nil), judge: newLiveJudge()}
}

// card returns an agent's card, nil if it is not known.
func (k *Cards) card(origin string) *a2a.Card {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.cards[origin].card
}

// places returns the places of an agent's exchanges that hold secrets.
func (k *Cards) places(origin string) *secret.Places {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if known, ok := k.cards[origin]; ok {
		return known.places
	}
	return k.none
}

// remember adds a card for the origin that served it and for the origins of its interfaces. An agent may
// serve several cards, one for each version, so their interfaces and security schemes are merged.
func (k *Cards) remember(origin string, card *a2a.Card) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, o := range append([]string{origin}, interfaceOrigins(card)...) {
		if old, ok := k.cards[o]; ok || i == 0 || len(k.cards) < maxOrigins {
			all := mergeCards(old.card, card)
			k.cards[o] = knownCard{card: all, places: secret.PlacesOf(all)}
		}
	}
}

// maxOrigins bounds the origins kept, because cards may keep naming new ones. The origin that
// serves a card is kept regardless.
const maxOrigins = 2000

func (k *Cards) learn(d *inspector.Discovery) {
	if d == nil || d.Card == nil {
		return
	}
	for _, m := range d.OtherCards {
		if o := wire.OriginOf(m.CardURL); o != "" {
			k.remember(o, m.Card)
		}
	}
	k.remember(wire.OriginOf(d.CardURL), d.Card)
}

// maxMerged bounds the interfaces, and the security schemes, kept for an agent whose card keeps
// changing.
const maxMerged = 64

func mergeCards(old, card *a2a.Card) *a2a.Card {
	if old == nil {
		return card
	}
	out := *card
	out.Interfaces = slices.Clone(card.Interfaces)
	for _, f := range old.Interfaces {
		if !slices.Contains(out.Interfaces, f) && len(out.Interfaces) < maxMerged {
			out.Interfaces = append(out.Interfaces, f)
		}
	}
	out.SecuritySchemes = slices.Clone(card.SecuritySchemes)
	for _, s := range old.SecuritySchemes {
		same := func(x a2a.SecurityScheme) bool { return x.Name == s.Name && x.In == s.In && x.Param == s.Param }
		if !slices.ContainsFunc(out.SecuritySchemes, same) && len(out.SecuritySchemes) < maxMerged {
			out.SecuritySchemes = append(out.SecuritySchemes, s)
		}
	}
	return &out
}

func interfaceOrigins(card *a2a.Card) []string {
	var out []string
	for _, f := range card.Interfaces {
		if o := wire.OriginOf(f.URL); o != "" && !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	return out
}

// Secrets returns the secret places of an exchange, for the recorder.
func (k *Cards) Secrets(x *wire.Exchange) redact.Secrets {
	s := k.places(x.Agent).ForURL(x.URL)
	if k.names != nil {
		n := k.names(x.Agent) // append copies, because these slices have no spare capacity
		s.Headers, s.Query = append(s.Headers, n.Headers...), append(s.Query, n.Query...)
	}
	return s
}
