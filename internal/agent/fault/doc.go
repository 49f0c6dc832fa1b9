// Package fault stands before an agent and puts into its answers what clients have to
// bear: members and states that no version has.
//
//	h := fault.Handler(agent, fault.Fault{Unknown: true})
//
// It works on the bytes of answers, in every version and binding, and changes nothing of
// what clients send. What rules can do, a tap does.
package fault
