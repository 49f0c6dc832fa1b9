// Package fault wraps an agent's http.Handler and adds members and states that no version has to
// its responses, to test how clients cope.
//
//	h := fault.Handler(agent, fault.Fault{Unknown: true})
//
// It edits the bytes of responses, in every version and binding, and leaves requests alone. Faults
// that rules can express belong in a tap instead.
package fault
