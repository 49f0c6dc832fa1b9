package database

import (
	"database/sql/driver"
	"time"
)

// Hole is a stretch of numbers that no exchange has: after before, up to but
// not including end.
type Hole struct{ Before, End int64 }

// sweepRows is how many rows one statement of a sweep removes at most.
const sweepRows = 500

// Sweep removes rows of no exchange in a hole until the deadline, and reports
// whether there may be more. The hole may have been filled meanwhile.
func (h Hole) Sweep(c *Conn, until time.Time) (removed int, more bool, err error) {
	for _, s := range []struct {
		name     string
		from, to int64
	}{
		{"sweep_chunks", ChunkKey(h.Before+1, 0, 0), ChunkKey(h.End, 0, 0) - 1},
		{"sweep_details", h.Before, h.End},
		{"sweep_unlabelled", h.Before, h.End},
		{"sweep_unindexed", h.Before, h.End},
		{"sweep_words", h.Before, h.End},
	} {
		for n := int64(sweepRows); n == sweepRows; {
			if time.Now().After(until) {
				return removed, true, nil
			}
			if n, err = c.Exec(Query(s.name), s.from, s.to, int64(sweepRows)); err != nil {
				return removed, false, err
			}
			removed += int(n)
		}
	}
	return removed, false, nil
}

// sweepAll removes all rows of no exchange. It runs inside a migration.
func sweepAll(c *Conn) (removed int, err error) {
	var holes []Hole
	err = c.Each(func(v []driver.Value) error {
		holes = append(holes, Hole{v[0].(int64), v[1].(int64)})
		return nil
	}, Query("holes"))
	if err != nil {
		return 0, err
	}
	for _, h := range holes {
		n, _, err := h.Sweep(c, time.Now().Add(24*time.Hour))
		if err != nil {
			return removed, err
		}
		removed += n
	}
	return removed, nil
}
