// Package v11 is the draft of version 1.1 of the protocol. Its table is the difference from that of 1.0.
package v11

import (
	_ "embed"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

//go:embed schema.txt
var table string

var Dialect = sync.OnceValue(func() *schema.Schema { return schema.Compile("v11/schema.txt", table, v10.Dialect()) })

func Version() *version.Version { return Dialect().VersionOf() }
