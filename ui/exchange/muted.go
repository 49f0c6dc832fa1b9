package exchange

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// mutedCheck is a check that is muted for the exchange, with what it found.
type mutedCheck struct {
	Mute  wire.Mute
	Found []placedFinding
}

// mutes are those that apply in a session, one for each check: the session's own before
// that of all sessions.
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

// splitMuted is the findings that count, and those of muted checks.
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
