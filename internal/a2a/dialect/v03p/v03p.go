// Package v03p is version 0.3 of the protocol as its HTTP+JSON and gRPC bindings
// speak it: ProtoJSON of package a2a.v1, which is another JSON than that of
// JSON-RPC. A message has its parts in content, roles and states are enums in
// capitals, results and events stand in a member that names them, and tasks and
// push configs go by resource names.
//
// Files' names and parts' metadata are in no 0.3.0 document, but in the proto
// that SDKs share; they are read and written.
package v03p

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	v03 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// Dialect is version 0.3 in ProtoJSON. Its errors, headers, well-known paths and
// the bodies of push notifications are those of 0.3 everywhere. The zero value
// is ready.
type Dialect struct{ v03.Dialect }

var _ a2a.Dialect = Dialect{}

const spec = "0.3"

// proto is what rules refer to, with a proto message in place of a section, "" where
// the codec says which.
const proto = jsonio.Spec(spec + " a2a.proto")

var fault, warn, info = proto.Fault, proto.Warn, proto.Info

// form is the rule for a member of the wrong JSON type.
func form(message string) jsonio.Rule { return fault("REST-12/type", message) }

func methods() jsonio.Methods {
	return jsonio.Methods{
		{Op: a2a.SendMessage, Name: "SendMessage"},
		{Op: a2a.SendStreamingMessage, Name: "SendStreamingMessage"},
		{Op: a2a.GetTask, Name: "GetTask"},
		{Op: a2a.CancelTask, Name: "CancelTask"},
		{Op: a2a.SubscribeToTask, Name: "TaskSubscription"},
		{Op: a2a.CreatePushConfig, Name: "CreateTaskPushNotificationConfig"},
		{Op: a2a.GetPushConfig, Name: "GetTaskPushNotificationConfig"},
		{Op: a2a.ListPushConfigs, Name: "ListTaskPushNotificationConfig"},
		{Op: a2a.DeletePushConfig, Name: "DeleteTaskPushNotificationConfig"},
		{Op: a2a.GetExtendedCard, Name: "GetAgentCard"},
	}
}

// Method is the gRPC method of an operation. ListTasks has none: 0.3 has it as
// an HTTP path only (§3.5.6).
func (Dialect) Method(op a2a.Operation) (string, bool) { return methods().Name(op) }

// Operation is the inverse of Method. The names that previews of the proto had
// until 0.2.4 count.
func (Dialect) Operation(name string) (a2a.Operation, bool) {
	if op, ok := methods().Operation(name); ok {
		return op, true
	}
	return methods().Operation(name + "Config")
}

// Operations are the operations with a method, in the proto's order.
func (Dialect) Operations() []a2a.Operation { return methods().Operations() }
