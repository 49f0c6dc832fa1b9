package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// feedText is an exchange as one line of the live feed.
func feedText(l exchangeLine) string {
	at := clock(l.Started)
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

// frameLine is a frame of the feed.
type frameLine struct {
	Exchange string `json:"exchange"`
	Side     string `json:"side"`
	Index    int    `json:"index"`
	At       string `json:"at"`
	Length   int64  `json:"length"`
	Text     string `json:"text"`
}

// frameText is a frame as one line of the live feed.
func frameText(f frameLine) string {
	arrow := "→"
	if strings.HasPrefix(f.Side, "response") {
		arrow = "←"
	}
	line := fmt.Sprintf("%-12s  %s %s #%d  %d B  %s", clock(f.At), arrow, clip(f.Exchange, 8), f.Index, f.Length, oneLine(clip(f.Text, 160)))
	return strings.TrimRight(line, " ")
}

// clock is the time of day of a stamp, as people here read it.
func clock(stamp string) string {
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		return visible(stamp)
	}
	return t.Local().Format("15:04:05.000")
}
