package agent

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// behaviour returns how an agent of a version behaves, where versions differ in more than spelling.
func behaviour(v a2a.Version) version.Agent { return versionOf(v).Agent }

// versionOf looks up a version that the agent speaks; all of those are registered.
func versionOf(v a2a.Version) *version.Version {
	known, _ := registry.ByName(v)
	return known
}
