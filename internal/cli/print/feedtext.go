package print

import (
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// FeedText is an exchange as one line of the live feed. A terminal of some width gets what
// fits; 0 is none.
func FeedText(l ExchangeLine, names Names, paint stdio.Paint, width int) string {
	x := exchangeOf(l)
	took := ""
	if l.Outcome != "" {
		took = words.Took(time.Duration(l.DurationMS * float64(time.Millisecond)))
	}
	if width > 0 {
		return briefFeed(&x, clock(l.Started), took, names, paint, width)
	}
	ended := "…"
	if l.Outcome != "" {
		ended = words.Outcome(x.Outcome)
	}
	state := paint.Text(stateColour(&x), fmt.Sprintf("%-18s", words.StateOf(&x)))
	line := fmt.Sprintf("%-12s  %-8s  %-22s  %-4s  %s  %-15s  %8s  %3d  %s",
		clock(l.Started), l.Origin, operation(&x), l.Dialect, state, ended, took, l.Frames, words.Visible(l.Task))
	return strings.TrimRight(line, " ")
}

// briefFeed is what a terminal gets.
func briefFeed(x *wire.Exchange, at, took string, names Names, paint stdio.Paint, width int) string {
	agent, cells := 14, []string{at[:min(len(at), 8)], stdio.Cell(words.OneLine(wire.IDEnd(x.ID)), 8)}
	if width >= 100 {
		agent, cells[0] = 22, at
	}
	cells = append(cells, stdio.Cell(names.of(x.Agent), agent), stdio.Cell(call(x), 6), paint.Text(stateColour(x), stdio.Cell(endState(x), 18)))
	used := 8 + agent + 6 + 18 + len(cells[0]) + 2*len(cells)
	if width >= 100 {
		cells, used = append(cells, fmt.Sprintf("%8s", took)), used+10
	}
	return strings.TrimRight(strings.Join(append(cells, stdio.Shorten(x.Labels.Text, max(width-used, 1))), "  "), " ")
}

// exchangeOf is as much of an exchange as its line in the feed tells.
func exchangeOf(l ExchangeLine) wire.Exchange {
	return wire.Exchange{ID: l.ID, Origin: wire.Origin(l.Origin), Agent: l.Agent, Method: l.Method, URL: l.URL, Outcome: wire.Outcome(l.Outcome),
		Response: wire.Head{Status: l.HTTPStatus}, RequestBytes: l.RequestBytes, ResponseBytes: l.ResponseBytes,
		Labels: wire.Labels{Op: l.Op, Dialect: l.Dialect, Task: l.Task, State: l.State, Error: l.Error, Worst: l.Worst, Within: l.Worst, CutOff: l.CutOff, Text: words.OneLine(l.Text)}}
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

// FrameText is a frame as one line of the live feed. A terminal of some width gets what
// fits; 0 is none.
func FrameText(f FrameLine, width int) string {
	arrow := "→"
	if strings.HasPrefix(f.Side, "response") {
		arrow = "←"
	}
	line := fmt.Sprintf("%-12s  %s %s #%d  %d B  %s", clock(f.At), arrow, words.OneLine(wire.IDEnd(f.Exchange)), f.Index, f.Length, words.OneLine(clip.Runes(f.Text, 160)))
	if width > 0 {
		line = stdio.Shorten(line, width)
	}
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
