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

// gapsOf are the gaps of a session: of exchanges missing whole, then those within
// the exchanges shown, in their order.
func gapsOf(ctx context.Context, store any, session string, list []wire.Exchange) ([]wire.Gap, error) {
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

// showGaps prints a line per gap, below what it is about.
func showGaps(p *program, gaps []wire.Gap) {
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
		text += fmt.Sprintf("%s of the %s of %s, from byte %d on", humanize.IBytes(uint64(g.Bytes)), sideWord(g.Side), g.Exchange, g.Offset)
	default:
		text += "something of " + g.Exchange
	}
	if !g.From.IsZero() {
		text += ", " + g.From.Local().Format("15:04:05")
		if to := g.To.Local().Format("15:04:05"); g.To.Sub(g.From) >= time.Second {
			text += " to " + to
		}
	}
	text += ": " + whyWords(g.Why)
	if g.Problem != "" {
		text += " (" + g.Problem + ")"
	}
	return text
}

func sideWord(s wire.Side) string {
	if s == wire.Request {
		return "request"
	}
	return "response"
}

// whyWords is the reason of a gap, for people.
func whyWords(why string) string {
	switch why {
	case wire.WhyDiskFull:
		return "the disk was full"
	case wire.WhyLimit:
		return "over the limit of what is kept of one body"
	case wire.WhyFailed:
		return "the record could not be written"
	case wire.WhyPaused:
		return "recording was paused"
	case wire.WhyDamaged:
		return "the file it was read from is damaged"
	}
	return why
}
