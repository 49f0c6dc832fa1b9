// Package v01 is version 0.1 of the protocol, from the drafts of April 2025 to
// the tag v0.1.0: JSON-RPC only, tasks named by the client, parts told apart by
// type, artifacts by index.
package v01

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// Dialect is version 0.1. The zero value is ready.
type Dialect struct{}

var _ a2a.Dialect = Dialect{}

const spec jsonio.Spec = "0.1"

var fault, warn, info, form = spec.Fault, spec.Warn, spec.Info, spec.Form

// Version is 0.1.
func (Dialect) Version() a2a.Version { return a2a.V01 }

func methods() jsonio.Methods {
	return jsonio.Methods{
		{Op: a2a.SendMessage, Name: "tasks/send"},
		{Op: a2a.SendStreamingMessage, Name: "tasks/sendSubscribe"},
		{Op: a2a.GetTask, Name: "tasks/get"},
		{Op: a2a.CancelTask, Name: "tasks/cancel"},
		{Op: a2a.SubscribeToTask, Name: "tasks/resubscribe"},
		{Op: a2a.CreatePushConfig, Name: "tasks/pushNotification/set"},
		{Op: a2a.GetPushConfig, Name: "tasks/pushNotification/get"},
	}
}

// Method is the JSON-RPC method of an operation (0.1 §7).
func (Dialect) Method(op a2a.Operation) (string, bool) { return methods().Name(op) }

// Operation is the inverse of Method.
func (Dialect) Operation(name string) (a2a.Operation, bool) { return methods().Operation(name) }

// Operations are the operations with a method, in the specification's order.
func (Dialect) Operations() []a2a.Operation { return methods().Operations() }

// WellKnown are the card's paths (0.1 §5.3); the second is Google's sample's.
func (Dialect) WellKnown() []string { return []string{"/.well-known/agent.json", "/agent-card"} }

// Headers are none: 0.1 has no service parameters.
func (Dialect) Headers() map[string]string { return nil }

func states() jsonio.States {
	return jsonio.States{
		{Word: "submitted", State: a2a.Submitted}, {Word: "working", State: a2a.Working}, {Word: "input-required", State: a2a.InputRequired},
		{Word: "completed", State: a2a.Completed}, {Word: "canceled", State: a2a.Canceled}, {Word: "failed", State: a2a.Failed}, {Word: "unknown", State: a2a.Unspecified},
	}
}

// ExtensionsHeader is none: 0.1 has no extensions.
func (Dialect) ExtensionsHeader() string { return "" }
