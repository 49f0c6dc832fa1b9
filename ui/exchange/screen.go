// Package exchange is the detail of one exchange: its reading, bytes, events, timing and findings.
package exchange

import (
	"context"

	"github.com/a2a-console/a2a-console/ui/call"
	"github.com/a2a-console/a2a-console/ui/draft"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/a2a-console/a2a-console/ui/why"
)

// Screen serves the pages of this package. Safe for concurrent use.
type Screen struct {
	Web     *web.Site
	Calls   *call.Sender
	Drafts  *draft.Store
	Lists   *list.Lists
	Tapes   *tape.Tapes
	Causes  *why.Finder
	Files   host.Files // nil: sessions are not written to files
	Library host.Library
	Names   func(ctx context.Context) (map[string]string, error) // of agents, by origin
	Keeper  host.Keeper                                          // nil: exchanges take no pins and notes

	Intercepts bool // rules can hold what comes next

	isStandalone bool // see detail
}
