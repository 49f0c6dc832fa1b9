package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/recorder"
)

type insightsCmd struct {
	dbFlag
	Filter  []string `arg:"" optional:"" name:"filter" help:"The exchanges to count, in the filter language; several arguments are joined. Default: all."`
	Against string   `placeholder:"FILTER" help:"Compare with the exchanges that this filter selects: 'session:ID' for another session."`
	Versus  string   `placeholder:"SESSION" help:"Compare with this session, given by its id or name; the same as --against session:ID."`
	Limit   int      `default:"20000" help:"Count at most this many exchanges, the newest."`
	Probes  bool     `help:"Also count the console's own probes."`
	MD      bool     `name:"md" help:"Write Markdown."`
}

func (insightsCmd) Help() string {
	return `Shows how many calls there were, how fast they were answered, and how they failed: in total, and by agent, operation, version and client. Half of the calls that the agent ended took no longer than TOTAL P50. FIRST is the time to the first byte of a stream. Examinations and chaos, in which calls go wrong on purpose, count only where the filter names their session or is:examined. Of two sides, A is the earlier.

Examples:

    a2a-console insights since:1h
    a2a-console insights agent:127.0.0.1:9000 --md
    a2a-console insights session:019a --versus 019b
    a2a-console insights before:2026-11-30 --against since:2026-11-30 --json`
}

const maxInsightsTime = time.Minute

func (c *insightsCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openLabelled(ctx, p, len(c.Filter) > 0)
	if err != nil {
		return err
	}
	defer store.Close()
	texts := []string{strings.Join(c.Filter, " ")}
	if c.Versus != "" {
		session, err := console.FindSession(ctx, store, c.Versus)
		if err != nil {
			return err
		}
		c.Against = strings.TrimSpace(c.Against + " session:" + session.ID)
	}
	if c.Against != "" {
		texts = append(texts, c.Against)
	}
	var all []print.Insights
	for _, text := range texts {
		f, models, err := c.figures(ctx, p, store, text)
		if err != nil {
			return err
		}
		switch {
		case f.HasOlder && f.Count >= c.Limit:
			p.Note("note: only the newest %d exchanges that %q selects are counted; --limit raises the number", f.Count, text)
		case f.HasOlder:
			p.Note("note: only the newest %d exchanges that %q selects are counted; the search stopped after %v", f.Count, text, maxInsightsTime)
		}
		all = append(all, print.Insights{Filter: text, Figures: f, Models: models})
	}
	if len(all) == 2 && !all[0].IsBefore(all[1].Figures) { // as on the page, a change is one from then to now
		slices.Reverse(all)
	}
	names, err := namesOf(ctx, store)
	if err != nil {
		return err
	}
	return print.Figures(p, all, names, c.MD)
}

func (c *insightsCmd) figures(ctx context.Context, p *stdio.Streams, store *recorder.Store, text string) (out insight.Figures, models []modelcall.Figure, err error) {
	if c.Limit <= 0 {
		return out, nil, fmt.Errorf("--limit is %d; give the number of exchanges to read, at least 1", c.Limit)
	}
	f, _, err := parseFilter(ctx, store, text, c.Probes)
	if err != nil {
		return out, nil, err
	}
	f, _ = f.OmitExaminations()
	samples, err := store.Samples(ctx, f, c.Limit, maxInsightsTime)
	if err != nil {
		return out, nil, err
	}
	models, isWhole, err := modelcall.LoadFigures(ctx, store, f)
	if err == nil && !isWhole {
		p.Note("note: only the newest %d calls of models that %q selects are counted", modelcall.MaxFigures, text)
	}
	return insight.FiguresOf(samples), models, err
}
