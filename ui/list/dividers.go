package list

import (
	"context"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// dividers finds headings for the rows of a day, and of a session if the list shows several. A
// divider is above the newest row of its day. Newer rows arrive above it, so it never moves.
type dividers struct {
	lists       *Lists
	hasSessions bool   // the list may span sessions
	current     string // id of the session being recorded
	titles      map[string]string
}

func (s *Lists) dividers(q link.Query) *dividers {
	return &dividers{lists: s, hasSessions: q.Filter.Session == "", current: s.Desk.Current().ID, titles: map[string]string{}}
}

func day(t time.Time) string { return t.Local().Format("Monday, 2 January 2006") }

// between returns the divider between x and the next newer row, above; "" for none.
// An above without an id means that x is the first row: today's calls of the
// current session need no divider.
func (d *dividers) between(ctx context.Context, above, x wire.Exchange) string {
	last, session := day(above.Started), above.Session
	if above.ID == "" {
		last, session = day(d.lists.Web.Now()), d.current
	}
	if last == day(x.Started) && (session == x.Session || !d.hasSessions) {
		return ""
	}
	if !d.hasSessions || x.Session == "" {
		return day(x.Started)
	}
	return day(x.Started) + " · " + d.title(ctx, x.Session)
}

func dividerID(seq int64) string { return "d" + strconv.FormatInt(seq, 10) }

func (d *dividers) title(ctx context.Context, id string) string {
	if t, known := d.titles[id]; known {
		return t
	}
	t := "session " + part.Short(id, 40)
	if s, err := d.lists.Library.Session(ctx, id); err == nil {
		t = "session " + record.SessionTitle(s)
		if !s.Imported.IsZero() {
			t = "imported " + t
		}
	}
	d.titles[id] = t
	return t
}

// divide sets the dividers of a page's rows. above is the row before the page.
func (d *dividers) divide(ctx context.Context, rows []record.Row, above wire.Exchange) {
	for i := range rows {
		if rows[i].ID != "" {
			rows[i].Divider = d.between(ctx, above, rows[i].Exchange)
			above = rows[i].Exchange
		}
	}
}
