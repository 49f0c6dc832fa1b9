// Package sessions is the screen of sessions: list and search, names and marks, import, deletion,
// and starting and pausing recording.
package sessions

import (
	"sync"

	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen serves the sessions. Safe for concurrent use.
type Screen struct {
	Web      *web.Site
	Lists    *list.Lists
	Runs     *rerun.Runs
	Desk     host.Desk
	Files    host.Files
	Keeper   host.Keeper
	Library  host.Library
	Player   host.Player
	Examiner host.Examiner // nil: sessions cannot be judged

	originals sync.Map // session that a replay repeats, by the replay's session
}
