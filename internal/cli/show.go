package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

type sessionsShowCmd struct {
	dbFlag
	ID     string `arg:"" name:"id" help:"Id of a session, or of an exchange."`
	Raw    string `placeholder:"SIDE" enum:"request,response," default:"" help:"Write the bytes of an exchange's request or response to stdout."`
	Probes bool   `help:"Show the console's own probes too."`
}

// Help is what --help says below the flags' table.
func (sessionsShowCmd) Help() string {
	return `Examples:

    a2a-console sessions show SESSION
    a2a-console sessions show SESSION --json | jq .op
    a2a-console sessions show EXCHANGE
    a2a-console sessions show EXCHANGE --raw response`
}

// exchangeLine is what scripts get of an exchange.
type exchangeLine struct {
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

	// Only of an exchange that was asked for by its id:

	RequestReceived  string         `json:"request_received,omitempty"` // heads as they came, where other members tell less
	ResponseReceived string         `json:"response_received,omitempty"`
	Surplus          string         `json:"surplus,omitempty"` // what came after the end of the response
	Interim          []wire.Interim `json:"interim,omitempty"`
	RequestSent      *wire.Head     `json:"request_sent,omitempty"`
	ResponseSent     *wire.Head     `json:"response_sent,omitempty"`
}

func exchangeLineOf(x wire.Exchange) exchangeLine {
	l := exchangeLine{
		ID: x.ID, Session: x.Session, Origin: string(x.Origin),
		Op: x.Labels.Op, Dialect: x.Labels.Dialect, Binding: x.Labels.Binding,
		Method: x.Method, URL: x.URL, HTTPStatus: x.Response.Status,
		Task: x.Labels.Task, Context: x.Labels.Context, State: x.Labels.State,
		Frames: x.Frames, RequestBytes: x.RequestBytes, ResponseBytes: x.ResponseBytes,
		Started: stamp(x.Started), Outcome: string(x.Outcome),
		Findings: x.Labels.Findings, Error: x.Labels.Error, Problem: x.Problem,
		Incomplete: x.Lacks(), Gaps: append([]archive.Gap{}, archive.GapsOf(x.Gaps)...),
	}
	if !x.Ended.IsZero() {
		l.DurationMS = millis(x.Ended.Sub(x.Started))
	}
	return l
}

// Run shows a session or an exchange.
func (c *sessionsShowCmd) Run(ctx context.Context, p *program) error {
	store, err := c.openRead(p)
	if err != nil {
		return err
	}
	defer store.Close()
	x, xerr := store.Exchange(ctx, c.ID)
	if c.Raw != "" {
		if xerr != nil {
			return fmt.Errorf("no exchange %q in this record; sessions show SESSION lists those there are", c.ID)
		}
		return c.raw(ctx, p, store, x)
	}
	switch {
	case xerr == nil && p.json:
		l := exchangeLineOf(x)
		l.Interim, l.RequestSent, l.ResponseSent = x.Interim, x.RequestSent, x.ResponseSent
		l.RequestReceived = string(x.Request.AsReceived(wire.Target(x.URL)))
		l.ResponseReceived = string(x.Response.AsReceived(""))
		l.Surplus = string(x.Response.Surplus)
		return p.line(l)
	case xerr == nil:
		return showOne(ctx, p, store, x)
	}
	return c.session(ctx, p, store)
}

// session shows a session's exchanges, oldest first.
func (c *sessionsShowCmd) session(ctx context.Context, p *program, store *recorder.Store) error {
	s, err := findSession(ctx, store, c.ID)
	if err != nil {
		return err
	}
	f := wire.Filter{Session: s.ID}
	if !c.Probes {
		f.Not = []wire.Origin{wire.Console}
	}
	if p.json {
		return oldestFirst(ctx, store, f, func(page []wire.Exchange) error { return showExchanges(p, page) })
	}
	list, err := allOf(ctx, store, f)
	if err != nil {
		return err
	}
	gaps, err := allGaps(ctx, store, s.ID, list)
	if err != nil {
		return err
	}
	if err := showExchanges(p, list); err != nil {
		return err
	}
	printGaps(p, gaps)
	return nil
}

func showExchanges(p *program, list []wire.Exchange) error {
	if p.json {
		for _, x := range list {
			if err := p.line(exchangeLineOf(x)); err != nil {
				return err
			}
		}
		return nil
	}
	rows := [][]string{{"EXCHANGE", "TIME", "ORIGIN", "OPERATION", "A2A", "HTTP", "STATE", "ENDED", "TOOK", "SIZE", "FINDINGS"}}
	for _, x := range list {
		rows = append(rows, exchangeRow(x))
	}
	table(p.stdout, rows)
	return nil
}

func exchangeRow(x wire.Exchange) []string {
	op := x.Labels.Op
	if op == "" {
		op = x.Method + " " + x.URL
	}
	took := ""
	if !x.Ended.IsZero() {
		took = short(x.Ended.Sub(x.Started))
	}
	state := stateWord(a2a.State(x.Labels.State))
	if x.Labels.Error != "" {
		state = "✕ " + visible(x.Labels.Error)
	}
	return []string{x.ID, x.Started.Local().Format("15:04:05.000"), string(x.Origin), oneLine(clip(op, 60)), x.Labels.Dialect,
		statusWord(x.Response.Status), state, strings.TrimPrefix(outcomeWord(x.Outcome), "ended by "), took,
		humanize.IBytes(uint64(x.ResponseBytes)), fmt.Sprint(x.Labels.Findings)}
}

// raw writes the recorded bytes of one side to stdout.
func (c *sessionsShowCmd) raw(ctx context.Context, p *program, store *recorder.Store, x wire.Exchange) error {
	side, crossed, kept := wire.Request, x.RequestBytes, x.RequestKept
	if c.Raw == "response" {
		side, crossed, kept = wire.Response, x.ResponseBytes, x.ResponseKept
	}
	for from := int64(0); ; {
		chunks, err := store.Chunks(ctx, x.ID, side, from, 1<<20)
		if err != nil {
			return err
		}
		wrote := int64(0)
		for _, k := range chunks {
			if k.Offset < from {
				continue
			}
			if _, err := p.stdout.Write(k.Data); err != nil {
				return fmt.Errorf("write to stdout: %w", err)
			}
			from = k.Offset + int64(len(k.Data))
			wrote += int64(len(k.Data))
		}
		if wrote == 0 {
			break
		}
	}
	if kept < crossed {
		p.note("note: %d of %d bytes are on record%s", kept, crossed, missingWhy(x, side))
	}
	return nil
}
