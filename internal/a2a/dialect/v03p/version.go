// Package v03p is version 0.3 of the protocol over HTTP+JSON and gRPC: ProtoJSON of package a2a.v1, unlike
// JSON-RPC's JSON. Its table is schema.txt. The README of package protobuf describes a2a.v1.binpb.
package v03p

import (
	_ "embed"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

//go:embed schema.txt
var table string

// descriptors has the messages of package a2a.v1 as SDKs share them: those of 0.3.0 with the
// names of files, the metadata of parts and the card's icon; and a Go SDK's references to tasks
// and stateTransitionHistory, which are only read.
//
//go:embed a2a.v1.binpb
var descriptors string

// Dialect returns the version's ProtoJSON.
var Dialect = sync.OnceValue(func() *schema.Schema {
	return schema.Compile("v03p/schema.txt", table, v03.Dialect()).WithMessages(descriptors)
})

// Version returns 0.3 in all bindings.
func Version() *version.Version {
	v, own := v03.Version(), Dialect().VersionOf()
	v.REST, v.GRPC, v.Kits = own.REST, own.GRPC, own.Kits
	return v
}
