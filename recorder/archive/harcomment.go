package archive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// maxHARNotes bounds the notes on gaps of a session, and on ways in which frames were changed.
const maxHARNotes = 100

// commentOf returns what HAR has no member for and a person would miss.
func commentOf(w *FullExchange) string {
	var out []string
	if w.Note != "" {
		out = append(out, w.Note)
	}
	if w.Outcome == wire.ByAgent && w.Problem != "" { // which is not a failure
		out = append(out, w.Problem)
	}
	if n := len(w.Redactions); n > 0 {
		out = append(out, fmt.Sprintf("secrets redacted, filled with ***: %d", n))
	}
	for _, g := range w.Gaps {
		if g.Cause == wire.GapUntimed {
			out = append(out, g.Reason())
			continue
		}
		out = append(out, fmt.Sprintf("%s of the %s are missing: %s", number(int(g.Bytes), "bytes"), g.Side, g.Reason()))
	}
	if n := len(w.Passages); n > 0 {
		var how []string
		for _, p := range w.Passages {
			line := strings.TrimSpace(string(p.Kind) + " " + p.Rule)
			if len(how) < maxHARNotes && !slices.Contains(how, line) {
				how = append(how, line)
			}
		}
		out = append(out, fmt.Sprintf("frames that were not forwarded unchanged: %d (%s)", n, strings.Join(how, ", ")))
	}
	return strings.Join(out, "; ")
}

// number names things with their number, if known (not 0).
func number(n int, things string) string {
	if n == 0 {
		return things
	}
	return fmt.Sprintf("%d %s", n, things)
}

// failureOf says how an exchange ended, unless its agent ended it: its outcome and problem, which setOutcome
// reads back.
func failureOf(x *wire.Exchange) string {
	switch x.Outcome {
	case wire.ByAgent:
		return ""
	case wire.Open:
		return string(wire.Interrupted) + ": It was still open when it was exported."
	}
	return strings.TrimSuffix(string(x.Outcome)+": "+x.Problem, ": ")
}
