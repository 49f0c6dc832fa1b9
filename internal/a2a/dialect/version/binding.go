package version

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

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

	Tenants    bool // a tenant may stand before a path
	Kinded     bool // agents in the field send the bodies of JSON-RPC
	StatusBody bool // errors are a google.rpc.Status; before, nothing is fixed
	NoContent  bool // a deletion is answered with 204

	SuccessCheck string // the check on statuses

	Sections RESTSections
}

// Route is where an operation has its place below an interface's URL. Its Path is a
// template: {task} and {config} stand for ids, each one segment.
type Route struct {
	Op      a2a.Operation
	Methods []string // HTTP's, the one to send first
	Path    string
	Params  map[Form][]string // that the path holds, each a name and a template: "name=tasks/{task}"
}

//go:embed routes.txt
var routes string

// RoutesBelow are the routes that all versions have, below a root.
func RoutesBelow(root, card string) []Route {
	all := slices.Clone(allRoutes())
	for i := range all {
		all[i].Path = root + strings.Replace(all[i].Path, "{card}", card, 1)
	}
	return all
}

// allRoutes are the routes as routes.txt has them.
var allRoutes = sync.OnceValue(func() (all []Route) {
	for line := range strings.Lines(routes) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		r := Route{a2a.Operation(words[0]), strings.Split(words[1], ","), words[2], map[Form][]string{}}
		for i, params := range words[3:] {
			form := []Form{Wrapped, Kinded, Resources}[i]
			r.Params[form] = strings.Split(params, ",")
		}
		all = append(all, r)
	}
	return all
})

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
