package words

import (
	"errors"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain äöü 日本":        "plain äöü 日本",
		"\x1b]0;title\x07":    "␛]0;title␇",
		"a\rb":                "a␍b",
		"line\nnext\ttab":     "line\nnext\ttab",
		"\x7f":                "␡",
		"\u0085\u202eevil":    "\ufffd\ufffdevil",
		"\u2066hidden\u2069x": "\ufffdhidden\ufffdx",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestTook(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-1: "–", 0: "0 µs", 1: "1 µs", 812 * time.Microsecond: "812 µs", 1449 * time.Microsecond: "1.4 ms", 12600 * time.Microsecond: "12 ms",
		12345 * time.Millisecond: "12.3 s", 184 * time.Second: "3 m 04 s", 2*time.Hour + 61*time.Second: "2 h 01 m",
	} {
		if got := FormatDuration(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
}

func TestCardWords(t *testing.T) {
	for want, got := range map[string]string{
		"JSON-RPC": Binding(a2a.Interface{Binding: a2a.JSONRPC}), "X-MINE": Binding(a2a.Interface{Custom: "X-MINE"}),
		"–": Status(0), "404": Status(404), "0.3, 1.0": Versions([]a2a.Version{"0.3", "1.0"}),
		"API key, sent as header X-Key": Scheme(a2a.SecurityScheme{Type: "apiKey", In: "header", Param: "X-Key"}),
		"OpenID Connect":                Scheme(a2a.SecurityScheme{Type: "openIdConnect"}),
		"a ␛b":                          Scheme(a2a.SecurityScheme{Type: "a\n\x1bb"}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestStateAndOutcome(t *testing.T) {
	for want, got := range map[string]string{
		"✓ completed": State(a2a.Completed), "": State(""), "·": Glyph("MADE_UP"),
		"ended by the agent": OutcomePhrase(wire.ByAgent), "ended": OutcomeWord(wire.ByAgent), "the console stopped": OutcomePhrase(wire.Interrupted), "interrupted": OutcomeWord(wire.Interrupted),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestClientLeftBesideTheEnd: the phrase says, once, that the client left, in addition to how the
// exchange ended.
func TestClientLeftBesideTheEnd(t *testing.T) {
	t.Parallel()
	for outcome, want := range map[wire.Outcome]string{wire.ByAgent: "ended by the agent (client left)", wire.Cut: "cut (client left)", wire.Cancelled: "the client left"} {
		if got := EndPhrase(&wire.Exchange{Outcome: outcome, Response: wire.Head{ClientLeftAt: time.Unix(1, 0)}}); got != want {
			t.Errorf("%s: %q, want %q", outcome, got, want)
		}
	}
}

// TestAdvise: an error and its advice make one sentence, whether or not the error is a sentence.
func TestAdvise(t *testing.T) {
	for _, text := range []string{"nothing listens there", "nothing listens there.", "nothing listens there. "} {
		why := errors.New(text)
		if err := WithAdvice(why, "check the port"); err.Error() != "nothing listens there; check the port" || !errors.Is(err, why) {
			t.Errorf("%q: %q", text, err)
		}
	}
}
