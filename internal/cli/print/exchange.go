package print

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// ExchangeLine is what scripts get of an exchange.
type ExchangeLine struct {
	ID            string        `json:"id"`
	Session       string        `json:"session"`
	Origin        string        `json:"origin"`
	Op            string        `json:"op"`
	Dialect       string        `json:"dialect"`
	Binding       string        `json:"binding"`
	Method        string        `json:"method"`
	URL           string        `json:"url"`
	HTTPStatus    int           `json:"http_status"`
	Task          string        `json:"task"`
	Context       string        `json:"context"`
	State         string        `json:"state"`
	Frames        int           `json:"frames"`
	RequestBytes  int64         `json:"request_bytes"`
	ResponseBytes int64         `json:"response_bytes"`
	Started       string        `json:"started"`
	DurationMS    float64       `json:"duration_ms"`
	Outcome       string        `json:"outcome"`
	Findings      int           `json:"findings"`
	Incomplete    bool          `json:"incomplete"` // bytes that crossed the wire are not on record
	Gaps          []archive.Gap `json:"gaps"`       // which, as far as the record knows
	Error         string        `json:"error,omitempty"`
	Problem       string        `json:"problem,omitempty"`
	Pinned        bool          `json:"pinned,omitempty"`
	Note          string        `json:"note,omitempty"`

	// Only of an exchange that was asked for by its id:

	RequestReceived  string         `json:"request_received,omitempty"` // heads as they came, where other members tell less
	ResponseReceived string         `json:"response_received,omitempty"`
	Surplus          string         `json:"surplus,omitempty"` // what came after the end of the response
	Interim          []wire.Interim `json:"interim,omitempty"`
	RequestSent      *wire.Head     `json:"request_sent,omitempty"`
	ResponseSent     *wire.Head     `json:"response_sent,omitempty"`
	Found            []FoundLine    `json:"found,omitempty"` // what Findings counts
	Why              *WhyLine       `json:"why,omitempty"`   // why it failed, of one exchange alone
}

// ExchangeLineOf puts an exchange in the words scripts rely on.
func ExchangeLineOf(x wire.Exchange) ExchangeLine {
	l := ExchangeLine{
		ID: x.ID, Session: x.Session, Origin: string(x.Origin),
		Op: x.Labels.Op, Dialect: x.Labels.Dialect, Binding: x.Labels.Binding,
		Method: x.Method, URL: x.URL, HTTPStatus: x.Response.Status,
		Task: x.Labels.Task, Context: x.Labels.Context, State: x.Labels.State,
		Frames: x.Frames, RequestBytes: x.RequestBytes, ResponseBytes: x.ResponseBytes,
		Started: stdio.Stamp(x.Started), Outcome: string(x.Outcome),
		Findings: x.Labels.Findings, Error: x.Labels.Error, Problem: x.Problem,
		Pinned: x.Pinned, Note: x.Note, Incomplete: x.Lacks(), Gaps: append([]archive.Gap{}, archive.GapsOf(x.Gaps)...),
	}
	if !x.Ended.IsZero() {
		l.DurationMS = stdio.Millis(x.Ended.Sub(x.Started))
	}
	return l
}

// Exchanges prints exchanges: a line each, for people a table.
func Exchanges(p *stdio.Streams, list []wire.Exchange) error {
	if p.JSON {
		for _, x := range list {
			if err := p.Line(ExchangeLineOf(x)); err != nil {
				return err
			}
		}
		return nil
	}
	rows := [][]string{{"EXCHANGE", "TIME", "ORIGIN", "OPERATION", "A2A", "HTTP", "STATE", "ENDED", "TOOK", "SIZE", "FINDINGS"}}
	for _, x := range list {
		rows = append(rows, exchangeRow(x))
	}
	stdio.Table{Rows: rows, Shorten: []int{3, 6}, Drop: []int{9, 2, 4, 7, 8, 10, 5}, Colour: func(row, column int) stdio.Colour {
		if row == 0 {
			return stdio.Faint
		}
		return exchangeColour(&list[row-1], column)
	}}.Write(p.Stdout)
	return nil
}

// Marked prints an exchange with what people say of it.
func Marked(p *stdio.Streams, x wire.Exchange) error {
	if err := Exchanges(p, []wire.Exchange{x}); err != nil || p.JSON {
		return err
	}
	fmt.Fprint(p.Stdout, MarksText(x))
	return nil
}

// MarksText says what people say of an exchange, in lines of their own; "" when they
// say nothing.
func MarksText(x wire.Exchange) (text string) {
	if x.Pinned {
		text = "pinned: retention does not remove its session\n"
	}
	if x.Note != "" {
		text += "note: " + words.Visible(x.Note) + "\n"
	}
	return text
}

// exchangeColour is the colour of a cell: its state's, and that of a status or an end
// that is a failure.
func exchangeColour(x *wire.Exchange, column int) stdio.Colour {
	switch {
	case column == 6 && x.Labels.Error != "", column == 5 && x.Response.Status >= 400, column == 7 && x.Outcome != wire.Open && x.Outcome != wire.ByAgent:
		return stdio.Red
	case column == 6:
		return StateColour(a2a.State(x.Labels.State))
	case column == 10 && x.Labels.Findings > 0:
		return stdio.Yellow
	}
	return stdio.Plain
}

func exchangeRow(x wire.Exchange) []string {
	op := x.Labels.Op
	if op == "" {
		op = x.Method + " " + x.URL
	}
	took := ""
	if !x.Ended.IsZero() {
		took = words.Took(x.Ended.Sub(x.Started))
	}
	state := words.State(a2a.State(x.Labels.State))
	if x.Labels.Error != "" {
		state = "✕ " + words.Visible(x.Labels.Error)
	}
	return []string{x.ID, x.Started.Local().Format("15:04:05.000"), string(x.Origin), words.OneLine(clip.Runes(op, 60)), x.Labels.Dialect,
		words.Status(x.Response.Status), state, strings.TrimPrefix(words.Outcome(x.Outcome), "ended by "), took,
		humanize.IBytes(uint64(x.ResponseBytes)), fmt.Sprint(x.Labels.Findings)}
}
