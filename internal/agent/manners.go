package agent

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// manners are the ways in which versions differ beyond their spelling.
type manners = version.Agent

func mannersOf(v a2a.Version) manners { return versionOf(v).Agent }

// versionOf is a version that the agent speaks, which are all listed.
func versionOf(v a2a.Version) *version.Version {
	known, _ := registry.Of(v)
	return known
}
