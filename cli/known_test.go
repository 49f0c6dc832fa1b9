package cli

import (
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/a2a"
)

// TestCardsKnownAreBounded: an agent that names ever new addresses fills no
// memory, and those who show their cards afterwards are known all the same.
func TestCardsKnownAreBounded(t *testing.T) {
	k := newKnownCards()
	for i := range 100 {
		card := &a2a.Card{}
		for j := range 100 {
			card.Interfaces = append(card.Interfaces, a2a.Interface{URL: fmt.Sprintf("http://h%d.example/", i*100+j)})
		}
		k.remember("http://hostile.example", card)
	}
	card := &a2a.Card{Name: "late", Interfaces: []a2a.Interface{{URL: "http://late.example/rpc"}}}
	k.remember("http://late.example", card)
	if n := len(k.cards); n > maxOrigins+1 || k.of("http://late.example") == nil || k.of("http://h0.example") == nil {
		t.Errorf("%d origins are kept; late is %v", n, k.of("http://late.example"))
	}
}
