package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

type diffCmd struct {
	dbFlag
	A      string   `arg:"" complete:"files" name:"a" help:"The id of a session or an exchange, the name of a session, or a session file."`
	B      string   `arg:"" complete:"files" name:"b" help:"The recording to compare with the first, given in the same way."`
	Level  string   `enum:"structure,meaning,exact" default:"meaning" help:"How strictly to compare: by structure, by meaning or exactly."`
	Ignore []string `sep:"none" placeholder:"RULE" help:"Ignore differences at a path ($.task.metadata), of a type (type:timestamp) or in a pattern (/req-[0-9]+/); several are joined by spaces. Repeatable."`
}

func (diffCmd) Help() string {
	return `Exchanges are compared by meaning: ids, times, the way a text was cut
into chunks, and the protocol version do not count. Exchanges that replays
added to a session are left out, and so are the console's own calls. Exit
code: 0 without differences, 1 with differences.

Examples:

    a2a-console diff SESSION SESSION
    a2a-console diff EXCHANGE EXCHANGE --level exact
    a2a-console diff yesterday.jsonl SESSION
    a2a-console diff SESSION SESSION --ignore type:timestamp \
      --ignore '$.task.artifacts[*].parts[0].text'`
}

func (c *diffCmd) Run(ctx context.Context, p *stdio.Streams) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	same, err := c.compare(ctx, p, o)
	if err != nil {
		return err
	}
	if !same {
		return stdio.ExitFindings
	}
	return nil
}

func (c *diffCmd) options() (diff.Options, error) {
	level, err := diff.ParseLevel(c.Level)
	if err != nil {
		return diff.Options{}, err
	}
	rules, err := diff.ParseIgnoreRules(c.Ignore)
	return diff.Options{Level: level, Ignore: rules}, err
}

func (c *diffCmd) compare(ctx context.Context, p *stdio.Streams, o diff.Options) (same bool, err error) {
	a, err := c.open(ctx, p, c.A)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	b, err := c.open(ctx, p, c.B)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	out := print.NewDiffPrinter(p)
	if a.isExchange && b.isExchange {
		pair, err := diff.Exchanges(ctx, a.Source, a.Exchanges[0], b.Source, b.Exchanges[0], o)
		if err == nil {
			out.PrintPair(pair)
		}
		return pair.Outcome == diff.OutcomeSame, errors.Join(err, out.Err)
	}
	o.OnPair = out.PrintPair
	out.PrintSessions(a.name, b.name)
	report, err := diff.Sessions(ctx, a.Side, b.Side, o)
	if err != nil {
		return false, fmt.Errorf("compare %s with %s: %w", c.A, c.B, err)
	}
	out.PrintTotals(report)
	return report.Equal(), out.Err
}

type comparedSide struct {
	diff.Side
	isExchange bool   // it is one exchange, not a session
	name       string // of the session
	close      func() error
}

// looksLikeFile reports whether an argument can only be a file's name.
func looksLikeFile(arg string) bool {
	ext := filepath.Ext(arg)
	return ext == ".jsonl" || ext == ".har" || strings.ContainsRune(arg, filepath.Separator) && !strings.Contains(arg, "://")
}

// open opens what an argument names: a file, an exchange or a session. The caller must call close.
func (c *diffCmd) open(ctx context.Context, p *stdio.Streams, arg string) (comparedSide, error) {
	if _, err := os.Stat(arg); err != nil {
		if looksLikeFile(arg) {
			return comparedSide{}, fmt.Errorf("there is no file %s", arg)
		}
		store, err := c.openRead(p)
		if err != nil {
			return comparedSide{}, words.WithAdvice(err, arg+" is not a file either")
		}
		if found, err := console.Find(ctx, store, arg); err == nil && found.Exchange != nil {
			return comparedSide{diff.Side{Exchanges: []wire.Exchange{*found.Exchange}, Source: store}, true, "", store.Close}, nil
		} else if err != nil {
			return comparedSide{}, errors.Join(err, store.Close())
		}
		if err := store.Close(); err != nil {
			return comparedSide{}, err
		}
	}
	store, s, closing, err := console.OpenSession(ctx, p, c.DB, arg)
	if err != nil {
		return comparedSide{}, err
	}
	list, err := console.ListExchanges(ctx, store, wire.Filter{Session: s.ID, ExcludedOrigins: wire.NotConversation()})
	if err != nil {
		return comparedSide{}, errors.Join(err, closing())
	}
	return comparedSide{diff.Side{Exchanges: wire.FilterOriginals(list), Source: store}, false, cmp.Or(words.SessionName(s), arg), closing}, nil
}
