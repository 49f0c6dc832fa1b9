package print

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// FeedText is an exchange as one line of the live feed.
func FeedText(l ExchangeLine, paint stdio.Paint) string {
	at := clock(l.Started)
	op := l.Op
	if op == "" {
		op = l.Method + " " + l.URL
	}
	state, colour := words.State(a2a.State(l.State)), StateColour(a2a.State(l.State))
	if l.Error != "" {
		state, colour = "✕ "+l.Error, stdio.Red
	}
	state = paint.Text(colour, fmt.Sprintf("%-18s", words.Visible(state)))
	ended, took := "…", ""
	if l.Outcome != "" {
		ended = words.Outcome(wire.Outcome(l.Outcome))
		took = words.Took(time.Duration(l.DurationMS * float64(time.Millisecond)))
	}
	line := fmt.Sprintf("%-12s  %-8s  %-22s  %-4s  %s  %-15s  %8s  %3d  %s",
		at, l.Origin, words.OneLine(clip.Runes(op, 60)), l.Dialect, state, ended, took, l.Frames, words.Visible(l.Task))
	return strings.TrimRight(line, " ")
}

// FrameLine is a frame of the feed.
type FrameLine struct {
	Exchange string `json:"exchange"`
	Side     string `json:"side"`
	Index    int    `json:"index"`
	At       string `json:"at"`
	Length   int64  `json:"length"`
	Text     string `json:"text"`
}

// FrameText is a frame as one line of the live feed.
func FrameText(f FrameLine) string {
	arrow := "→"
	if strings.HasPrefix(f.Side, "response") {
		arrow = "←"
	}
	line := fmt.Sprintf("%-12s  %s %s #%d  %d B  %s", clock(f.At), arrow, clip.Runes(f.Exchange, 8), f.Index, f.Length, words.OneLine(clip.Runes(f.Text, 160)))
	return strings.TrimRight(line, " ")
}

// clock is the time of day of a stamp, as people here read it.
func clock(stamp string) string {
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		return words.Visible(stamp)
	}
	return t.Local().Format("15:04:05.000")
}
