package list

import (
	"context"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// View is a view of Traffic over the same filter. It takes the list's place, also
// next to an open exchange.
type View struct {
	Pane func(ctx context.Context, q link.Query) (Pane, error)
	Live func(q link.Query) web.View // keeps the pane current
}

// Pane is the content of a view.
type Pane struct {
	Title     string
	Styles    []string // in addition to those of list and detail
	Body      templ.Component
	Selection templ.Component // the part of Body that the filter selects
	Bar       Listing         // what the toolbar shows
	Since     int64           // newest version among the exchanges that are shown
}
