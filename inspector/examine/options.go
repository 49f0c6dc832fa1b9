package examine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Defaults of Options.
const (
	DefaultRate    = 10  // calls per second
	DefaultBudget  = 600 // calls
	DefaultTimeout = 30 * time.Second
)

// Client makes the calls; *inspector.Client implements it.
type Client interface {
	Prepare(t inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error)
	Send(ctx context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error)
}

// Store reads the recorded calls; *recorder.Store implements it.
type Store interface {
	Exchange(ctx context.Context, id string) (wire.Exchange, error)
	diff.Source
}

// Hook is a webhook for one registration. Deliveries yields the exchange ids of its notifications.
type Hook struct {
	URL, Token string
	Deliveries <-chan string
}

// Progress says how far an examination has got.
type Progress struct {
	Done, Planned int    // calls
	Interface     string // the one being examined, "" for none in particular
	Probe         string
}

// Options says what to examine, and how.
type Options struct {
	Discovery *inspector.Discovery // nil: there is no card
	Targets   []Target
	Skipped   []SkippedInterface      // interfaces of the card that are not examined
	Client    Client                  // sends credentials
	Anonymous Client                  // like Client, without credentials; nil if none were given
	Store     Store                   // nil: interfaces are not compared
	Hook      func(agent string) Hook // makes one for the agent at an origin; nil: the agent cannot reach the console

	Texts   []string      // messages to send instead of the examples of the card's skills
	Rate    float64       // maximum calls per second; 0 means DefaultRate
	Budget  int           // maximum number of calls; 0 means DefaultBudget
	Timeout time.Duration // per call; 0 means DefaultTimeout

	OnProgress func(Progress) // may be nil
}

// Target is an interface to examine, with the card that declares it, if any.
type Target struct {
	inspector.Target
	Card *a2a.Card

	guessed bool // the card names no version, and others are possible
}

// Name returns the interface's name for people: "A2A 1.0 JSON-RPC".
func (t Target) Name() string { return "A2A " + string(t.Version) + " " + t.Binding.Word() }

// SkippedInterface is an interface of the card that is not examined, and why.
type SkippedInterface struct{ Name, Reason string }

// maxInterfaces limits how many combinations of version and binding of a card are considered.
const maxInterfaces = 50

// OfferedTargets returns the interfaces of the discovered cards in the given versions and bindings (nil means all),
// and in left the ones that cannot be examined.
func OfferedTargets(d *inspector.Discovery, versions []a2a.Version, bindings []a2a.Binding) (out []Target, left []SkippedInterface) {
	type kind struct {
		version a2a.Version
		binding a2a.Binding
	}
	tried := map[kind]bool{}
	for _, card := range cards(d) {
		for _, f := range card.Interfaces {
			if versions != nil && !slices.Contains(versions, f.Version) || bindings != nil && !slices.Contains(bindings, f.Binding) {
				continue
			}
			if tried[kind{f.Version, f.Binding}] || len(tried) == maxInterfaces {
				continue
			}
			tried[kind{f.Version, f.Binding}] = true
			t, err := d.Choose(f.Version, f.Binding)
			name := inspector.OfferName(f)
			switch {
			case f.Binding == "" || err != nil && f.Version != "":
				left = append(left, SkippedInterface{name, "the console does not support it"})
			case err != nil:
				left = append(left, SkippedInterface{name, err.Error()})
			case !slices.ContainsFunc(out, func(o Target) bool { return o.Version == t.Version && o.Binding == t.Binding }):
				out = append(out, Target{t, card, versions == nil && isGuessed(card, f)})
			}
		}
	}
	return out, left
}

// isGuessed reports whether the card names no version for the interface, and its version is one of several
// possible ones.
func isGuessed(card *a2a.Card, f a2a.Interface) bool {
	return f.DeclaredVersion == "" && slices.ContainsFunc(card.Interfaces, func(o a2a.Interface) bool {
		return o.DeclaredVersion == "" && o.URL == f.URL && o.Binding == f.Binding && o.Version != f.Version
	})
}

// cards returns the discovered cards, the main one first.
func cards(d *inspector.Discovery) []*a2a.Card {
	if d == nil || d.Card == nil {
		return nil
	}
	out := []*a2a.Card{d.Card}
	for i := range d.OtherCards {
		out = append(out, d.OtherCards[i].Card)
	}
	return out
}

func (o *Options) isFirstOfVersion(n int) bool {
	return !slices.ContainsFunc(o.Targets[:n], func(t Target) bool { return t.Version == o.Targets[n].Version })
}

func (o Options) withDefaults() Options {
	if o.Rate <= 0 {
		o.Rate = DefaultRate
	}
	o.Budget = cmp.Or(o.Budget, DefaultBudget)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	if o.OnProgress == nil {
		o.OnProgress = func(Progress) {}
	}
	return o
}
