package sessions

import (
	"context"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/rerun"
)

// originalsOf returns the session that each replay among rows repeats, by the replay's session. It leaves out
// replays of files and of sessions that are no longer on record.
func (s *Screen) originalsOf(ctx context.Context, rows []wire.Session) map[string]string {
	out := map[string]string{}
	for _, x := range rows {
		if !strings.HasPrefix(x.Name, rerun.NamePrefix) {
			continue
		}
		if id := s.originalOf(ctx, x.ID); id != "" {
			out[x.ID] = id
		}
	}
	return out
}

// originalOf returns the session that a replay repeats, "" if it is not known.
func (s *Screen) originalOf(ctx context.Context, session string) string {
	if known, ok := s.originals.Load(session); ok {
		return known.(string)
	}
	made, err := s.Library.Exchanges(ctx, wire.Filter{Session: session, Origins: []wire.Origin{wire.Replay}}, wire.Page{Limit: 1})
	if err != nil || len(made) == 0 || made[0].Link == "" {
		return ""
	}
	x, err := s.Library.Exchange(ctx, made[0].Link)
	if err != nil || x.Session == session {
		return ""
	}
	s.originals.Store(session, x.Session)
	return x.Session
}
