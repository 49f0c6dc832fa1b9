package frame

import (
	"slices"
)

// Here is the tap that the bar shows: the one of the agent in scope, else the
// first of the developer's own agents, else the reference agent's. It is the
// place in f.Taps, -1 when there is none to show.
func (f Frame) Here() int {
	if i := slices.IndexFunc(f.Taps, func(t frameTap) bool { return t.Agent == f.Scope }); i >= 0 {
		return i
	}
	if len(f.Taps) == 0 || f.Scope != "" && f.Other != "" {
		return -1
	}
	return 0 // they are in the order of rank
}
