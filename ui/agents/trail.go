package agents

import (
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
)

// trailNote is what a try brought; that a card was found is said by its mark.
func trailNote(t inspector.DiscoveryStep) string {
	if t.HasCard {
		return strings.Replace(t.Note, "card: ", "", 1)
	}
	return t.Note
}
