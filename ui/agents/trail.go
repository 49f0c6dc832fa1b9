package agents

import (
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
)

// trailNote returns the note of a step, without "card: ", which the mark already says.
func trailNote(t inspector.DiscoveryStep) string {
	if t.HasCard {
		return strings.Replace(t.Note, "card: ", "", 1)
	}
	return t.Note
}
