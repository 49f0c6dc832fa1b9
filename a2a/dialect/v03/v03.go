// Package v03 is version 0.3 of the protocol over JSON-RPC, and the JSON that it
// shares with 0.2: parts, messages, tasks and events told apart by kind.
//
// Codec is that JSON. Package v02 uses it, too; what the two versions do
// differently is in their tables of methods and errors, and in the few places
// where Codec asks for its edition. The other form of 0.3, ProtoJSON over
// HTTP+JSON and gRPC, is not here.
package v03

import "github.com/a2a-console/a2a-console/a2a"

// Dialect is version 0.3 over JSON-RPC. The zero value is ready.
type Dialect struct{ Codec }

var _ a2a.Dialect = Dialect{}

// Version is 0.3.
func (Dialect) Version() a2a.Version { return a2a.V03 }

type method struct {
	op   a2a.Operation
	name string
}

func methods() []method {
	return []method{
		{a2a.SendMessage, "message/send"},
		{a2a.SendStreamingMessage, "message/stream"},
		{a2a.GetTask, "tasks/get"},
		{a2a.CancelTask, "tasks/cancel"},
		{a2a.SubscribeToTask, "tasks/resubscribe"},
		{a2a.CreatePushConfig, "tasks/pushNotificationConfig/set"},
		{a2a.GetPushConfig, "tasks/pushNotificationConfig/get"},
		{a2a.ListPushConfigs, "tasks/pushNotificationConfig/list"},
		{a2a.DeletePushConfig, "tasks/pushNotificationConfig/delete"},
		{a2a.GetExtendedCard, "agent/getAuthenticatedExtendedCard"},
	}
}

// Method is the JSON-RPC method of an operation (0.3 §3.5.6, §7).
func (Dialect) Method(op a2a.Operation) (string, bool) {
	for _, m := range methods() {
		if m.op == op {
			return m.name, true
		}
	}
	return "", false
}

// Operation is the inverse of Method.
func (Dialect) Operation(name string) (a2a.Operation, bool) {
	for _, m := range methods() {
		if m.name == name {
			return m.op, true
		}
	}
	return "", false
}

// Operations are the operations with a method, in the specification's order.
func (Dialect) Operations() []a2a.Operation {
	var ops []a2a.Operation
	for _, m := range methods() {
		ops = append(ops, m.op)
	}
	return ops
}

// WellKnown are the card's paths (0.3 §5.3); the second is that of 0.2.
func (Dialect) WellKnown() []string {
	return []string{"/.well-known/agent-card.json", "/.well-known/agent.json"}
}

// Headers are none: before 1.0 there are no service parameters but extensions.
func (Dialect) Headers() map[string]string { return nil }

// ExtensionsHeader lists the extensions of a call, as the extensions
// themselves ask for it; the specification does not name it.
func (Dialect) ExtensionsHeader() string { return "X-A2A-Extensions" }
