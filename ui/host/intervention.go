package host

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// Rules are the rules in force at the taps of this process, in their order. They are kept
// with the session being recorded, and a new session begins with them. Errors about a text
// are *RuleError.
type Rules interface {
	Rules() []wire.Rule
	// RulesAbout are those of them that are on and name an agent.
	RulesAbout(agent string) []wire.Rule
	// AddRules puts rules in force, all of them or none. preset names the preset that they
	// are of, or is "".
	AddRules(ctx context.Context, texts []string, preset string) ([]wire.Rule, error)
	// ChangeRule gives a rule another text. Its counts begin anew.
	ChangeRule(ctx context.Context, id, text string) (wire.Rule, error)
	SwitchRule(ctx context.Context, id string, on bool) error
	// MoveRule puts a rule at an index.
	MoveRule(ctx context.Context, id string, to int) error
	RemoveRules(ctx context.Context, ids ...string) error
	// CheckRule says what is wrong with a text, nil for nothing. It returns the text as
	// rules are written.
	CheckRule(text string) (string, error)
	// RuleWords says in a sentence what a rule does, "" where the text is wrong.
	RuleWords(text string) string
	// CompleteRule suggests how to go on at a cursor, a number of bytes.
	CompleteRule(ctx context.Context, text string, cursor int) []filter.Suggestion
	Presets() []Preset
	// RulesOf are the rules that were in force in a session, as it keeps them.
	RulesOf(ctx context.Context, session string) ([]wire.Rule, error)
	// WatchRules returns a bell of capacity 1 that rings when a rule changes or fires.
	WatchRules() (bell <-chan struct{}, stop func())
}

// RuleError is what is wrong with the text of a rule.
type RuleError struct {
	Offset int // of the byte at which it went wrong, from 0
	Reason string
}

func (e *RuleError) Error() string { return e.Reason }

// Preset is a named list of rules.
type Preset struct {
	Name   string   // "lose-terminal-event"
	Title  string   // "Lose the terminal event"
	Does   string   // what happens on the wire, a sentence
	Expect string   // what a good client does, a sentence
	Rules  []string // their texts, in order
}

// HoldQueue is what waits for a decision: requests, responses and events that a rule holds.
type HoldQueue interface {
	Items() []wire.HeldItem // oldest first
	// HeldOf is what waits of a recorded exchange, oldest first.
	HeldOf(exchange string) []wire.HeldItem
	HeldItem(id string) (wire.HeldItem, bool)
	// Release lets an item go as r says; false when it is gone already.
	Release(id string, r wire.Release) bool
	// ReleaseAll lets everything go that is held, or of one exchange where that is not "".
	ReleaseAll(exchange string, how wire.PassageKind) int
	WatchHeld() (bell <-chan struct{}, stop func())
}
