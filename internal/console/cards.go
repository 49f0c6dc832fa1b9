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

// Cards remembers the cards of agents as they pass, by the agents' origin.
// They tell which of an exchange's places are secret, and settle the version
// where the wire does not tell. Safe for concurrent use.
type Cards struct {
	mu               sync.RWMutex
	cards            map[string]knownCard
	none             *secret.Places // of agents whose card nobody knows
	endpointVersions endpointVersions
	judge            liveJudge
	names            func(origin string) auth.CredentialNames // where our own credentials travel; nil: we have none
}

// knownCard is a card with what is made of it once.
type knownCard struct {
	card   *a2a.Card
	places *secret.Places
}

// NewCards remembers nothing yet.
func NewCards() *Cards {
	return &Cards{cards: map[string]knownCard{}, none: secret.PlacesOf(nil), judge: newLiveJudge()}
}

// card returns what is known of an agent's card; nil when nothing is.
func (k *Cards) card(origin string) *a2a.Card {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.cards[origin].card
}

// places returns where an agent's exchanges have secrets.
func (k *Cards) places(origin string) *secret.Places {
	k.mu.RLock()
	defer k.mu.RUnlock()
	if known, ok := k.cards[origin]; ok {
		return known.places
	}
	return k.none
}

// remember adds a card that came from an origin, for it and for the origins of
// its interfaces. An agent may serve several cards, one per version: what they
// say of interfaces and security is kept together.
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

// maxOrigins bounds the origins that cards which name ever new ones can make us
// keep; an agent that shows a card is kept all the same.
const maxOrigins = 2000

// learn remembers the cards a discovery found.
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

// maxMerged bounds what an agent whose card changes all the time can make us keep.
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

// Secrets says which places of an exchange are secret, for the recorder.
func (k *Cards) Secrets(x *wire.Exchange) redact.Secrets {
	s := k.places(x.Agent).ForURL(x.URL)
	if k.names != nil {
		n := k.names(x.Agent) // the slices have no room: these go to a copy
		s.Headers, s.Query = append(s.Headers, n.Headers...), append(s.Query, n.Query...)
	}
	return s
}
