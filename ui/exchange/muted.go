package exchange

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

type mutedCheck struct {
	Mute  wire.Mute
	Found []placedFinding
}

// mutes returns the mutes that apply in a session, by check. The session's own mute takes
// precedence over one for all sessions.
func (s *Screen) mutes(ctx context.Context, session string) (map[string]wire.Mute, error) {
	all, err := s.Library.Mutes(ctx)
	if err != nil {
		return nil, err
	}
	out := map[string]wire.Mute{}
	for _, m := range all {
		if _, known := out[m.Check]; m.Session == session || m.Session == "" && !known {
			out[m.Check] = m
		}
	}
	return out, nil
}

func (d *detail) splitMuted() (counted []placedFinding, muted []mutedCheck) {
	for _, f := range d.Findings {
		m, ok := d.Mutes[f.Check]
		if !ok {
			counted = append(counted, f)
			continue
		}
		i := slices.IndexFunc(muted, func(c mutedCheck) bool { return c.Mute.Check == f.Check })
		if i < 0 {
			i, muted = len(muted), append(muted, mutedCheck{Mute: m})
		}
		muted[i].Found = append(muted[i].Found, f)
	}
	return counted, muted
}
