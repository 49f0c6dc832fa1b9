// Package v03 is version 0.3 of the protocol over JSON-RPC, and the JSON that it
// shares with 0.2: parts, messages, tasks and events told apart by kind.
//
// Codec is that JSON. Package v02 uses it, too; what the two versions do
// differently is in their tables of methods and errors, and in the few places
// where Codec asks for its edition. The other form of 0.3, ProtoJSON over
// HTTP+JSON and gRPC, is not here.
package v03

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// Dialect is version 0.3 over JSON-RPC. The zero value is ready.
type Dialect struct{ Codec }

var _ a2a.Dialect = Dialect{}

// Version is 0.3.
func (Dialect) Version() a2a.Version { return a2a.V03 }

func methods() jsonio.Methods {
	return jsonio.Methods{
		{Op: a2a.SendMessage, Name: "message/send"},
		{Op: a2a.SendStreamingMessage, Name: "message/stream"},
		{Op: a2a.GetTask, Name: "tasks/get"},
		{Op: a2a.CancelTask, Name: "tasks/cancel"},
		{Op: a2a.SubscribeToTask, Name: "tasks/resubscribe"},
		{Op: a2a.CreatePushConfig, Name: "tasks/pushNotificationConfig/set"},
		{Op: a2a.GetPushConfig, Name: "tasks/pushNotificationConfig/get"},
		{Op: a2a.ListPushConfigs, Name: "tasks/pushNotificationConfig/list"},
		{Op: a2a.DeletePushConfig, Name: "tasks/pushNotificationConfig/delete"},
		{Op: a2a.GetExtendedCard, Name: "agent/getAuthenticatedExtendedCard"},
	}
}

// Method is the JSON-RPC method of an operation (0.3 §3.5.6, §7).
func (Dialect) Method(op a2a.Operation) (string, bool) { return methods().Name(op) }

// Operation is the inverse of Method.
func (Dialect) Operation(name string) (a2a.Operation, bool) { return methods().Operation(name) }

// Operations are the operations with a method, in the specification's order.
func (Dialect) Operations() []a2a.Operation { return methods().Operations() }

// WellKnown are the card's paths (0.3 §5.3); the second is that of 0.2.
func (Dialect) WellKnown() []string {
	return []string{"/.well-known/agent-card.json", "/.well-known/agent.json"}
}

// Headers are none: before 1.0 there are no service parameters but extensions.
func (Dialect) Headers() map[string]string { return nil }

// ExtensionsHeader lists the extensions of a call, as the extensions
// themselves ask for it; the specification does not name it.
func (Dialect) ExtensionsHeader() string { return "X-A2A-Extensions" }
