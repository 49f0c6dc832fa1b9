package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// sections are where the rules stand for an exchange over JSON-RPC.
func sections(id a2a.Identity) version.Sections { return registry.Rules(id).Sections }

// restSection is where the rules stand for an exchange over HTTP+JSON.
func restSection(id a2a.Identity) version.RESTSections { return registry.RESTRules(id).REST.Sections }
