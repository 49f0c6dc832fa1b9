package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/wire"
)

// feedText is an exchange as one line of the live feed.
func feedText(l exchangeLine) string {
	at := l.Started
	if t, err := time.Parse(time.RFC3339Nano, l.Started); err == nil {
		at = t.Local().Format("15:04:05.000")
	}
	op := l.Op
	if op == "" {
		op = l.Method + " " + l.URL
	}
	state := stateWord(a2a.State(l.State))
	if l.Error != "" {
		state = "✕ " + l.Error
	}
	ended, took := "…", ""
	if l.Outcome != "" {
		ended = outcomeWord(wire.Outcome(l.Outcome))
		took = short(time.Duration(l.DurationMS * float64(time.Millisecond)))
	}
	line := fmt.Sprintf("%-12s  %-8s  %-22s  %-4s  %-18s  %-15s  %8s  %3d  %s",
		at, l.Origin, oneLine(clip(op, 60)), l.Dialect, visible(state), ended, took, l.Frames, visible(l.Task))
	return strings.TrimRight(line, " ")
}
