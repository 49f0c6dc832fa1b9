package replay

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ErrStopped is returned by Play when it stopped at a difference. Calling Play again continues after it.
var ErrStopped = errors.New("stopped at a difference")

// Replay runs a recording again. Play runs it; the other methods may be called at the same time.
type Replay struct {
	opts       Options
	client     *inspector.Client
	captures   *captureTransport
	steps      []*step
	card       *a2a.Card // the recorded cards' interfaces; nil if no card was recorded
	ids        *ids
	taskMakers map[string]string // recorded task → exchange that created it
	addresses  *addresses
	comparer   *diff.Comparer

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced at every change
	paused   bool
	stopped  bool
	nextStep int // first step that has not begun
	runs     []stepRun
	compared int // steps whose pairs are in the report
	pairs    []diff.Pair
	err      error // why comparing failed; it ends the replay

	compareMu  sync.Mutex // held while pairs are compared
	progressMu sync.Mutex // held while OnProgress is called
}

type stepRun struct {
	hasBegun, isOver bool
	events, updates  int
	pair             diff.Pair // OutcomeMissing until there is something to compare
	exchange         wire.Exchange
	body             diff.Memory // nil if there is nothing to compare
}

// New reads the recording and plans the steps, without sending anything.
func New(ctx context.Context, o Options) (*Replay, error) {
	o = o.withDefaults()
	steps, err := planSteps(ctx, o.Exchanges, o.Source)
	if err != nil {
		return nil, err
	}
	if o.Transport == nil {
		o.Transport = inspector.PlainTransport(nil)
	}
	o.Diff.WithoutSecrets = o.Diff.WithoutSecrets || slices.ContainsFunc(steps, lacksSecrets)
	c := &captureTransport{next: o.Transport}
	r := &Replay{
		opts: o, captures: c, steps: steps, ids: newIDs(), taskMakers: map[string]string{}, comparer: diff.New(o.Diff), addresses: newAddresses(o.Webhooks),
		client:  inspector.New(inspector.Options{Transport: c, Logger: o.Logger, LingerTimeout: o.LingerTimeout}),
		changed: make(chan struct{}), runs: make([]stepRun, len(steps)),
	}
	exchanges := make([]session.Exchange, len(steps))
	for i, s := range steps {
		exchanges[i] = s.sessionExchange()
		r.noteCard(s.card)
		s.Push = r.addresses.planText(s)
	}
	for _, l := range session.Lineages(exchanges) {
		if l.Opened >= 0 {
			r.taskMakers[l.Task] = steps[l.Opened].Exchange
		}
	}
	return r, nil
}

// noteCard adds the interfaces of a recorded card to r.card: an agent may have several cards, one per version.
func (r *Replay) noteCard(card *a2a.Card) {
	if card == nil {
		return
	}
	if r.card == nil {
		r.card = &a2a.Card{}
	}
	r.card.Interfaces = append(r.card.Interfaces, card.Interfaces...)
}

// Steps returns a copy of the plan.
func (r *Replay) Steps() []Step {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]Step, len(r.steps))
	for i, s := range r.steps {
		out[i] = s.Step
	}
	return out
}

// Report returns the comparison so far.
func (r *Replay) Report() *diff.Report {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := &diff.Report{Level: cmp.Or(r.opts.Diff.Level, diff.Meaning), Pairs: []diff.Pair{}, OtherCalls: r.opts.OtherCalls}
	for _, p := range r.pairs {
		out.Add(p)
	}
	return out
}

// Pause holds back the next step if paused is true, and otherwise releases it. Running steps continue, as do
// steps that belong inside them.
func (r *Replay) Pause(paused bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.paused = paused
	r.notify()
}

func (r *Replay) Paused() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.paused
}

// notify wakes all goroutines that wait for a change. The caller holds r.mu.
func (r *Replay) notify() {
	close(r.changed)
	r.changed = make(chan struct{})
}

func (r *Replay) report(p Progress) {
	if r.opts.OnProgress == nil {
		return
	}
	r.progressMu.Lock()
	defer r.progressMu.Unlock()
	r.opts.OnProgress(p)
}
