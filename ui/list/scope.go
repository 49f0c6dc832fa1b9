package list

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// Scope returns the session that a list's address names, nil for none.
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

// recordedWords says when a session was recorded, and by which program.
func recordedWords(s wire.Session) string {
	by, until, from := "", "", ""
	switch {
	case !s.Ended.IsZero():
		until = " to " + record.EndStamp(s)
	case s.Imported.IsZero():
		until = " and still in progress"
	}
	if !s.Imported.IsZero() {
		by = "elsewhere by " + part.Short(record.RecordedBy(s), 60) + ", "
		from = " · imported " + part.Stamp(s.Imported) + " from " + part.Short(s.Source, 80)
	}
	return "recorded " + by + part.Stamp(s.Started) + until + " · " + part.Plural(s.Calls(), "exchange") + " · credentials are redacted" + from
}

// Screen returns the rail entry that a list belongs to. With a session in scope that is Sessions.
func (l Listing) Screen() string {
	switch {
	case l.View == "insights":
		return "insights"
	case l.Banner != nil:
		return "sessions"
	}
	return "traffic"
}

// FillScope fills in the session of a listing.
func (s *Lists) FillScope(ctx context.Context, l *Listing) {
	if l.Banner = s.Scope(ctx, l.Query); l.IsCurrent {
		l.Current = s.Desk.Current()
	}
}

// Query parses a list's query from an address.
func (s *Lists) Query(v url.Values) link.Query { return s.ResolveCurrent(link.QueryOf(v)) }

// QueryAround parses the query of the list next to an exchange. Without one in the address, the
// list shows the session of the exchange.
func (s *Lists) QueryAround(v url.Values, x wire.Exchange) link.Query {
	if v.Has("q") || x.Session == "" || x.Session == s.Desk.Current().ID {
		return s.Query(v)
	}
	v = maps.Clone(v)
	v.Set("q", link.Term("session", x.Session))
	return s.Query(v)
}

// ResolveCurrent replaces "current" in a query with the id of the session being recorded, also
// where the filter excludes that session.
func (s *Lists) ResolveCurrent(q link.Query) link.Query {
	now := q.IsCurrent
	q.Filter = s.ResolveFilter(q.Filter)
	if now {
		q.Filter.Session = s.Desk.Current().ID
	}
	return q
}

// ResolveFilter replaces "current" in a filter with the id of the session being recorded.
func (s *Lists) ResolveFilter(f wire.Filter) wire.Filter {
	return f.InSession(s.Desk.Current().ID)
}

// previousAgents names the agents of the last session with calls: " with shop, kiosk and 2 others".
func (l Listing) previousAgents() string {
	var all []string
	for _, a := range l.PreviousSession.Agents {
		all = append(all, part.Short(cmp.Or(record.ShortName(a, l.Names), record.HostOf(a)), 40))
	}
	if len(all) > maxPreviousAgents {
		all = append(all[:maxPreviousAgents], part.Plural(len(all)-maxPreviousAgents, "other"))
	}
	if len(all) == 0 {
		return ""
	}
	return " with " + strings.Join(all, ", ")
}

// maxPreviousAgents bounds the agents that are named of the last session.
const maxPreviousAgents = 4

// emptyPromise says what the view will show.
func (l Listing) emptyPromise() string {
	if l.View == "insights" {
		return "Counts and latencies of calls between clients and agents appear here."
	}
	return "Every call between a client and an agent appears here as it happens, byte for byte."
}

// emptyTitle says that there is no exchange: in a session that has begun, or in the whole record.
func (l Listing) emptyTitle() string {
	if l.PreviousSession.ID != "" {
		return "Nothing in this session yet"
	}
	return "Nothing recorded yet"
}
