package database

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/entry"
)

// Repairs is what was found damaged in a recording and repaired; the zero value
// is nothing. Older versions could remove the row of a session that was being
// recorded, or leave bytes behind of exchanges that are gone.
type Repairs struct {
	Sessions  int // made again for exchanges whose session was missing
	Exchanges int // that lie in those sessions
	Orphans   int // rows removed that belonged to no exchange
}

// String says what was repaired, for people; "" for nothing.
func (r Repairs) String() string {
	var out []string
	if r.Sessions > 0 {
		out = append(out, fmt.Sprintf("%d exchanges had lost their session and are now in %d sessions named %q", r.Exchanges, r.Sessions, recoveredName+" …"))
	}
	if r.Orphans > 0 {
		out = append(out, fmt.Sprintf("%d rows were removed that belonged to no exchange", r.Orphans))
	}
	if len(out) == 0 {
		return ""
	}
	return "the recording was damaged by an older version and has been repaired: " + strings.Join(out, "; ")
}

// Plus is both together.
func (r Repairs) Plus(o Repairs) Repairs {
	return Repairs{r.Sessions + o.Sessions, r.Exchanges + o.Exchanges, r.Orphans + o.Orphans}
}

const (
	recoveredName = "Recovered exchanges"
	recoveredOpen = "Its session was lost while it was recorded: what was recorded until then is here; send it again to see the rest."
)

// Repair gives exchanges whose session is missing a session of their own. When
// nothing is missing, which is nearly always, it writes nothing.
func Repair(c *Conn) (Repairs, error) {
	missing, err := missingSessions(c)
	if err != nil || len(missing) == 0 {
		return Repairs{}, err
	}
	if _, err := c.Exec("BEGIN IMMEDIATE"); err != nil {
		return Repairs{}, err
	}
	done, err := recoverSessions(c)
	if err != nil {
		c.Exec("ROLLBACK")
		return Repairs{}, err
	}
	_, err = c.Exec("COMMIT")
	return done, err
}

func missingSessions(c *Conn) (out []int64, err error) {
	err = c.Each(func(v []driver.Value) error {
		out = append(out, v[0].(int64))
		return nil
	}, Query("sessions_missing"))
	return out, err
}

// recoverSessions looks again, now that nobody else writes.
func recoverSessions(c *Conn) (Repairs, error) {
	var done Repairs
	missing, err := missingSessions(c)
	if err != nil {
		return done, err
	}
	for _, n := range missing {
		began, err := c.Number("SELECT min(started) FROM exchanges WHERE session = ?", n)
		if err != nil {
			return done, err
		}
		name := recoveredName + " of " + entry.Moment(began).Format("2006-01-02 15:04") + " UTC"
		for _, step := range []struct {
			name string
			args []any
		}{
			{"recover_version", nil},
			{"recover_open", []any{n, recoveredOpen}},
			{"recover_changed", []any{n}},
			{"recover_session", []any{n, wire.NewID(), name}},
			{"recover_origins", []any{n}},
		} {
			if _, err := c.Exec(Query(step.name), step.args...); err != nil {
				return done, fmt.Errorf("recover a session: %w", err)
			}
		}
		count, err := c.Number("SELECT exchanges FROM sessions WHERE n = ?", n)
		if err != nil {
			return done, err
		}
		done.Sessions, done.Exchanges = done.Sessions+1, done.Exchanges+int(count)
	}
	return done, nil
}
