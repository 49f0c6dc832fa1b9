// Package comparison compares two exchanges or sessions, and draws the differences for every screen
// that shows some. Exchanges come from the record; inspector/diff compares them.
package comparison

import (
	"context"

	"github.com/a2a-console/a2a-console/ui/background"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Comparer compares exchanges and sessions, large ones in the background. Safe for concurrent use.
type Comparer struct {
	Web        *web.Site
	Background *background.Calls
	Library    host.Library
	Names      func(context.Context) (map[string]string, error) // of agents, by origin
	Jobs       *background.Jobs[*Job]
}
