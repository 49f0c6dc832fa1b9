package replay

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Outline is what a replay of a recording makes, and what it leaves out.
type Outline struct {
	Calls    int
	Probes   int // the console's own
	Pushes   int // that the agent made
	Repeats  int // recorded by earlier replays
	Terminal int // made from the command line, beside those of others
	Again    int // polls and requests for cards that repeat another
	NotWhole int // of the calls, those that cannot be sent: their requests are not whole on record
}

// OutlineOf counts the calls of a recording. One without any has no calls and no error.
func OutlineOf(ctx context.Context, list []wire.Exchange, from diff.Source) (Outline, error) {
	var o Outline
	own, _ := wire.Originals(slices.Clone(list), true)
	o.Repeats = len(list) - len(own)
	own, o.Terminal = wire.Originals(own, false)
	for _, x := range own {
		switch x.Origin {
		case wire.Console:
			o.Probes++
		case wire.Push:
			o.Pushes++
		}
	}
	asked := len(own) - o.Probes - o.Pushes
	if asked == 0 {
		return o, nil
	}
	steps, err := plan(ctx, own, from)
	if err != nil {
		return o, err
	}
	o.Calls, o.Again = len(steps), asked-len(steps)
	for _, s := range steps {
		if s.Skip != "" {
			o.NotWhole++
		}
	}
	return o, nil
}
