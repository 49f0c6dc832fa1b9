package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// All returns the versions the console speaks, newest first. Callers do not change it.
func All() []*version.Version { return registry.Versions() }

// For returns a version by name.
func For(v a2a.Version) (*version.Version, bool) { return registry.Of(v) }

// Findings folds what several documents of a response have in common.
type Findings = fold.Findings
