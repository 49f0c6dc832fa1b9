// Package exchange is the page of one exchange, with its messages, bytes, events, timing and
// findings, and the same page as a file. It draws tapes of ui/tape, and sends a recorded request
// again through ui/call.
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
	Files   host.Files // nil: sessions cannot be exported
	Library host.Library
	Names   func(ctx context.Context) (map[string]string, error) // of agents, by origin
	Keeper  host.Keeper                                          // nil: exchanges cannot have pins or notes

	Intercepts bool // rules can hold exchanges

	isStandalone bool // see detail
}
