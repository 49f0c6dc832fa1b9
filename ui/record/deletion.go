package record

import (
	"context"
	"errors"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

const maxOpenScan = 100

// DeleteError explains why a session was not deleted and what to do: it is the current session, has
// open exchanges, or another program records into it. It returns other errors unchanged.
func DeleteError(ctx context.Context, desk host.Desk, lib host.Library, id string, err error) error {
	const what = "The session was not deleted."
	if !errors.Is(err, wire.ErrRecording) {
		return err
	}
	if desk.Current().ID == id {
		return web.Fail(http.StatusConflict, what, "The session is being recorded.", "Begin a new session, then delete this one.")
	}
	f := wire.Filter{Session: id, Outcomes: []wire.Outcome{wire.Open}}
	open, failed := lib.Exchanges(ctx, f, wire.Page{Limit: maxOpenScan})
	switch n := len(open); {
	case failed != nil:
		return failed
	case n == 1:
		return web.Fail(http.StatusConflict, what, "One of its exchanges is still open.", "Wait until it has ended, or stop its client or its agent. The filter outcome:open finds it.")
	case n > 0:
		count := part.Count(n)
		if n == maxOpenScan {
			count += " or more"
		}
		return web.Fail(http.StatusConflict, what, count+" of its exchanges are still open.", "Wait until they have ended, or stop their clients or agents. The filter outcome:open finds them.")
	}
	return web.Fail(http.StatusConflict, what, "Another program is recording into it.", "Stop that program first.")
}
