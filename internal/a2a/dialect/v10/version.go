// Package v10 is version 1.0 of the protocol (A2A 1.0.1): ProtoJSON of package lf.a2a.v1 in all bindings. Its
// table is schema.txt. The README of package protobuf describes lf.a2a.v1.binpb.
package v10

import (
	_ "embed"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

//go:embed schema.txt
var table string

//go:embed lf.a2a.v1.binpb
var descriptors string

var Dialect = sync.OnceValue(func() *schema.Schema { return schema.Compile("v10/schema.txt", table).WithMessages(descriptors) })

func Version() *version.Version { return Dialect().VersionOf() }
