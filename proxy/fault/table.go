package fault

import (
	"slices"
	"strings"
)

// Action is a row in the table of actions.
type Action struct {
	Name    string
	Summary string // what it does, for people
	Forms   []Form
	Targets Target

	NeedsWholeFrame bool // it changes what a frame says, and skips incomplete frames
	CanWait         bool // it may wait for long, and counts as fired when it begins

	parse func(s *scanner) (Fault, error)
}

// Form is one way to write an action.
type Form struct{ Text, Help string }

// Target says what an action can act on.
type Target uint8

const (
	Requests  Target = 1 << iota
	Responses        // responses, and their frames
	Heads            // heads of responses, before any frame
	Taps             // the tap as a whole
)

// actions are all actions, in the order in which completion offers them.
var actions = []Action{
	holdAction, delayAction, dropAction, duplicateAction, reorderAction, replaceAction, injectAction,
	cutAction, stallAction, throttleAction, corruptAction, answerAction, errorAction, slowHeadersAction,
	refuseAction, resetAction,
}

// Actions returns the table of actions.
func Actions() []Action { return slices.Clone(actions) }

// ActionOf returns the action of a fault.
func ActionOf(f Fault) Action {
	name, _, _ := strings.Cut(f.String(), " ")
	return *findAction(name)
}

// TargetsOf returns what a fault acts on, which may be less than its action can act on.
func TargetsOf(f Fault) Target {
	if c, ok := f.(Corrupt); ok && c.Part == contentType {
		return Heads
	}
	return ActionOf(f).Targets
}

// findAction returns the action with a name, nil if there is none.
func findAction(name string) *Action {
	i := slices.IndexFunc(actions, func(a Action) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &actions[i]
}

func actionNames() (all []string) {
	for _, a := range actions {
		all = append(all, a.Name)
	}
	return all
}
