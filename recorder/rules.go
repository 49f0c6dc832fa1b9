package recorder

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// RulesOf returns the rules of a session: those in force, in their order, then those that fired before they
// were removed. The error wraps ErrNotFound when there is no such session.
func (s *Store) RulesOf(ctx context.Context, session string) ([]wire.Rule, error) {
	found := false
	var out []wire.Rule
	err := database.EachRow(s.query(ctx, nil, "rules", session))(func(rows *sql.Rows) error {
		var r wire.Rule
		var made, removed int64
		var last string
		err := rows.Scan(&r.ID, &r.Text, &r.On, &r.Preset, &made, &removed, &r.Fired, &last, &r.Problem)
		if found = true; r.ID == "" { // the session has no rules
			return err
		}
		r.Created, r.Removed = entry.Time(made), entry.Time(removed)
		if last != "" {
			r.LastExchanges = strings.Split(last, "\n")
		}
		out = append(out, r)
		return err
	})
	if err == nil && !found {
		err = wire.ErrNotFound
	}
	return out, s.wrapError("read the rules of session "+session, err)
}

// PutRules stores the rules that are in force in a session, in this order, and what they did. A stored rule
// that is not in list was removed: if it fired, it stays as one of the newest wire.MaxRemovedRules, else it is
// deleted. Traffic does not wait for this.
func (s *Store) PutRules(ctx context.Context, session string, list []wire.Rule) error {
	err := s.do(ctx, func(w *writer) error {
		n, err := w.findRow("SELECT n FROM sessions WHERE id = ?", session)
		if err != nil {
			return err
		}
		return w.putRules(n, list, entry.Nanos(s.opts.Now()))
	})
	return s.wrapError("keep the rules of session "+session, err)
}

func (w *writer) putRules(session int64, list []wire.Rule, now int64) error {
	gone := map[string]bool{}
	err := w.conn.Each(func(v []driver.Value) error {
		gone[v[0].(string)] = true
		return nil
	}, "SELECT id FROM rules WHERE session = ? AND removed = 0", session)
	if err != nil {
		return err
	}
	for i := range list {
		delete(gone, list[i].ID)
		if err := w.putRule(session, i, &list[i]); err != nil {
			return err
		}
	}
	for id := range gone {
		if _, err := w.conn.Exec("DELETE FROM rules WHERE session = ? AND id = ? AND fired = 0", session, id); err != nil {
			return err
		}
		if _, err := w.conn.Exec("UPDATE rules SET removed = ? WHERE session = ? AND id = ?", now, session, id); err != nil {
			return err
		}
	}
	if len(gone) == 0 {
		return nil
	}
	_, err = w.conn.Exec(forgetRemoved, session, int64(wire.MaxRemovedRules))
	return err
}

// forgetRemoved deletes all but the newest removed rules of a session.
const forgetRemoved = `DELETE FROM rules WHERE session = ?1 AND removed <> 0 AND id NOT IN
	(SELECT id FROM rules WHERE session = ?1 AND removed <> 0 ORDER BY removed DESC, id DESC LIMIT ?2)`

const putRule = `INSERT INTO rules (session, id, place, text, enabled, preset, made, removed, fired, last_on, problem) VALUES (?,?,?,?,?,?,?,?,?,?,?)
	ON CONFLICT DO UPDATE SET place = excluded.place, text = excluded.text, enabled = excluded.enabled, preset = excluded.preset, made = excluded.made,
		removed = excluded.removed, fired = excluded.fired, last_on = excluded.last_on, problem = excluded.problem`

func (w *writer) putRule(session int64, place int, r *wire.Rule) error {
	_, err := w.conn.Exec(putRule, session, r.ID, int64(place), r.Text, database.BoolInt(r.On), r.Preset, entry.Nanos(r.Created), entry.Nanos(r.Removed),
		r.Fired, strings.Join(r.LastExchanges, "\n"), r.Problem)
	return err
}

// joinedRules returns the rules of all sessions with these exchanges. It merges a rule that several sessions
// have.
func (s *Store) joinedRules(ctx context.Context, seqs []int64) (all []wire.Rule, err error) {
	sessions, err := s.sessionsOf(ctx, seqs)
	if err != nil {
		return nil, err
	}
	for _, id := range sessions {
		list, err := s.RulesOf(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			i := slices.IndexFunc(all, func(a wire.Rule) bool { return a.ID == r.ID })
			if i < 0 {
				if len(all) < wire.MaxExportedRules {
					all = append(all, r)
				}
				continue
			}
			r.Fired += all[i].Fired
			r.LastExchanges = append(r.LastExchanges, all[i].LastExchanges...)
			r.LastExchanges = r.LastExchanges[:min(len(r.LastExchanges), wire.MaxRuleExchanges)]
			all[i] = r
		}
	}
	return all, nil
}

// sessionsOf lists the sessions of exchanges, oldest first.
func (s *Store) sessionsOf(ctx context.Context, seqs []int64) (out []string, err error) {
	for part := range slices.Chunk(seqs, exportRows) {
		list, err := database.Column[string](s.readers.QueryContext(ctx,
			"SELECT id FROM sessions WHERE n IN (SELECT session FROM exchanges WHERE seq IN ("+database.Placeholders(len(part))+")) ORDER BY n", database.ToArgs(part)...))
		if err != nil {
			return nil, s.wrapError("read the sessions of exchanges", err)
		}
		for _, id := range list {
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out, nil
}

// writeRules writes rules to a sink. of maps the id of an exchange to its id in the sink, or to "" if the sink
// lacks it. nil leaves ids unchanged.
func writeRules(ctx context.Context, list []wire.Rule, of func(string) string, to wire.Sink) error {
	for i := range list {
		r := &list[i]
		if of != nil {
			for n, id := range r.LastExchanges {
				r.LastExchanges[n] = of(id)
			}
			r.LastExchanges = slices.DeleteFunc(r.LastExchanges, func(id string) bool { return id == "" })
		}
		if err := to.Rule(ctx, r); err != nil {
			return err
		}
	}
	return nil
}
