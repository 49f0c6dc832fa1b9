package console

import (
	"fmt"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/auth"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestCardsKnownAreBounded: an agent that keeps naming new addresses does not fill the memory, and agents
// that show their cards later are known regardless.
func TestCardsKnownAreBounded(t *testing.T) {
	k := NewCards()
	for i := range 100 {
		card := &a2a.Card{}
		for j := range 100 {
			card.Interfaces = append(card.Interfaces, a2a.Interface{URL: fmt.Sprintf("http://h%d.example/", i*100+j)})
		}
		k.remember("http://hostile.example", card)
	}
	card := &a2a.Card{Name: "late", Interfaces: []a2a.Interface{{URL: "http://late.example/rpc"}}}
	k.remember("http://late.example", card)
	if n := len(k.cards); n > maxOrigins+1 || k.card("http://late.example") == nil || k.card("http://h0.example") == nil {
		t.Errorf("%d origins are kept; late is %v", n, k.card("http://late.example"))
	}
}

// TestSecretsOfKnownCards: the keys that a card names are secret once the card was seen, and their places
// are computed once for each card, not for each exchange.
func TestSecretsOfKnownCards(t *testing.T) {
	k := NewCards()
	k.names = func(string) auth.CredentialNames { return auth.CredentialNames{} }
	x := &wire.Exchange{Method: "POST", URL: "http://agent.example/v1/message:send", Agent: "http://agent.example"}
	if slices.Contains(k.Secrets(x).Headers, "X-Mine") {
		t.Error("a key that nobody named")
	}
	k.remember(x.Agent, &a2a.Card{SecuritySchemes: []a2a.SecurityScheme{{Type: "apiKey", In: "header", Param: "X-Mine"}}})
	if !slices.Contains(k.Secrets(x).Headers, "X-Mine") {
		t.Error("the card's key is not secret")
	}
	for _, url := range []string{x.URL, "http://agent.example/lf.a2a.v1.A2AService/SendMessage"} {
		x.URL = url
		if got := testing.AllocsPerRun(100, func() { k.Secrets(x) }); got > 0 {
			t.Errorf("%v allocations for an exchange with %s", got, url)
		}
	}
	k.names = func(string) auth.CredentialNames { return auth.CredentialNames{Headers: []string{"X-Ours"}} }
	k.Secrets(x)
	k.names = func(string) auth.CredentialNames { return auth.CredentialNames{Headers: []string{"X-Other"}} }
	if h := k.Secrets(x).Headers; slices.Contains(h, "X-Ours") || !slices.Contains(h, "X-Other") {
		t.Errorf("%v", h)
	}
}
