package replay

import (
	"context"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/inspector/replay"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// outlinedRows is how many exchanges of a session are read to say what a replay makes.
const outlinedRows = 3000

// outline is what a replay makes of the calls to an agent.
type outline struct {
	replay.Outline
	Origin string
	Began  time.Time     // of the first exchange with the agent
	Took   time.Duration // all its calls together, as they were recorded
}

// outlines tell of each agent what a replay makes; none where the session is too long to
// be read for it.
func (s *Screen) outlines(ctx context.Context, f replayForm) (out []outline) {
	if f.Session.Exchanges > outlinedRows {
		return nil
	}
	xs, err := s.Library.Exchanges(ctx, wire.Filter{Session: f.Session.ID}, wire.Page{Limit: outlinedRows})
	if err != nil {
		return nil
	}
	for _, origin := range f.Recorded {
		o := outline{Origin: origin}
		var of []wire.Exchange
		for _, x := range xs { // newest first
			if x.Agent == origin {
				of, o.Began = append(of, x), x.Started
				if x.Origin != wire.Console && x.Origin != wire.Push && x.Origin != wire.Replay && x.Ended.After(x.Started) {
					o.Took += x.Ended.Sub(x.Started)
				}
			}
		}
		if o.Outline, err = replay.OutlineOf(ctx, of, s.Library); err == nil && o.Calls > 0 {
			out = append(out, o)
		}
	}
	return out
}

// ofAgent are the attributes of what is shown while an agent's calls are chosen: with
// one agent, always.
func ofAgent(f replayForm, origin string) templ.Attributes {
	if len(f.Recorded) < 2 {
		return nil
	}
	return templ.Attributes{"data-of": origin, "hidden": origin != f.Recorded[0]}
}

// leftOut says what of the session is not made again, and why; "" for nothing.
func (o outline) leftOut() string {
	var all []string
	add := func(n int, one string, why string) {
		if n > 0 {
			all = append(all, part.Plural(n, one)+why)
		}
	}
	add(o.Again, "repeated request", " for a card or a task: each is made once")
	add(o.Probes, "request", " of the console's own")
	add(o.Pushes, "push notification", ": the agent makes those")
	add(o.Repeats, "call", " that an earlier replay made")
	add(o.Terminal, "call", " from the command line")
	if len(all) == 0 {
		return ""
	}
	return "Left out: " + strings.Join(all, "; ") + "."
}

// notSent says which of the calls cannot be sent, "" where all can.
func (o outline) notSent() string {
	if o.NotWhole == 0 {
		return ""
	}
	return part.Plural(o.NotWhole, "call") + " cannot be sent: not all of the request is on record."
}
