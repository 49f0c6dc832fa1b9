package compare

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

const (
	maxFound   = 100 // most exchanges or sessions that a search lists
	maxOffered = 12  // most exchanges of each group without a search
)

type comparePick struct {
	A        comparison.Subject // its ID is "" until A is chosen
	Query    link.Query
	Groups   []pickGroup
	Sessions []wire.Session // offered when A is a session
	Found    int            // number of matching sessions; Sessions has the newest

	sessions map[string]string // titles of sessions, by id
}

// exchanges reports whether the page offers exchanges instead of sessions.
func (v comparePick) exchanges() bool { return v.A.ID == "" || v.A.Exchange != nil }

func (v comparePick) session(x wire.Exchange) string {
	if v.A.Exchange != nil && x.Session == v.A.Exchange.Session {
		return "the same"
	}
	return part.Short(v.sessions[x.Session], 40)
}

// pickGroup is a group of exchanges that have something in common with A.
type pickGroup struct {
	Title string
	Rows  []record.Row
	Full  bool // there may be more
}

// compareURL returns the URL of the comparison with x. The earlier exchange becomes A.
func (v comparePick) compareURL(x wire.Exchange) string {
	if v.A.ID == "" {
		return link.CompareFromURL(x.ID)
	}
	if x.Started.Before(v.A.Exchange.Started) {
		return link.CompareURL(x.ID, v.A.ID)
	}
	return link.CompareURL(v.A.ID, x.ID)
}

func (s *Screen) comparePick(ctx context.Context, q url.Values) (*comparePick, error) {
	v := &comparePick{Query: link.QueryOf(url.Values{"q": {q.Get("q")}})}
	if strings.TrimSpace(q.Get("a")) != "" {
		a, err := s.Comparer.FindSubject(ctx, q.Get("a"))
		if err != nil {
			return nil, err
		}
		if v.A = a; a.Exchange == nil {
			return v, s.pickableSessions(ctx, v, part.Short(q.Get("q"), 200))
		}
	}
	if v.Query.Err != "" {
		return v, nil
	}
	return v, s.pickableExchanges(ctx, v)
}

func (s *Screen) pickableExchanges(ctx context.Context, v *comparePick) error {
	names, err := s.Lists.Names(ctx)
	if err != nil {
		return err
	}
	sessions, err := s.Library.Sessions(ctx)
	if err != nil {
		return fmt.Errorf("read the sessions: %w", err)
	}
	v.sessions = map[string]string{}
	for _, o := range sessions {
		v.sessions[o.ID] = record.SessionTitle(o)
	}
	listed := map[string]bool{v.A.ID: true} // list each exchange once, in the group that has the most in common with A
	for _, g := range v.groups() {
		rows, err := s.Library.Exchanges(ctx, g.filter, wire.Page{Limit: g.scanLimit()})
		if err != nil {
			return fmt.Errorf("look for exchanges to compare with: %w", err)
		}
		if g.sameText { // list successful calls first: they are best compared with a failed one
			slices.SortStableFunc(rows, func(a, b wire.Exchange) int { return failureRank(a) - failureRank(b) })
		}
		out := pickGroup{Title: g.title}
		for _, x := range rows {
			if listed[x.ID] || g.sameText && (record.Row{Exchange: x}).Words() != (record.Row{Exchange: *v.A.Exchange}).Words() {
				continue
			}
			if out.Full = len(out.Rows) == g.limit; out.Full {
				break
			}
			listed[x.ID] = true
			out.Rows = append(out.Rows, s.Lists.Row(x, names, v.Query, ""))
		}
		if len(out.Rows) > 0 {
			v.Groups = append(v.Groups, out)
		}
	}
	return nil
}

func failureRank(x wire.Exchange) int {
	if (record.Row{Exchange: x}).HasFailed() {
		return 1
	}
	return 0
}

// timeWord formats a time in the list, without the date if it is on the day of A.
func (v comparePick) timeWord(t time.Time) string {
	if v.A.Exchange == nil {
		return part.Stamp(t)
	}
	t, day := t.Local(), v.A.Exchange.Started.Local()
	if t.YearDay() == day.YearDay() && t.Year() == day.Year() {
		return part.Clock(t)
	}
	return part.Stamp(t)
}

// pickableSessions puts the newest sessions that match text into v.
func (s *Screen) pickableSessions(ctx context.Context, v *comparePick, text string) error {
	all, err := s.Library.Sessions(ctx)
	if err != nil {
		return fmt.Errorf("read the sessions: %w", err)
	}
	found := record.SessionsWith(record.OtherSessions(all, v.A.ID), nil, text)
	v.Query, v.Sessions, v.Found = link.Query{Text: text}, found[:min(len(found), maxFound)], len(found)
	return nil
}

type pickQuery struct {
	title    string
	filter   wire.Filter
	limit    int
	sameText bool // only calls whose message begins like that of A
}

// maxSameTextScan bounds the exchanges searched for the same message.
const maxSameTextScan = 1000

// scanLimit returns how many exchanges to read to fill the group.
func (a pickQuery) scanLimit() int {
	if a.sameText {
		return maxSameTextScan
	}
	return a.limit + 1
}

// groups returns what to look for: what the filter matches or, without one, what is closest to A.
func (v *comparePick) groups() []pickQuery {
	x := v.A.Exchange
	not := wire.NotConversation()
	if v.Query.Text != "" {
		return []pickQuery{{"Matching exchanges", v.Query.Filter, maxFound, false}}
	}
	if x == nil {
		return []pickQuery{{"Recent", wire.Filter{ExcludedOrigins: not}, maxFound, false}}
	}
	var out []pickQuery
	if r := (record.Row{Exchange: *x}); r.IsRequestText() && r.Words() != "" {
		sends := []string{string(a2a.SendMessage), string(a2a.SendStreamingMessage)}
		out = append(out,
			pickQuery{"The same message to the same agent", wire.Filter{Ops: sends, Agents: []string{x.Agent}, ExcludedOrigins: not}, maxOffered, true},
			pickQuery{"The same message to other agents", wire.Filter{Ops: sends, ExcludedOrigins: not}, maxOffered, true})
	}
	if x.Link != "" {
		out = append(out, pickQuery{"Sent from the same exchange", wire.Filter{Link: x.Link, ExcludedOrigins: not}, maxOffered, false})
	}
	if x.Labels.Task != "" {
		out = append(out, pickQuery{"Of the same task", wire.Filter{Task: x.Labels.Task, Agents: []string{x.Agent}, ExcludedOrigins: not}, maxOffered, false})
	}
	if x.Labels.Op != "" {
		out = append(out,
			pickQuery{"The same operation of the same agent", wire.Filter{Ops: []string{x.Labels.Op}, Agents: []string{x.Agent}, ExcludedOrigins: not}, maxOffered, false},
			pickQuery{"The same operation of other agents", wire.Filter{Ops: []string{x.Labels.Op}, ExcludedOrigins: not}, maxOffered, false})
	}
	return append(out, pickQuery{"Recent", wire.Filter{ExcludedOrigins: not}, maxOffered, false})
}

func pickSession(v *comparePick, o wire.Session) string {
	if o.Started.Before(v.A.Session.Started) {
		return link.CompareURL(o.ID, v.A.ID)
	}
	return link.CompareURL(v.A.ID, o.ID)
}
