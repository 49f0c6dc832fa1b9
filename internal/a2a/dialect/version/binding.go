package version

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// REST is a version's HTTP+JSON binding.
type REST struct {
	Dialect
	Form      Form
	Root      string // the prefix of all paths: "/v1"
	Routes    []Route
	MediaType string
	Accept    string // what a client accepts, except for streams; "" means MediaType

	Tenants    bool // a tenant may precede a path
	Kinded     bool // agents in the field send JSON-RPC's bodies
	StatusBody bool // errors are a google.rpc.Status; otherwise their form is not specified
	NoContent  bool // a deletion is answered with 204

	SuccessCheck string // the check on the statuses of responses

	Sections RESTSections
}

// Route is an operation's place below an interface's URL. Path is a template: {task} and {config} stand for
// ids of one segment each.
type Route struct {
	Op      a2a.Operation
	Methods []string // HTTP methods, the one to send first
	Path    string
	Params  map[Form][]string // that the path contains, each a name and a template: "name=tasks/{task}"
}

//go:embed routes.txt
var routes string

// RoutesBelow returns the routes that all versions have, with paths below root. card replaces {card}.
func RoutesBelow(root, card string) []Route {
	all := slices.Clone(allRoutes())
	for i := range all {
		all[i].Path = root + strings.Replace(all[i].Path, "{card}", card, 1)
	}
	return all
}

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

// Service is a dialect with gRPC, where an operation's name is its gRPC method.
type Service interface {
	Dialect
	Service() string // full name
	Messages(a2a.Operation) (request, response string)
	Schema() *protobuf.Schema
}

// GRPC is a version's gRPC binding.
type GRPC struct {
	Service
	MethodCheck string // the check on method names
	ErrorInfo   bool   // a google.rpc.ErrorInfo names the error
}
