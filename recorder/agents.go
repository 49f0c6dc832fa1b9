package recorder

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Agents returns the agents that were saved, hidden ones too, by origin.
func (s *Store) Agents(ctx context.Context) ([]wire.Agent, error) {
	s.sync(ctx)
	rows, err := s.ask(ctx, nil, "agents")
	if err != nil {
		return nil, s.failed("list agents", err)
	}
	defer rows.Close()
	var out []wire.Agent
	for rows.Next() {
		var a wire.Agent
		var added, seen int64
		if err := rows.Scan(&a.Origin, &a.Name, &a.CardURL, &a.Endpoint, &a.TapPort, &added, &a.Hidden, &seen); err != nil {
			return nil, s.failed("list agents", err)
		}
		a.Added, a.Seen = entry.Moment(added), entry.Moment(seen)
		out = append(out, a)
	}
	return out, s.failed("list agents", rows.Err())
}

// SaveAgent adds an agent or changes the one of the same origin. Added keeps
// its first value, and Seen never goes back.
func (s *Store) SaveAgent(ctx context.Context, a wire.Agent) error {
	if a.Added.IsZero() {
		a.Added = s.opts.Now()
	}
	err := s.do(ctx, func(w *writer) error {
		_, err := w.conn.Exec(`INSERT INTO agents (origin, name, card_url, endpoint, tap_port, added, seen, hidden)
			VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (origin) DO UPDATE SET name = excluded.name, card_url = excluded.card_url,
			endpoint = excluded.endpoint, tap_port = excluded.tap_port, seen = max(seen, excluded.seen), hidden = excluded.hidden`,
			a.Origin, a.Name, a.CardURL, a.Endpoint, int64(a.TapPort), entry.Nanos(a.Added), entry.Nanos(a.Seen), database.Flag(a.Hidden))
		return err
	})
	if err != nil {
		return fmt.Errorf("save agent %s: %w", a.Origin, err)
	}
	return nil
}
