package print

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/api"
)

// FeedPrinter prints exchanges while they are recorded. With --json, it prints the messages of the
// feed. For people, it prints a row, as in tables of exchanges, when a call ends, and on a terminal
// also when it begins. Not safe for concurrent use.
type FeedPrinter struct {
	streams       *stdio.Streams
	names         Names
	isSingleAgent bool              // there is only one agent; leave it out
	headsPrinted  bool              // the column heads have been printed
	openLines     map[string]string // latest line of each unfinished call, by id
	finished      map[string]bool   // ids of calls whose end has been printed
}

// NewFeedPrinter returns a printer to p that uses the agents' names.
func NewFeedPrinter(p *stdio.Streams, names Names) *FeedPrinter {
	return &FeedPrinter{streams: p, names: names, openLines: map[string]string{}, finished: map[string]bool{}}
}

// NewTapFeedPrinter returns a printer that prints each call of one agent when it ends.
func NewTapFeedPrinter(p *stdio.Streams) *FeedPrinter {
	f := NewFeedPrinter(p, nil)
	f.isSingleAgent = true
	return f
}

// Message prints a message of the feed.
func (f *FeedPrinter) Message(message []byte) error {
	if f.streams.JSON {
		return f.streams.Line(stdio.RawJSON(message))
	}
	var kind struct {
		Kind string `json:"kind"`
	}
	var l api.Exchange
	var frame api.Frame
	err := json.Unmarshal(message, &kind)
	switch {
	case err != nil:
	case kind.Kind == "ready":
		return f.printHeads(stdio.Width(f.streams.Stdout))
	case kind.Kind == "exchange":
		if err = json.Unmarshal(message, &l); err == nil {
			x := exchangeOf(l)
			return f.Exchange(&x)
		}
	case kind.Kind == "frame":
		if err = json.Unmarshal(message, &frame); err == nil {
			return f.printLine(frameText(frame, stdio.Width(f.streams.Stdout)))
		}
	case kind.Kind == "passage":
		var passage api.Passage
		if err = json.Unmarshal(message, &passage); err == nil {
			return f.printLine(passageText(passage, stdio.Width(f.streams.Stdout)))
		}
	}
	if err != nil {
		return fmt.Errorf("read the feed: %w", err)
	}
	return nil
}

// maxFinished is how many printed calls are remembered, because their labels still change for a
// short time.
const maxFinished = 1000

// Exchange prints a call that has ended, once. On a terminal, unless there is only one agent, it
// also prints an open call whenever its line changes.
func (f *FeedPrinter) Exchange(x *wire.Exchange) error {
	over, width := x.Outcome != wire.Open, stdio.Width(f.streams.Stdout)
	if f.finished[x.ID] || !over && (width == 0 || f.isSingleAgent) {
		return nil
	}
	line := f.formatRow(exchangeRow(x, f.names))
	if width > 0 {
		line = f.briefLine(x, width)
	}
	if !over {
		if f.openLines[x.ID] == line {
			return nil
		}
		f.openLines[x.ID] = line
	} else {
		delete(f.openLines, x.ID)
		if len(f.finished) >= maxFinished {
			clear(f.finished)
		}
		f.finished[x.ID] = true
	}
	return errors.Join(f.printHeads(width), f.printLine(line))
}

func (f *FeedPrinter) printHeads(width int) error {
	if f.headsPrinted {
		return nil
	}
	f.headsPrinted = true
	if width == 0 {
		return f.printLine(f.formatRow(exchangeHeads))
	}
	return f.printLine(stdio.PaintFor(f.streams.Stdout).Text(stdio.Faint, f.fitLine("TIME", "EXCHANGE", "AGENT", "CALL", "STATE", "TOOK", "MESSAGE", stdio.Plain, width)))
}

func (f *FeedPrinter) printLine(line string) error {
	if _, err := fmt.Fprintln(f.streams.Stdout, line); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}

// rowWidths are the minimum widths of the columns of exchangeHeads. They are fixed because later
// rows are not known yet.
var rowWidths = []int{36, 12, 8, 20, 4, 4, 18, 9, 8, 8, 8, 20, 0}

func (f *FeedPrinter) formatRow(cells []string) string {
	var b strings.Builder
	for i, c := range cells {
		b.WriteString(c + strings.Repeat(" ", max(rowWidths[i]-uniseg.StringWidth(c), 0)+2))
	}
	return strings.TrimRight(b.String(), " ")
}

func (f *FeedPrinter) briefLine(x *wire.Exchange, width int) string {
	at, took := words.Clock(x.Started), words.ExchangeDuration(x)
	return f.fitLine(at, words.OneLine(wire.IDSuffix(x.ID)), f.names.nameOf(x.Agent), operationWord(x), endState(x), took, words.MessageLine(*x), stateColour(x), width)
}

// fullWidth is the number of columns from which on a line shows everything.
const fullWidth = 100

// fitLine fits cells into a terminal line. It omits the agent if there is only one, and the duration if
// the line is too narrow.
func (f *FeedPrinter) fitLine(at, id, agent, call, state, took, message string, colour stdio.Colour, width int) string {
	clock, named := 8, 14
	if width >= fullWidth {
		clock, named = 12, 22
	}
	cells := []string{stdio.Cell(at[:min(len(at), clock)], clock), stdio.Cell(id, 8)}
	if !f.isSingleAgent {
		cells = append(cells, stdio.Cell(agent, named))
	}
	cells = append(cells, stdio.Cell(call, 8), stdio.Cell(state, 18))
	last := len(cells) - 1
	if f.isSingleAgent || width >= fullWidth {
		cells = append(cells, stdio.Cell(took, 8))
	}
	used := 0
	for _, c := range cells {
		used += uniseg.StringWidth(c) + 2
	}
	cells[last] = stdio.PaintFor(f.streams.Stdout).Text(colour, cells[last])
	return strings.TrimRight(strings.Join(append(cells, stdio.Shorten(message, max(width-used, 1))), "  "), " ")
}

// exchangeOf converts an exchange of the feed back to a wire.Exchange, as far as its line needs.
func exchangeOf(l api.Exchange) wire.Exchange {
	started, _ := time.Parse(time.RFC3339Nano, l.Started) // written by the console, so it parses
	x := wire.Exchange{ID: l.ID, Started: started, Origin: wire.Origin(l.Origin), Agent: l.Agent, Method: l.Method, URL: l.URL, Outcome: wire.Outcome(l.Outcome),
		Response: wire.Head{Status: l.HTTPStatus}, RequestBytes: l.RequestBytes, RequestKept: l.RequestBytes, ResponseBytes: l.ResponseBytes, ResponseKept: l.ResponseBytes, Frames: l.Frames, Incomplete: l.Incomplete,
		Labels: wire.Labels{Op: l.Op, Dialect: l.Dialect, Task: l.Task, State: l.State, Error: l.Error, Findings: l.Findings, Worst: l.Worst, ResponseSeverity: l.Worst, CutOff: l.CutOff, Failed: l.Failed, Model: l.Model, Text: words.OneLine(l.Text)}}
	if l.Wrong {
		x.Labels.AgentSeverity = string(a2a.SeverityError)
	}
	if x.Outcome != wire.Open {
		x.Ended = started.Add(time.Duration(l.DurationMS * float64(time.Millisecond)))
	}
	return x
}

// frameText returns the line of the live feed about a frame. width is the terminal's, 0 for none.
func frameText(f api.Frame, width int) string {
	return feedText(f.At, f.Side, f.Exchange, fmt.Sprintf("#%d  %d B", f.Index, f.Length), f.Text, width)
}

func passageText(l api.Passage, width int) string {
	what := fmt.Sprintf("#%d  %s", l.Frame, passingText(l))
	if l.Passed == wire.PassageInjected {
		what = fmt.Sprintf("before #%d  %s", l.Frame, passingText(l))
	}
	return feedText(l.At, l.Side, l.Exchange, what, l.Text, width)
}

// passingText says what happened to a frame, and which rule did it or that a person did.
func passingText(l api.Passage) string {
	what := words.OneLine(string(l.Passed))
	if l.HeldMS > 0 {
		what += " " + words.FormatDuration(time.Duration(l.HeldMS*float64(time.Millisecond)))
	}
	if l.Rule == "" {
		return what + " by hand"
	}
	return what + " by the rule " + words.OneLine(l.Rule)
}

func feedText(at, side, exchange, what, text string, width int) string {
	arrow := "→"
	if strings.HasPrefix(side, "response") {
		arrow = "←"
	}
	line := fmt.Sprintf("%-12s  %s %s %s  %s", clock(at), arrow, words.OneLine(wire.IDSuffix(exchange)), what, words.OneLine(clip.Runes(text, 160)))
	if width > 0 {
		line = stdio.Shorten(line, width)
	}
	return strings.TrimRight(line, " ")
}

func clock(stamp string) string {
	t, err := time.Parse(time.RFC3339Nano, stamp)
	if err != nil {
		return words.Visible(stamp)
	}
	return words.Clock(t)
}
