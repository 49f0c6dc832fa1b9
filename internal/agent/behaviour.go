package agent

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// behaviour is how a version differs beyond its spelling.
func behaviour(v a2a.Version) version.Agent { return versionOf(v).Agent }

// versionOf is a version that the agent speaks, which are all listed.
func versionOf(v a2a.Version) *version.Version {
	known, _ := registry.ByName(v)
	return known
}
