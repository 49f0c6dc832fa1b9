package print

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

func TestInterruptedInWords(t *testing.T) {
	if row := exchangeRow(&wire.Exchange{Outcome: wire.Interrupted}, nil); row[7] != "the console stopped" {
		t.Errorf("%q", row)
	}
	if text := ProblemText(wire.Exchange{Outcome: wire.Interrupted}); !strings.Contains(text, "console stopped while") {
		t.Errorf("%q", text)
	}
	if text := ProblemText(wire.Exchange{Outcome: wire.Interrupted, Problem: "stopped by SIGTERM"}); text != "stopped by SIGTERM" {
		t.Errorf("%q", text)
	}
}
