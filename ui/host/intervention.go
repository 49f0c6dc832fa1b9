package host

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// Rules are the rules in force at the taps of this process, in order. They are stored with the
// current session, and a new session starts with them. Errors about a rule's text are *RuleError.
type Rules interface {
	Rules() []wire.Rule
	// RulesAbout returns the rules that are on and name an agent.
	RulesAbout(agent string) []wire.Rule
	// AddRules adds all of the rules or none. preset names the preset that they come from, or is
	// "".
	AddRules(ctx context.Context, texts []string, preset string) ([]wire.Rule, error)
	// ChangeRule replaces a rule's text and resets its counts.
	ChangeRule(ctx context.Context, id, text string) (wire.Rule, error)
	SwitchRule(ctx context.Context, id string, on bool) error
	// MoveRule moves a rule to index to.
	MoveRule(ctx context.Context, id string, to int) error
	RemoveRules(ctx context.Context, ids ...string) error
	// CheckRule parses a rule and returns it in canonical form.
	CheckRule(text string) (string, error)
	// RuleWords describes in a sentence what a rule does; it returns "" if the text is invalid.
	RuleWords(text string) string
	// CompleteRule suggests completions at cursor, a byte offset in text.
	CompleteRule(ctx context.Context, text string, cursor int) []filter.Suggestion
	Presets() []Preset
	// RulesOf returns the rules that were in force in a session, as stored with it.
	RulesOf(ctx context.Context, session string) ([]wire.Rule, error)
	// WatchRules returns a channel of capacity 1 that receives when a rule changes or fires.
	WatchRules() (bell <-chan struct{}, stop func())
}

// RuleError describes an error in the text of a rule.
type RuleError struct {
	Offset int // of the byte where parsing failed, from 0
	Reason string
}

func (e *RuleError) Error() string { return e.Reason }

// Preset is a named list of rules.
type Preset struct {
	Name   string   // "lose-terminal-event"
	Title  string   // "Lose the terminal event"
	Does   string   // a sentence: what happens on the wire
	Expect string   // a sentence: what a good client does
	Rules  []string // their texts, in order
}

// HoldQueue holds requests, responses and events until somebody decides about them.
type HoldQueue interface {
	Items() []wire.HeldItem // oldest first
	// HeldOf returns the held items of an exchange, oldest first.
	HeldOf(exchange string) []wire.HeldItem
	HeldItem(id string) (wire.HeldItem, bool)
	// Release lets an item go as r says. It returns false if the item is no longer held.
	Release(id string, r wire.Release) bool
	// ReleaseAll releases all held items of an exchange ("": of all exchanges).
	ReleaseAll(exchange string, how wire.PassageKind) int
	WatchHeld() (bell <-chan struct{}, stop func())
}
