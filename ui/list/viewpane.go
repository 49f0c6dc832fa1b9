package list

import (
	"context"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// View is a view over one filter beside the list. It stands in the list's place, alone and
// beside an exchange.
type View struct {
	Pane func(ctx context.Context, q link.Query) (Pane, error)
	Live func(q link.Query) web.View // keeps the pane current
}

// Pane is what a view shows.
type Pane struct {
	Title     string
	Styles    []string // beside those of list and detail
	Body      templ.Component
	Selection templ.Component // of Body, what the filter selects
	Bar       Listing         // of the toolbar
	Since     int64           // newest version among the exchanges that are shown
}
