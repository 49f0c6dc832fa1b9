package replay

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options configures a Replay.
type Options struct {
	Transport http.RoundTripper // the tap; nil means a plain transport and no record
	Logger    *slog.Logger      // nil discards

	TargetSession string          // session of this run to record into; "" is the current one
	Exchanges     []wire.Exchange // the recording, of one agent; in any order
	Source        diff.Source     // its bodies
	OtherCalls    int             // calls of the recording that are not run, since they went to other agents

	// Target is where to call in a version and a binding: "" for either is the
	// agent's first choice. An error means that the agent has no such interface.
	Target func(ctx context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error)
	// Version is spoken throughout; "" means the recorded one of each call
	// where the agent has it, else the agent's own.
	Version a2a.Version

	// Webhooks, when not nil, receive what the agent pushes where it was pushed to the
	// console on record. Addresses that are not theirs are registered as recorded.
	Webhooks Webhooks

	Diff             diff.Options
	StopAtDifference bool

	// Pace multiplies the recorded pauses between calls: 1 keeps them, 0 leaves
	// them out.
	Pace float64
	// Timeout bounds each call; 0 means 2 minutes, or three times what it took
	// on record if that is longer.
	Timeout time.Duration
	// PollTimeout bounds how long a task is polled for the state it had on record; 0
	// means 30 seconds, or three times what it took on record.
	PollTimeout time.Duration
	// Patience is how long a call that came while a stream ran waits for the
	// stream to get there; 0 means 10 seconds.
	Patience time.Duration
	// LingerTimeout ends a stream that is over but stays open; 0 means 5 seconds.
	LingerTimeout time.Duration

	// OnProgress, when not nil, is called with what happens, from one goroutine at a time.
	OnProgress func(Progress)
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Patience, o.LingerTimeout = cmp.Or(o.Patience, 10*time.Second), cmp.Or(o.LingerTimeout, 5*time.Second)
	return o
}

// Phase is how far a step is.
type Phase string

const (
	Sending Phase = "sending" // a request goes out; again for every poll
	Event   Phase = "event"   // the agent said something
	Done    Phase = "done"    // compared: Pair is set
)

// Progress is a piece of news of a Replay.
type Progress struct {
	Step     int // index in the plan
	Phase    Phase
	Exchange string // id of the new exchange
	Events   int    // of the new response so far
	Pair     *diff.Pair
}

// timeout is how long a step's call may take.
func (o Options) timeout(s *step) time.Duration {
	if o.Timeout > 0 {
		return o.Timeout
	}
	return max(2*time.Minute, 3*s.original.Duration(s.original.Started))
}

func (o Options) pollTimeout(s *step) time.Duration {
	if o.PollTimeout > 0 {
		return o.PollTimeout
	}
	return max(30*time.Second, 3*s.pollTime)
}
