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

// What is not said otherwise.
const (
	DefaultRate    = 10  // calls in a second
	DefaultBudget  = 600 // calls
	DefaultTimeout = 30 * time.Second
)

// Client makes the calls; *inspector.Client is one.
type Client interface {
	Prepare(t inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error)
	Send(ctx context.Context, p inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error)
}

// Store is where the calls are recorded; a recorder's store is one.
type Store interface {
	Exchange(ctx context.Context, id string) (wire.Exchange, error)
	diff.Source
}

// Hook is a webhook for one registration. Came has the exchanges of its notifications.
type Hook struct {
	URL, Token string
	Deliveries <-chan string
}

// Progress is how far an examination is.
type Progress struct {
	Done, Planned int    // calls
	Interface     string // that is examined, "" for none in particular
	Probe         string
}

// Options say what is examined, and how.
type Options struct {
	Discovery *inspector.Discovery // of its cards
	Targets   []Target
	Skipped   []SkippedInterface // interfaces that are not examined
	Client    Client             // that signs in
	Anonymous Client             // the same without credentials; nil where none were given
	Store     Store              // nil: bindings and versions are not compared
	Hook      func() Hook        // nil: the agent cannot reach us

	Texts   []string      // messages to send in place of the examples of the card's skills
	Rate    float64       // calls in a second at most; 0 means DefaultRate
	Budget  int           // calls at most; 0 means DefaultBudget
	Timeout time.Duration // of a call; 0 means DefaultTimeout

	OnProgress func(Progress) // may be nil
}

// Target is an interface that is examined. Card is what declares it, nil for none.
type Target struct {
	inspector.Target
	Card *a2a.Card

	guessed bool // the card names no version, and may be of several
}

// Name is the interface as people say it: "A2A 1.0 JSON-RPC".
func (t Target) Name() string { return "A2A " + string(t.Version) + " " + t.Binding.Word() }

// SkippedInterface is an interface of the card that is not examined, and why.
type SkippedInterface struct{ Name, Reason string }

// maxInterfaces is how many kinds of interfaces of a card are looked at.
const maxInterfaces = 50

// OfferedTargets are the interfaces of the cards that were found, in the versions and bindings
// that are wanted, nil for all; and those that are left out for what they are.
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
				left = append(left, SkippedInterface{name, "the console does not speak it"})
			case err != nil:
				left = append(left, SkippedInterface{name, err.Error()})
			case !slices.ContainsFunc(out, func(o Target) bool { return o.Version == t.Version && o.Binding == t.Binding }):
				out = append(out, Target{t, card, versions == nil && isGuessed(card, f)})
			}
		}
	}
	return out, left
}

// isGuessed reports whether an interface is offered in a version because the card, which names
// none, may be of several.
func isGuessed(card *a2a.Card, f a2a.Interface) bool {
	return f.DeclaredVersion == "" && slices.ContainsFunc(card.Interfaces, func(o a2a.Interface) bool {
		return o.DeclaredVersion == "" && o.URL == f.URL && o.Binding == f.Binding && o.Version != f.Version
	})
}

// cards are those that were found, the main one first.
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

// isFirstOfVersion reports whether a target is the first of its version.
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
