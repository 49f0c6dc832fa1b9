package record

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestCallsOfCommands: calls of commands have their own sign, also in older records, which
// attribute them to Compose.
func TestCallsOfCommands(t *testing.T) {
	const tap, other = "http://127.0.0.1:7421", "curl/8"
	for _, c := range []struct {
		origin      wire.Origin
		caller, tap string
		word, by    string
		you         bool
	}{
		{wire.Terminal, wire.CallUserAgent, "", "command line", "command line", true},
		{wire.Terminal, wire.CallUserAgent, tap, "command line", "command line", false},
		{wire.Terminal, "my/1", "", "command line", "command line", true},
		{wire.Compose, wire.CallUserAgent, "", "command line", "command line", true}, // from an older record
		{wire.Compose, wire.CallUserAgent, tap, "command line", "command line", false},
		{wire.Compose, "Compose", "", "Compose", "you", true},
		{wire.Client, other, tap, "client", other, false},
	} {
		x := wire.Exchange{Origin: c.origin, Caller: c.caller, Tap: c.tap}
		if _, word := (Row{Exchange: x}).Mark(); word != c.word || OriginWord(x) != c.by || c.by == "command line" && (Row{Exchange: x}).CallerName() != c.by || IsByUser(x) != c.you {
			t.Errorf("%+v: %q, by %q, by you %v", c, word, OriginWord(x), IsByUser(x))
		}
	}
	if wire.OriginForUserAgent(wire.CallUserAgent) != wire.Terminal || wire.OriginForUserAgent(other) != wire.Client {
		t.Error("a tap takes a command for another program, or the other way round")
	}
}
