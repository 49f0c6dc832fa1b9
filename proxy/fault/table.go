package fault

import (
	"slices"
	"strings"
)

// Action is a row of the table of faults.
type Action struct {
	Name  string
	Does  string // a sentence
	Forms []Form
	On    On

	Whole bool // it changes what a frame says, and leaves pieces of a frame alone
	Waits bool // it may wait long, and has done something as soon as it begins

	parse func(s *scan) (Fault, error)
}

// Form is a way to write an action.
type Form struct{ Text, Help string }

// On says what an action can act on.
type On uint8

const (
	Requests  On = 1 << iota // requests
	Responses                // responses, and their frames
	Heads                    // heads of responses, before any frame
	Taps                     // the tap as a whole
)

// actions are all of them, in the order in which they are offered.
var actions = []Action{
	holdAction, delayAction, dropAction, duplicateAction, reorderAction, replaceAction, injectAction,
	cutAction, stallAction, throttleAction, corruptAction, answerAction, errorAction, slowHeadersAction,
	refuseAction, resetAction,
}

// Actions is the table of faults.
func Actions() []Action { return slices.Clone(actions) }

// ActionOf is the row of a fault.
func ActionOf(f Fault) Action {
	name, _, _ := strings.Cut(f.String(), " ")
	return *actionNamed(name)
}

// OnOf is what a fault acts on, which may be less than its action can.
func OnOf(f Fault) On {
	if c, ok := f.(Corrupt); ok && c.What == contentType {
		return Heads
	}
	return ActionOf(f).On
}

// actionNamed is nil where there is none.
func actionNamed(name string) *Action {
	i := slices.IndexFunc(actions, func(a Action) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return &actions[i]
}

func names() (all []string) {
	for _, a := range actions {
		all = append(all, a.Name)
	}
	return all
}
