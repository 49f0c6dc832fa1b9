package chaos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector/account"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// What is not said otherwise.
const (
	DefaultTimeLimit = 30 * time.Second
	DefaultTimes     = 1
	DefaultSeed      = 1
)

// Bounds on a run.
const (
	MaxTimes = 1000
	MaxTexts = 100
)

// ErrNoClient is an error of Converse that all conversations would have.
var ErrNoClient = errors.New("there is no client")

// Preset is a list of rules under which conversations are held.
type Preset struct {
	Name  string
	Rules []string
}

// Step is one conversation that a client is to hold.
type Step struct {
	Preset string `json:"preset"`
	Seed   int64  `json:"seed"`
	Number int    `json:"step"` // which conversation of the run it is, from 1
	Text   string `json:"text"` // the message that begins it, "" where that is the client's matter
}

// Store is where the exchanges are; a recorder's store is one.
type Store interface {
	account.Store
	Passages(ctx context.Context, exchange string) ([]wire.Passage, error)
}

// Options say what is run.
type Options struct {
	Presets   []Preset
	Texts     []string // messages; each begins a conversation
	Seed      int64    // of the first time; the others count on from it
	Times     int      // how often each preset is run with each text
	TimeLimit time.Duration
	Store     Store
	Session   string // that the conversations are recorded into

	Dialect string // version that the client speaks, "" where that is its own matter
	Binding string // likewise

	// ArmRules puts rules in force in place of those that are, with their counts at zero. What
	// draws by no seed of its own draws by this one.
	ArmRules func(ctx context.Context, rules []string, seed int64) error
	// Await returns when the client began, from when Limit counts; nil: it begins when it is
	// asked to.
	Await func(ctx context.Context, s Step)
	// Converse has the client hold a conversation, and returns when it is done with it or
	// when ctx ends. An error means that it could not begin; the other conversations are
	// held, but for ErrNoClient, which ends the run.
	Converse func(ctx context.Context, s Step) error
	// Cancel has the agent cancel a task that a conversation left open; nil: nothing has.
	Cancel func(ctx context.Context, task string)
	// OnResult is told of each conversation that is over; nil: nobody is.
	OnResult func(Result)
}

// Result is how a conversation went.
type Result struct {
	Step
	Dialect   string   `json:"dialect,omitempty"` // as in Options
	Binding   string   `json:"binding,omitempty"`
	Verdict   Verdict  `json:"verdict"`
	Message   string   `json:"message"`   // what was seen, a sentence
	Exchanges []string `json:"exchanges"` // ids, oldest first
}

// Plan lists the steps of a run in their order.
func (o *Options) Plan() []Step {
	var all []Step
	for _, p := range o.Presets {
		for i := range max(o.Times, 1) {
			for _, text := range o.Texts {
				all = append(all, Step{Preset: p.Name, Seed: cmp.Or(o.Seed, DefaultSeed) + int64(i), Number: len(all) + 1, Text: text})
			}
		}
	}
	return all
}

// Run holds the conversations one after the other, so that the same seed gives the same
// run. It ends early when ctx does, with the results so far.
func Run(ctx context.Context, o Options) ([]Result, error) {
	o.TimeLimit = cmp.Or(o.TimeLimit, DefaultTimeLimit)
	if o.OnResult == nil {
		o.OnResult = func(Result) {}
	}
	var all []Result
	for _, s := range o.Plan() {
		if ctx.Err() != nil {
			return all, nil
		}
		r, err := o.step(ctx, s)
		if ctx.Err() != nil {
			return all, nil // it was stopped in its midst
		}
		if err != nil {
			return all, fmt.Errorf("conversation %d, %s: %w", s.Number, s.Preset, err)
		}
		all = append(all, r)
		o.OnResult(r)
	}
	return all, nil
}

// step holds one conversation and judges it.
func (o *Options) step(ctx context.Context, s Step) (Result, error) {
	i := slices.IndexFunc(o.Presets, func(p Preset) bool { return p.Name == s.Preset })
	if err := o.ArmRules(ctx, o.Presets[i].Rules, s.Seed); err != nil {
		return Result{}, err
	}
	since, err := account.NewWindow(ctx, o.Store, o.Session)
	if err != nil {
		return Result{}, err
	}
	if o.Await != nil {
		o.Await(ctx, s)
	}
	ended, err := o.converse(ctx, s)
	if err != nil && !ended {
		if errors.Is(err, ErrNoClient) {
			return Result{}, err
		}
		return o.result(s, NotStarted, "the conversation could not begin: "+err.Error(), nil), nil
	}
	hung := ended && ctx.Err() == nil
	ctx, done := cleanupContext(ctx)
	defer done()
	list, err := waitForExchanges(ctx, since)
	if err != nil {
		return Result{}, err
	}
	t, err := readConversation(ctx, o.Store, list)
	if err != nil {
		return Result{}, err
	}
	o.cancelOpenTasks(ctx, t)
	v, says := t.judge(hung, o.TimeLimit)
	unseen, err := since.ExplainMissing(ctx)
	if unseen != "" {
		v, says = Unrecorded, unseen
	}
	return o.result(s, v, says, list), err
}

// result is how a conversation went, in a sentence.
func (o *Options) result(s Step, v Verdict, says string, list []wire.Exchange) Result {
	r := Result{Step: s, Dialect: o.Dialect, Binding: o.Binding, Verdict: v, Message: clip.Sentence(says)}
	for _, x := range list {
		r.Exchanges = append(r.Exchanges, x.ID)
	}
	return r
}

// converse holds a conversation, and reports whether it was ended: by the limit, or because
// the run is stopped.
func (o *Options) converse(ctx context.Context, s Step) (ended bool, _ error) {
	limited, cancel := context.WithTimeout(ctx, o.TimeLimit)
	defer cancel()
	err := o.Converse(limited, s)
	return limited.Err() != nil, err
}

// cleanupTimeout is how long is taken at most for what is left to do once the run is stopped.
const cleanupTimeout = 5 * time.Second

// cleanupContext is the context of what is left to do of a conversation, also when ctx ended.
func cleanupContext(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
}

// cancelOpenTasks has the tasks cancelled that a conversation left open: they would run on, and an
// agent may have room for few.
func (o *Options) cancelOpenTasks(ctx context.Context, t conversation) {
	if o.Cancel == nil {
		return
	}
	for _, task := range t.openTasks() {
		o.Cancel(ctx, task)
	}
}

// waitForExchanges is the exchanges of a conversation once all of them ended, oldest first, without
// fetches of the card.
func waitForExchanges(ctx context.Context, since account.Window) (list []wire.Exchange, err error) {
	err = since.WaitUntil(ctx, func() (bool, error) {
		all, err := since.List(ctx)
		list = slices.DeleteFunc(all, func(x wire.Exchange) bool { return x.Labels.Op == "GetAgentCard" || x.Origin == wire.Console })
		return !account.IsOpen(list), err
	})
	return list, err
}
