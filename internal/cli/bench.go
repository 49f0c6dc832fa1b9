package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

// benchCmd measures what the tap costs, as ratios within one run.
type benchCmd struct {
	URL         string        `arg:"" optional:"" name:"url" help:"The agent to call. Default: a reference agent started for this."`
	Calls       int           `default:"6000" help:"Calls for each way, at most."`
	Duration    time.Duration `default:"10s" help:"Time for each way, at most."`
	Connections int           `default:"16" help:"Number of concurrent connections."`
	Size        int           `default:"1024" help:"Bytes of text in each message."`
	Stream      int           `placeholder:"EVENTS" help:"Ask for streams of this many events instead (reference agent only)."`
	Dialect     string        `complete:"versions" help:"Protocol version to speak (default: the newest)."`
}

// Help is what --help says below the flags' table.
func (benchCmd) Help() string {
	return `Calls the agent three ways in turn: directly, through a bare reverse proxy, and through a recording tap with a record of its own that is thrown away. Trust the ratios, not the times.

A foreign agent is asked for a task that does not exist, so that nothing is left behind in it.

Examples:

    a2a-console bench
    a2a-console bench --stream 5000 --connections 2 --calls 20
    a2a-console bench http://127.0.0.1:9000 --calls 1000`
}

const benchRounds = 3

// benchLine is what scripts get of one way.
type benchLine struct {
	Way       string  `json:"way"`
	Calls     int     `json:"calls"`
	Events    int     `json:"events,omitempty"`
	Errors    int     `json:"errors"`
	Seconds   float64 `json:"seconds"`
	PerSecond float64 `json:"per_second"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Direct    float64 `json:"to_direct"`
	Proxy     float64 `json:"to_proxy,omitempty"`
}

// Run measures and prints the table.
func (c *benchCmd) Run(ctx context.Context, p *stdio.Streams) error {
	if c.Calls < 1 || c.Connections < 1 || c.Connections > 1024 || c.Duration <= 0 || c.Stream < 0 || c.Size < 0 || c.Size > 1<<20 {
		return fmt.Errorf("cannot measure with these numbers: --calls and --duration above 0, --connections 1 to 1024, --size to %d", 1<<20)
	}
	if c.Stream > 0 && c.URL != "" {
		return fmt.Errorf("--stream works with the reference agent only: leave the URL out")
	}
	b, err := openBench(ctx, p, c.URL)
	if err != nil {
		return err
	}
	results, err := c.measure(ctx, p, b)
	if cerr := b.close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return c.print(p, results)
}

// measure runs the ways in turns, so that whatever else the machine does falls
// on all of them.
func (c *benchCmd) measure(ctx context.Context, p *stdio.Streams, b *bench) ([]*load, error) {
	target, err := c.target(ctx, p, b)
	if err != nil {
		return nil, err
	}
	request, err := c.request(target)
	if err != nil {
		return nil, err
	}
	var loads []*load
	for _, w := range b.ways {
		l, err := newLoad(w, request, c.Connections)
		if err != nil {
			return nil, err
		}
		loads = append(loads, l)
	}
	for round := range benchRounds {
		n := c.Calls*(round+1)/benchRounds - c.Calls*round/benchRounds // all of them in the end
		for _, l := range loads {
			l.run(ctx, n, c.Duration/benchRounds)
			if ctx.Err() != nil {
				return nil, fmt.Errorf("stopped: %w", ctx.Err())
			}
		}
	}
	return loads, nil
}

func (c *benchCmd) target(ctx context.Context, p *stdio.Streams, b *bench) (inspector.Target, error) {
	f := calls.Flags{URL: b.url, Dialect: cmp.Or(c.Dialect, string(dialect.All()[0].Version()))}
	return f.Target(ctx, p, console.NewCaller(inspector.New(inspector.Options{Logger: p.Log, OneCard: true}), console.NewCards()))
}

func (c *benchCmd) request(t inspector.Target) (inspector.Prepared, error) {
	call := &a2a.Call{Op: a2a.GetTask, TaskID: "no-such-task"}
	if c.URL == "" {
		text := "echo " + strings.Repeat("x", c.Size)
		call = &a2a.Call{Op: a2a.SendMessage}
		if c.Stream > 0 {
			call.Op = a2a.SendStreamingMessage
			text = fmt.Sprintf("slow %d chunks every 0ms size 40", c.Stream)
		}
		call.Message = &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}
	}
	return inspector.New(inspector.Options{}).Prepare(t, call)
}

func (c *benchCmd) print(p *stdio.Streams, loads []*load) error {
	direct, proxy := loads[0].perSecond(), loads[1].perSecond()
	rate := "CALLS/S"
	if c.Stream > 0 {
		rate = "EVENTS/S"
	}
	rows := [][]string{{"WAY", "CALLS", "ERRORS", rate, "P50", "P99", "TO DIRECT", "TO PROXY"}}
	for _, l := range loads {
		line := benchLine{Way: l.way.name, Calls: l.calls(), Events: l.events, Errors: l.errors, Seconds: l.took.Seconds(),
			PerSecond: l.perSecond(), P50: stdio.Millis(l.at(0.50)), P99: stdio.Millis(l.at(0.99)), Direct: ratio(l.perSecond(), direct)}
		if l != loads[0] {
			line.Proxy = ratio(l.perSecond(), proxy)
		}
		if p.JSON {
			if err := p.Line(line); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{line.Way, fmt.Sprint(line.Calls), fmt.Sprint(line.Errors), fmt.Sprintf("%.0f", line.PerSecond),
			words.Took(l.at(0.50)), words.Took(l.at(0.99)), times(line.Direct), times(line.Proxy)})
	}
	if !p.JSON {
		stdio.Table{Rows: rows, Drop: []int{2}}.Write(p.Stdout)
	}
	for _, l := range loads {
		if l.errors > 0 {
			p.Note("a2a-console: %d of %d calls failed %s: %s", l.errors, l.calls(), l.way.name, words.OneLine(l.problem))
			return stdio.FoundSomething
		}
	}
	return nil
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return float64(int(a/b*1000+0.5)) / 1000
}

func times(r float64) string {
	if r == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f×", r)
}
