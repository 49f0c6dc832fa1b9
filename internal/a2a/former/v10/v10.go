// Package v10 is version 1.0 of the protocol (A2A 1.0.1): names, codes and
// shapes as ProtoJSON of package lf.a2a.v1 has them.
package v10

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// Dialect is version 1.0. The zero value is ready.
type Dialect struct{}

var _ a2a.Dialect = Dialect{}

const spec jsonio.Spec = "1.0"

var fault, warn, info, form = spec.Fault, spec.Warn, spec.Info, spec.Form

// Version is 1.0.
func (Dialect) Version() a2a.Version { return a2a.V10 }

// Method is the JSON-RPC method of an operation (1.0 §5.3, §9.4): the same name.
func (d Dialect) Method(op a2a.Operation) (string, bool) {
	if !slices.Contains(d.Operations(), op) {
		return "", false
	}
	return string(op), true
}

// Operation is the inverse of Method. 1.0.0-rc's singular list name counts.
func (d Dialect) Operation(method string) (a2a.Operation, bool) {
	if method == "ListTaskPushNotificationConfig" {
		return a2a.ListPushConfigs, true
	}
	op := a2a.Operation(method)
	if !slices.Contains(d.Operations(), op) {
		return "", false
	}
	return op, true
}

// Operations are the operations with a method, in the specification's order.
func (Dialect) Operations() []a2a.Operation {
	return []a2a.Operation{
		a2a.SendMessage, a2a.SendStreamingMessage, a2a.GetTask, a2a.ListTasks, a2a.CancelTask, a2a.SubscribeToTask,
		a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig, a2a.GetExtendedCard,
	}
}

// WellKnown are the card's paths (1.0 §8.2).
func (Dialect) WellKnown() []string {
	return []string{"/.well-known/agent-card.json", "/.well-known/agent.json"}
}

// Headers are the service parameters of a request (1.0 §3.6.1).
func (Dialect) Headers() map[string]string { return map[string]string{"A2A-Version": "1.0"} }

// ExtensionsHeader lists the extensions of a call (1.0 §14.2.2).
func (Dialect) ExtensionsHeader() string { return "A2A-Extensions" }
