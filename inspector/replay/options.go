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
	Transport http.RoundTripper // the tap; nil means a plain transport without recording
	Logger    *slog.Logger      // nil discards

	TargetSession string          // session to record into; "" is the current one
	Exchanges     []wire.Exchange // the recording, of one agent, in any order
	Source        diff.Source     // supplies the bodies of Exchanges
	OtherCalls    int             // calls of the recording to other agents, which are not replayed

	// Target returns where to call in a version and a binding; "" for either means the agent's first choice. It
	// returns an error if the agent has no such interface.
	Target func(ctx context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error)
	// Version is the version of all calls; "" means the recorded version of each call if the agent supports it,
	// otherwise the agent's own.
	Version a2a.Version

	// Webhooks, if not nil, replace the console's webhook addresses in the recording by new ones. Other webhook
	// addresses are registered as recorded.
	Webhooks Webhooks

	Diff             diff.Options
	StopAtDifference bool

	// Pace multiplies the recorded pauses between calls: 1 keeps them, 0 omits them.
	Pace float64
	// Timeout limits each call; 0 means 2 minutes, or three times the recorded duration if that is longer.
	Timeout time.Duration
	// PollTimeout limits how long a task is polled for its recorded state; 0 means 30 seconds, or three times the
	// recorded duration if that is longer.
	PollTimeout time.Duration
	// Patience is how long a call that was recorded during a stream waits without a new event for the stream to
	// reach the same point; 0 means 10 seconds.
	Patience time.Duration
	// LingerTimeout is how long a finished stream may stay open before the replay closes it; 0 means 5 seconds.
	LingerTimeout time.Duration

	// OnProgress, if not nil, is called with each step's progress, by one goroutine at a time.
	OnProgress func(Progress)
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Patience, o.LingerTimeout = cmp.Or(o.Patience, 10*time.Second), cmp.Or(o.LingerTimeout, 5*time.Second)
	return o
}

// Phase is the phase of a step.
type Phase string

const (
	Sending Phase = "sending" // a request is being sent; repeated for each poll
	Event   Phase = "event"   // an event arrived
	Done    Phase = "done"    // compared: Pair is set
)

// Progress reports a change of a step.
type Progress struct {
	Step     int // index in the plan
	Phase    Phase
	Exchange string // id of the new exchange
	Events   int    // of the new response so far
	Pair     *diff.Pair
}

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
