package sessions

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

const (
	pageSize      = 100 // sessions on a page
	maxComparable = 5   // sessions that a session's menu offers for comparison
)

type sessionQuery struct {
	Text string // words that the sessions contain; "" for all
	Page int    // from 1

	ShowsEmpty bool // lists sessions without a call, too

	Order wire.Order // the newest first without a column
}

func sessionQueryOf(q url.Values) sessionQuery {
	n, _ := strconv.Atoi(q.Get("page"))
	return sessionQuery{Text: part.Short(q.Get("q"), 200), Page: max(n, 1), ShowsEmpty: q.Has("empty"), Order: sessionOrder(q.Get("sort"))}
}

func (a sessionQuery) pageURL(page int) string {
	q := url.Values{}
	if a.Text != "" {
		q.Set("q", a.Text)
	}
	if page > 1 {
		q.Set("page", strconv.Itoa(page))
	}
	if a.ShowsEmpty {
		q.Set("empty", "1")
	}
	if a.Order.Column != "" {
		q.Set("sort", a.Order.String())
	}
	if len(q) == 0 {
		return "/sessions"
	}
	return "/sessions?" + q.Encode()
}

type window struct {
	sessionQuery
	Rows  []wire.Session
	Found int // sessions that contain the words
	Total int // all sessions
	Empty int // sessions that are left out because nothing is in them
}

// windowOf cuts a page out of all sessions, or the last page if there are fewer. A search covers empty ones.
func windowOf(all []wire.Session, names map[string]string, current string, a sessionQuery) window {
	found := record.SessionsWith(all, names, a.Text)
	if a.Text == "" && !a.ShowsEmpty {
		found = slices.DeleteFunc(slices.Clone(found), func(s wire.Session) bool { return isEmpty(s) && s.ID != current })
	}
	left := 0
	if a.Text == "" {
		left = len(all) - len(found)
	}
	found = sortSessions(found, a.Order)
	a.Page = max(min(a.Page, (len(found)+pageSize-1)/pageSize), 1)
	from := (a.Page - 1) * pageSize
	return window{sessionQuery: a, Rows: found[from:min(from+pageSize, len(found))], Found: len(found), Total: len(all), Empty: left}
}

// isEmpty reports whether a session has no call and nobody has named or marked it.
func isEmpty(s wire.Session) bool {
	return s.Calls() == 0 && s.Name == "" && s.Note == "" && len(s.Tags) == 0 && !s.IsKept() && s.Imported.IsZero()
}

// Full reports whether the search field is needed: there are more sessions than a page
// shows, or a query is set.
func (w window) Full() bool { return w.Total > pageSize || w.Text != "" }

func (w window) Paged() bool { return w.Found > len(w.Rows) }

// Span says which of the found sessions the page shows.
func (w window) Span() string {
	from := (w.Page - 1) * pageSize
	return part.Count(from+1) + "–" + part.Count(from+len(w.Rows)) + " of " + part.Plural(w.Found, "session")
}

// Newer returns the address of the previous page; "" for none.
func (w window) Newer() string {
	if w.Page == 1 {
		return ""
	}
	return w.pageURL(w.Page - 1)
}

// Older returns the address of the next page; "" for none.
func (w window) Older() string {
	if w.Page*pageSize >= w.Found {
		return ""
	}
	return w.pageURL(w.Page + 1)
}

// comparableSessions returns the newest sessions with calls, one more than a menu offers.
func comparableSessions(all []wire.Session) []wire.Session {
	var out []wire.Session
	for _, s := range all {
		if s.Calls() > 0 && len(out) <= maxComparable {
			out = append(out, s)
		}
	}
	return out
}

func (l sessionList) otherSessions(id string) []wire.Session {
	out := slices.DeleteFunc(slices.Clone(l.ComparableSessions), func(s wire.Session) bool { return s.ID == id })
	return out[:min(len(out), maxComparable)]
}
