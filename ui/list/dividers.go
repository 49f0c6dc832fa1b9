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

// dividers head the rows of a day, and of a session where a list shows several. A divider
// stands above the newest row of its day, which is below newer rows that come: once drawn it
// need not move.
type dividers struct {
	lists       *Lists
	hasSessions bool   // the list may be of several sessions
	current     string // id of the session being recorded
	titles      map[string]string
}

func (s *Lists) dividers(q link.Query) *dividers {
	return &dividers{lists: s, hasSessions: q.Filter.Session == "", current: s.Desk.Current().ID, titles: map[string]string{}}
}

func day(t time.Time) string { return t.Local().Format("Monday, 2 January 2006") }

// between is the divider above a row whose next newer one is above, "" for none. An above
// without an id says that nothing is: today's calls of the current session need none.
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

// title is what a session is called.
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

// divide puts dividers between the rows of a page. above is the row that the page follows.
func (d *dividers) divide(ctx context.Context, rows []record.Row, above wire.Exchange) {
	for i := range rows {
		if rows[i].ID != "" {
			rows[i].Divider = d.between(ctx, above, rows[i].Exchange)
			above = rows[i].Exchange
		}
	}
}
