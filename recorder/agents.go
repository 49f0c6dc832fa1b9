package recorder

import (
	"context"
	"database/sql"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Agents returns the saved agents, hidden ones included, sorted by origin.
func (s *Store) Agents(ctx context.Context) ([]wire.Agent, error) {
	s.sync(ctx)
	return scanQuery(ctx, s, "list agents", func(r *sql.Rows, a *wire.Agent) error {
		var added, seen int64
		err := r.Scan(&a.Origin, &a.Name, &a.CardURL, &a.Endpoint, &a.TapPort, &added, &a.Hidden, &seen)
		a.Added, a.LastSeen = entry.Time(added), entry.Time(seen)
		return err
	}, "agents")
}

// SaveAgent adds an agent or updates the one with the same origin. Added keeps its first value, and LastSeen
// never goes back.
func (s *Store) SaveAgent(ctx context.Context, a wire.Agent) error {
	if a.Added.IsZero() {
		a.Added = s.opts.Now()
	}
	err := s.do(ctx, func(w *writer) error {
		_, err := w.conn.Exec(`INSERT INTO agents (origin, name, card_url, endpoint, tap_port, added, seen, hidden)
			VALUES (?,?,?,?,?,?,?,?) ON CONFLICT (origin) DO UPDATE SET name = excluded.name, card_url = excluded.card_url,
			endpoint = excluded.endpoint, tap_port = excluded.tap_port, seen = max(seen, excluded.seen), hidden = excluded.hidden`,
			a.Origin, a.Name, a.CardURL, a.Endpoint, int64(a.TapPort), entry.Nanos(a.Added), entry.Nanos(a.LastSeen), database.BoolInt(a.Hidden))
		return err
	})
	return s.wrapError("save agent "+a.Origin, err)
}
