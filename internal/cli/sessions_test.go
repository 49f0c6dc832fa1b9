package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/api"
)

// TestSessionsAreListedByTheirFirstMessage: sessions have the same names as on the pages, without control
// characters.
func TestSessionsAreListedByTheirFirstMessage(t *testing.T) {
	s := wire.Session{ID: "s-1", FirstMessage: "tell me\x1b[2J a joke", Exchanges: 2}
	var out bytes.Buffer
	print.Sessions(&stdio.Streams{Stdout: &out}, []wire.Session{s}, nil)
	if !strings.Contains(out.String(), "tell me␛[2J a joke") {
		t.Errorf("listed as %q", out.String())
	}
	out.Reset()
	if err := print.Session(&stdio.Streams{Stdout: &out}, s); err != nil || out.String() != "s-1 · 2 exchanges · tell me␛[2J a joke\n" {
		t.Errorf("shown as %q, %v", out.String(), err)
	}
	if l := api.SessionOf(s, nil); l.First != s.FirstMessage || l.Name != "" {
		t.Errorf("for scripts: %+v", l)
	}
}
