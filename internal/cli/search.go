package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

type searchCmd struct {
	dbFlag
	Filter []string `arg:"" name:"filter" help:"What to find, in the filter language; several arguments are joined."`
	Limit  int      `default:"200" help:"Find at most this many exchanges, the newest (0: all)."`
	Sort   string   `placeholder:"ORDER" help:"Sort by ${orders}; a minus (--sort=-duration) puts the greatest first. At most the newest 20,000 exchanges are sorted."`
	Probes bool     `help:"Also find the console's own probes."`
}

func (searchCmd) Help() string {
	return `The filter is a list of terms, all of which must hold: words and "phrases" of the texts that passed, and key:value. A minus before a term leaves out what the term selects. A repeated key gives alternatives, except for is, dur, first, quiet, since and before: all of those must hold. word* finds words that begin with "word". Write -- before a filter that begins with a minus.

Keys, each with an example. The error for a wrong value lists the possible values. docs/filter.md describes all keys.

` + keyLines() + `

On a terminal, ids are shortened to their last eight characters, which sessions show accepts.

Examples:

    a2a-console search phone
    a2a-console search is:failed since:1h
    a2a-console search agent:127.0.0.1:9000 status:4xx
    a2a-console search 'op:send -state:completed since:1h'
    a2a-console search --json 'finding:error dialect:0.1 "status update"'`
}

func keyLines() string {
	var b strings.Builder
	for _, k := range words.FilterVocabulary().Table() {
		fmt.Fprintf(&b, "    %-26s %s\n", k.Example, k.Help)
	}
	return b.String()
}

// Run prints a line for each exchange, the newest first without --sort.
func (c *searchCmd) Run(ctx context.Context, p *stdio.Streams) error {
	text := strings.Join(c.Filter, " ")
	asks, err := words.FilterVocabulary().Parse(text)
	if err != nil { // report a wrong filter even when there is no record
		return pointAtError(text, err)
	}
	store, err := c.openLabelled(ctx, p, len(asks.Text) > 0)
	if err != nil {
		return err
	}
	defer store.Close()
	f, without, err := parseFilter(ctx, store, text, c.Probes)
	if err != nil {
		return err
	}
	if c.Sort != "" {
		return c.printSorted(ctx, p, store, f, query{text, without, f})
	}
	var list []wire.Exchange
	found := 0
	err = console.EachPage(ctx, store, f, c.Limit, func(page []wire.Exchange) error {
		found += len(page)
		if p.JSON {
			return print.JSONExchanges(ctx, p, store, page) // all of them may not fit in memory
		}
		list = append(list, page...)
		return nil
	})
	if found == c.Limit && c.Limit > 0 {
		defer p.Note("note: only the newest %d are shown; --limit 0 finds all", found)
	}
	if err != nil || p.JSON {
		return err
	}
	return printFound(ctx, p, store, query{text, without, f}, list)
}

// query is a filter as the user wrote it, and as parsed.
type query struct {
	text          string
	probesOmitted bool // the console's own calls are left out
	filter        wire.Filter
}

// maxHintValues is how many recorded values are compared with a value that matched nothing.
const maxHintValues = 2000

func printFound(ctx context.Context, p *stdio.Streams, store *recorder.Store, a query, list []wire.Exchange) error {
	if len(list) == 0 && !p.JSON {
		p.Note("no recorded exchange matches %s", words.OneLine(a.text))
		if strings.Contains(a.text, "state:failed") {
			p.Note("note: state:failed finds only tasks in the state failed; is:failed finds all exchanges that failed")
		}
		known, err := store.Agents(ctx)
		if err != nil {
			return err
		}
		origins := map[string]string{}
		for _, g := range known {
			origins[g.Origin] = g.Name
		}
		if hint := words.AgentHint(a.filter.Agents, origins); hint != "" {
			p.Note("note: %s", hint)
		}
		for _, key := range words.HintedKeys() {
			known, err := store.Values(ctx, key, "", maxHintValues)
			if err != nil {
				return err
			}
			if hint := words.Hint(key, filter.ValuesOf(a.filter, key), known); hint != "" {
				p.Note("note: %s", hint)
			}
		}
		if a.probesOmitted {
			p.Note("note: the console's own calls were left out; find them with --probes")
		}
		return nil
	}
	names, err := namesOf(ctx, store)
	if err != nil {
		return err
	}
	return print.Exchanges(p, list, names)
}

func (c *searchCmd) printSorted(ctx context.Context, p *stdio.Streams, store *recorder.Store, f wire.Filter, a query) error {
	o, err := wire.ParseOrder(c.Sort)
	if err != nil {
		return err
	}
	limit := c.Limit
	if limit <= 0 {
		limit = wire.MaxSorted
	}
	found, err := store.Sorted(ctx, f, o, 0, limit, nil)
	if err != nil {
		return err
	}
	if !found.Complete {
		p.Note("only the newest %d exchanges are sorted", found.Total)
	}
	return printFound(ctx, p, store, a, found.Exchanges)
}

// parseFilter parses a filter. Unless probes is set or the filter names origins, it leaves out the
// console's own calls; without is then true.
func parseFilter(ctx context.Context, store *recorder.Store, text string, probes bool) (f wire.Filter, without bool, err error) {
	if f, err = words.FilterVocabulary().Parse(text); err != nil {
		return f, false, pointAtError(text, err)
	}
	without = len(f.Origins) == 0 && !probes && !slices.Contains(f.ExcludedOrigins, wire.Console)
	if without {
		f.ExcludedOrigins = append(f.ExcludedOrigins, wire.Console)
	}
	if f.UsesCurrentSession() {
		now, is, err := store.Recording(ctx)
		if err != nil {
			return f, without, err
		}
		if !is {
			return f, without, errors.New("session:current: no session is being recorded; name one from \"sessions list\"")
		}
		f = f.InSession(now.ID)
	}
	return f, without, nil
}

const maxContext = 60

// pointAtError adds to a filter's error the text around its place, with a mark.
func pointAtError(text string, err error) error {
	var e *filter.Error
	if !errors.As(err, &e) {
		return err
	}
	before := []rune(text[:e.Offset])
	if cut := len(before) - maxContext; cut > 0 {
		before = append([]rune("…"), before[cut:]...)
	}
	return fmt.Errorf("%w; in %s ▸%s", err, string(before), clip.Runes(text[e.Offset:], maxContext))
}
