package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/a2a-console/a2a-console/wire"
)

// gapKeeper is a record that knows what of a session is not on it.
type gapKeeper interface {
	Gaps(ctx context.Context, session string) ([]wire.Gap, error)
}

// allGaps are the gaps of a session: of exchanges missing whole, then those within
// the exchanges shown, in their order.
func allGaps(ctx context.Context, store any, session string, list []wire.Exchange) ([]wire.Gap, error) {
	var out []wire.Gap
	if k, ok := store.(gapKeeper); ok {
		all, err := k.Gaps(ctx, session)
		if err != nil {
			return nil, err
		}
		for _, g := range all {
			if g.Exchange == "" {
				out = append(out, g)
			}
		}
	}
	for _, x := range list {
		out = append(out, x.Gaps...)
	}
	return out, nil
}

// printGaps prints a line per gap, below what it is about.
func printGaps(p *program, gaps []wire.Gap) {
	if len(gaps) > 0 {
		fmt.Fprintln(p.stdout)
	}
	for _, g := range gaps {
		fmt.Fprintln(p.stdout, oneLine(gapWords(g)))
	}
}

// gapWords says what is not on record, when it was lost, and why.
func gapWords(g wire.Gap) string {
	text := "not on record: "
	switch {
	case g.Exchange == "" && g.Exchanges > 0:
		text += plural(g.Exchanges, "exchange")
	case g.Bytes > 0:
		text += fmt.Sprintf("%s of the %s of %s, from byte %d on", humanize.IBytes(uint64(g.Bytes)), sideWords(g.Side), g.Exchange, g.Offset)
	default:
		text += "something of " + g.Exchange
	}
	if !g.From.IsZero() {
		text += ", " + g.From.Local().Format("15:04:05")
		if to := g.To.Local().Format("15:04:05"); g.To.Sub(g.From) >= time.Second {
			text += " to " + to
		}
	}
	return text + ": " + whyWords(g)
}
