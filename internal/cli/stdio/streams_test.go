package stdio

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// TestSentences: a warning is a line for people, with its attributes, and cannot control the terminal;
// details are left out.
func TestSentences(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(&sentences{to: &out, mu: new(sync.Mutex)}).With("agent", "a")
	log.Info("nobody reads this")
	log.Warn("asked what is not on record", "asked", "GET /\x1b[31m", "task", "")
	got := out.String()
	if !strings.HasPrefix(got, "warning: asked what is not on record (agent: a, asked: GET /") || strings.Contains(got, "\x1b") || strings.Contains(got, "task") || strings.Contains(got, "nobody") || strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
}
