// Package fault stands before an agent and does to its answers what clients have to
// bear: members and states that no version has, and whatever rules do.
//
//	h := fault.Handler(agent, fault.Fault{Unknown: true})
//	h = fault.Intervene(h, rules, func() string { return url })
//
// Intervene does what a tap does for the same Intervener, with what is asked, too.
//
// It works on the bytes of answers, in every version and binding, and Handler changes
// nothing of what clients send.
package fault
