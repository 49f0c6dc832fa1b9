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

// Defaults of Options.
const (
	DefaultTimeLimit = 30 * time.Second
	DefaultTimes     = 1
	DefaultSeed      = 1
)

// Limits on Options, for callers to check.
const (
	MaxTimes = 1000
	MaxTexts = 100
)

// ErrNoClient is returned by Converse if no conversation can take place.
var ErrNoClient = errors.New("there is no client")

// Preset is a named list of rules for a conversation.
type Preset struct {
	Name  string
	Rules []string
}

// Step describes one conversation.
type Step struct {
	Preset string `json:"preset"`
	Seed   int64  `json:"seed"`
	Number int    `json:"step"` // number within the run, from 1
	Text   string `json:"text"` // the first message, "" if the client chooses it
}

// Store reads the recorded exchanges; *recorder.Store implements it.
type Store interface {
	account.Store
	Passages(ctx context.Context, exchange string) ([]wire.Passage, error)
}

// Options configures a run.
type Options struct {
	Presets   []Preset
	Texts     []string // each begins a conversation
	Seed      int64    // of the first repetition; the others count up from it
	Times     int      // repetitions of each preset with each text
	TimeLimit time.Duration
	Store     Store
	Session   string // the session that records the conversations

	Dialect string // version of the client, "" if the client chooses it
	Binding string // likewise

	// ArmRules replaces the rules and resets their counts. Rules that name no seed use this one.
	ArmRules func(ctx context.Context, rules []string, seed int64) error
	// Await returns when the client has begun; TimeLimit starts then. With nil, Converse makes the client
	// begin.
	Await func(ctx context.Context, s Step)
	// Converse makes the client have a conversation. It returns when the client is done, or when ctx ends. An
	// error means that the conversation could not begin; the run continues unless it is ErrNoClient.
	Converse func(ctx context.Context, s Step) error
	// Cancel asks the agent to cancel a task that a conversation left open; may be nil.
	Cancel func(ctx context.Context, task string)
	// OnResult is called with each result; may be nil.
	OnResult func(Result)
}

// Result is the result of a conversation.
type Result struct {
	Step
	Dialect   string   `json:"dialect,omitempty"` // from Options
	Binding   string   `json:"binding,omitempty"`
	Verdict   Verdict  `json:"verdict"`
	Message   string   `json:"message"`   // what was observed, a sentence
	Exchanges []string `json:"exchanges"` // ids, oldest first
}

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

// Run runs the conversations one after the other, so that the same seed gives the same run. When ctx ends, it returns
// the results so far.
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
			return all, nil // stopped in the middle
		}
		if err != nil {
			return all, fmt.Errorf("conversation %d, %s: %w", s.Number, s.Preset, err)
		}
		all = append(all, r)
		o.OnResult(r)
	}
	return all, nil
}

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

func (o *Options) result(s Step, v Verdict, says string, list []wire.Exchange) Result {
	r := Result{Step: s, Dialect: o.Dialect, Binding: o.Binding, Verdict: v, Message: clip.Sentence(says)}
	for _, x := range list {
		r.Exchanges = append(r.Exchanges, x.ID)
	}
	return r
}

// converse runs a conversation. The result ended means that the time limit or a stop of the run ended it.
func (o *Options) converse(ctx context.Context, s Step) (ended bool, _ error) {
	limited, cancel := context.WithTimeout(ctx, o.TimeLimit)
	defer cancel()
	err := o.Converse(limited, s)
	return limited.Err() != nil, err
}

// cleanupTimeout limits the work that is left after the run was stopped.
const cleanupTimeout = 5 * time.Second

// cleanupContext returns a context for the work after a conversation, even if ctx has ended.
func cleanupContext(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
}

// cancelOpenTasks cancels tasks that a conversation left open: otherwise they would keep running, and an agent
// may have room for only a few.
func (o *Options) cancelOpenTasks(ctx context.Context, t conversation) {
	if o.Cancel == nil {
		return
	}
	for _, task := range t.openTasks() {
		o.Cancel(ctx, task)
	}
}

// waitForExchanges waits until all exchanges of a conversation have ended and returns them, oldest
// first, without fetches of the card and the console's own calls.
func waitForExchanges(ctx context.Context, since account.Window) (list []wire.Exchange, err error) {
	err = since.WaitUntil(ctx, func() (bool, error) {
		all, err := since.List(ctx)
		list = slices.DeleteFunc(all, func(x wire.Exchange) bool { return x.Labels.Op == "GetAgentCard" || !x.Origin.IsConversation() })
		return !account.IsOpen(list), err
	})
	return list, err
}
