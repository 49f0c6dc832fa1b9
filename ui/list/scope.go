package list

import (
	"context"
	"maps"
	"net/url"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// Scope is the session that a list is about and that its address names, nil for none.
func (s *Lists) Scope(ctx context.Context, q link.Query) *wire.Session {
	if q.Filter.Session == "" || q.IsCurrent {
		return nil
	}
	ses, err := s.Library.Session(ctx, q.Filter.Session)
	if err != nil {
		return nil
	}
	return &ses
}

// recordedWords say when a session was recorded, by whom, and how much.
func recordedWords(s wire.Session) string {
	by, until, from := "", "", ""
	switch {
	case !s.Ended.IsZero():
		until = " to " + record.EndStamp(s)
	case s.Imported.IsZero():
		until = " and still going on"
	}
	if !s.Imported.IsZero() {
		by = "elsewhere by " + part.Short(record.RecordedBy(s), 60) + ", "
		from = " · imported " + part.Stamp(s.Imported) + " from " + part.Short(s.Source, 80)
	}
	return "recorded " + by + part.Stamp(s.Started) + until + " · " + part.Plural(s.Calls(), "exchange") + " · " + part.Bytes(s.Bytes) + " · credentials are redacted" + from
}

// Screen is the entry of the rail that a list belongs to: a session in scope is of Sessions.
func (l Listing) Screen() string {
	switch {
	case l.View == "insights":
		return "insights"
	case l.Banner != nil:
		return "sessions"
	}
	return "traffic"
}

// FillScope fills in the session that a listing is about.
func (s *Lists) FillScope(ctx context.Context, l *Listing) {
	if l.Banner = s.Scope(ctx, l.Query); l.IsCurrent {
		l.Current = s.Desk.Current()
	}
}

// Query reads a list's query from an address.
func (s *Lists) Query(v url.Values) link.Query { return s.ResolveCurrent(link.QueryOf(v)) }

// QueryAround reads the query of the list beside an exchange: where the address has none,
// the session of the exchange.
func (s *Lists) QueryAround(v url.Values, x wire.Exchange) link.Query {
	if v.Has("q") || x.Session == "" || x.Session == s.Desk.Current().ID {
		return s.Query(v)
	}
	v = maps.Clone(v)
	v.Set("q", link.Term("session", x.Session))
	return s.Query(v)
}

// ResolveCurrent is a query with the session that is being recorded now, where it is for that.
// What excludes that session does so, too.
func (s *Lists) ResolveCurrent(q link.Query) link.Query {
	now := q.IsCurrent
	q.Filter = s.ResolveFilter(q.Filter)
	if now {
		q.Filter.Session = s.Desk.Current().ID
	}
	return q
}

// ResolveFilter is a filter with the id of the session being recorded where it says "current".
func (s *Lists) ResolveFilter(f wire.Filter) wire.Filter {
	return f.InSession(s.Desk.Current().ID)
}
