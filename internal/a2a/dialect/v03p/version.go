package v03p

import (
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Version is 0.3 in all bindings.
func Version() *version.Version {
	v := v03.Version()
	v.REST = &version.REST{
		Dialect: Dialect{}, Form: version.Resources,
		Root: "/v1", Routes: version.RoutesBelow("/v1", "/card"),
		MediaType: "application/json",
		Resources: true, Kinded: true, NoContent: true, SuccessCheck: "REST-15",
		Sections: version.RESTSections{
			Binding: "§3.2.3", Body: "§3.2.3", Object: "§3.2.3", Query: "§3.2.3", Route: "§3.5.3",
			Result: "§3.2.3", Params: "§3.5.3", Errors: "§3.2.3", Stream: "§3.3",
		},
	}
	v.GRPC = &version.GRPC{Service: Dialect{}, MethodCheck: "GRPC-01"}
	v.Kits = []version.Kit{{Release: "0.3.0", OpenTasks: true, Guarded: true, SchemedGRPC: true}}
	return v
}
