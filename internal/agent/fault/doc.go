// Package fault stands before an agent and does to its answers what clients have to
// bear: answers that come late, streams that are cut, members that no version has.
//
//	h := fault.Handler(agent, fault.Fault{Cut: 3})
//
// It works on the bytes of answers, in every version and binding, and changes nothing of
// what clients send.
package fault
