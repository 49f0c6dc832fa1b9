package words

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestSessionName: a name that people gave wins; else the session is called by its first
// message, shortened within the quotes.
func TestSessionName(t *testing.T) {
	long := strings.Repeat("a", 81)
	for want, s := range map[string]wire.Session{
		"Mine":                 {Name: "Mine", FirstMessage: "hello"},
		"“hello”":              {FirstMessage: "hello"},
		"“" + long[:80] + "…”": {FirstMessage: long},
		"":                     {},
	} {
		if got := SessionName(s); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
