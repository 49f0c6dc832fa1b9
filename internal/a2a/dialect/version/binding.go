package version

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// REST is how a version speaks the HTTP+JSON binding.
type REST struct {
	Dialect
	Form      Form
	Root      string // what all paths begin with: "/v1"
	Routes    []Route
	MediaType string
	Accept    string // what a client asks for, where that is more than MediaType; streams aside

	Resources  bool // tasks and push configs go by resource names
	Tenants    bool // a tenant may stand before a path
	Kinded     bool // agents in the field send the bodies of JSON-RPC
	StatusBody bool // errors are a google.rpc.Status; before, nothing is fixed
	NoContent  bool // a deletion is answered with 204

	SuccessCheck string // the check on statuses

	Sections RESTSections
}

// RoutesBelow are the routes that all versions have, below a root (0.3 §3.5.3, 1.0
// §11.3). Subscribing is POST by the text of both versions and GET by their protocol
// buffers; servers know either.
func RoutesBelow(root, card string) []Route {
	const configs = "/tasks/{task}/pushNotificationConfigs"
	get, post, del := []string{http.MethodGet}, []string{http.MethodPost}, []string{http.MethodDelete}
	return []Route{
		{a2a.SendMessage, post, root + "/message:send"},
		{a2a.SendStreamingMessage, post, root + "/message:stream"},
		{a2a.GetTask, get, root + "/tasks/{task}"},
		{a2a.ListTasks, get, root + "/tasks"},
		{a2a.CancelTask, post, root + "/tasks/{task}:cancel"},
		{a2a.SubscribeToTask, []string{http.MethodPost, http.MethodGet}, root + "/tasks/{task}:subscribe"},
		{a2a.CreatePushConfig, post, root + configs},
		{a2a.GetPushConfig, get, root + configs + "/{config}"},
		{a2a.ListPushConfigs, get, root + configs},
		{a2a.DeletePushConfig, del, root + configs + "/{config}"},
		{a2a.GetExtendedCard, get, root + card},
	}
}

// Route is where an operation has its place below an interface's URL. Its Path is a
// template: {task} and {config} stand for ids, each one segment.
type Route struct {
	Op      a2a.Operation
	Methods []string // HTTP's, the one to send first
	Path    string
}

// Service is a dialect that has gRPC, where operations go by the names of its
// methods.
type Service interface {
	Dialect
	Service() string // full name
	Messages(a2a.Operation) (request, response string)
	Schema() *protobuf.Schema
}

// GRPC is how a version speaks the gRPC binding.
type GRPC struct {
	Service
	MethodCheck string // the check on names of methods
	ErrorInfo   bool   // errors are named by a google.rpc.ErrorInfo
}
