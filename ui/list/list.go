package list

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

const (
	Window        = 200 // rows on the first page, and on each older page
	maxTickedRows = 60  // rows of a page that show ticks for their events

	SearchTime = 60 * time.Millisecond // budget of a page's search; the next page continues
)

// Listing is the list of exchanges as a page shows it.
type Listing struct {
	link.Query
	Rows            []record.Row
	Older           int64             // Seq to continue from, 0 at the end
	Since           int64             // version of the record that it shows
	Sessions        int64             // version of sessions and agents that it shows
	Banner          *wire.Session     // the session in scope
	Current         wire.Session      // the session being recorded, if the filter follows it
	Names           map[string]string // agents' names by origin
	IsEmpty         bool              // no rows
	IsPartial       bool              // the search ended early: Older continues it
	CanSave         bool              // a session can be made of the listed exchanges
	CanKeep         bool              // a session can be made of selected rows, and filters can be saved
	Files           bool              // selected rows can be exported
	HasHiddenProbes bool              // no rows, but hidden probes match
	Hints           []string          // no rows, and the filter asks for unknown values: which values are known
	PreviousSession wire.Session      // no rows in the current session: the last session with calls before it
	Gaps            []wire.Gap        // gaps, newest first, for a view without rows for them

	Selected  string               // id of the exchange open next to the list
	NewestSeq int64                // Seq of the newest row of all if the page starts further down; else 0
	Sorting   wire.SortedExchanges // of a sorted list, without the exchanges
	total     int                  // exchanges of which the newest are sorted; 0 if unknown
}

// chipWord names the session in scope, an agent or a time. Any other term stays as typed.
func (l Listing) chipWord(c link.Chip) string {
	key, value, _ := strings.Cut(c.Text, ":")
	switch value = strings.Trim(value, `"`); {
	case c.Text == link.Current:
		return strings.TrimSuffix("current session · "+words.SessionName(l.Current), " · ")
	case key == "session" && l.Banner != nil && l.Banner.ID == value:
		return "session " + record.SessionTitle(*l.Banner)
	case key == "agent" && l.Names[value] != "":
		return "agent " + l.Names[value]
	case key == "since" || key == "before":
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			return key + " " + words.Moment(at, time.Now())
		}
	}
	return c.Text
}

// typedChips returns the terms that have no button.
func (l Listing) typedChips() []link.Chip {
	return slices.DeleteFunc(l.Chips(), func(c link.Chip) bool { return isQuick(c.Text) })
}

// ClearedURL returns the URL of the list without a filter, in the same scope.
func (l Listing) ClearedURL() string {
	if l.IsCurrent {
		return "/traffic"
	}
	return "/traffic?q="
}

func (l Listing) scopePhrase() string {
	if l.IsCurrent {
		return "of the current session"
	}
	return "on record"
}

// totals counts the rows of the page: "31 shown · 9 failed · 2 wrong · 1.2 MB". If the record has
// more, it says so: "newest 200 shown · 1.2 MB". The type total counts all, with their failures. The
// page's script (list.js) counts again when rows change.
func (l Listing) totals() string {
	var bytes int64
	failed, wrong, n := 0, 0, 0
	for _, r := range l.Rows {
		if r.ID == "" { // a row of gaps
			continue
		}
		n++
		bytes += r.RequestBytes + r.ResponseBytes
		switch {
		case r.HasFailed():
			failed++
		case r.IsWrong():
			wrong++
		}
	}
	shown, size := part.Count(n)+" shown", " · "+part.Bytes(bytes)
	switch {
	case l.NewestSeq > 0 || l.From > 0 || l.Query.Sorted() && l.Sorting.Total > n:
		return shown + size
	case l.Older > 0:
		return "newest " + shown + size
	}
	shown += " · " + part.Count(failed) + " failed"
	if wrong > 0 {
		shown += " · " + part.Count(wrong) + " wrong"
	}
	return shown + size
}

// List reads the newest rows, or those before a Seq. For a sorted query it reads the page.
func (s *Lists) List(ctx context.Context, q link.Query, selected string, before int64) (Listing, error) {
	if q.Sorted() {
		return s.sorted(ctx, q, selected)
	}
	l := Listing{Query: q, Selected: selected}
	version, err := s.Library.Versions(ctx) // first: changes during the read show up later
	if err != nil {
		return l, fmt.Errorf("read the sessions: %w", err)
	}
	l.Since, l.Sessions = version.Exchanges, version.NonExchange()
	page := wire.Page{Before: before, Limit: Window, Search: &wire.Search{Budget: SearchTime}}
	xs, err := s.Library.Exchanges(ctx, q.Filter, page)
	if err != nil {
		return l, fmt.Errorf("read the exchanges: %w", err)
	}
	if l.Names, err = s.Names(ctx); err != nil {
		return l, err
	}
	s.rows(&l, xs, s.firstTicks(ctx))
	if len(xs) == Window {
		l.Older = xs[len(xs)-1].Seq
	} else if page.Search.NextBefore > 0 {
		l.Older, l.IsPartial = page.Search.NextBefore, true
	}
	if err := s.placeDividers(ctx, &l, before); err != nil {
		return l, err
	}
	s.fillSurroundings(ctx, &l, len(xs) > 0)
	return l, nil
}

func (s *Lists) rows(l *Listing, xs []wire.Exchange, ticks func(i int, x wire.Exchange) []time.Duration) {
	for i, x := range xs {
		r := s.Row(x, l.Names, l.Query, l.Selected)
		r.Ticks, r.Divided = ticks(i, x), !l.Query.Sorted() || l.Order.Column == "time"
		l.Rows = append(l.Rows, r)
	}
}

// fillSurroundings fills in what surrounds the rows. any says that the filter selects something.
func (s *Lists) fillSurroundings(ctx context.Context, l *Listing, any bool) {
	s.FillScope(ctx, l)
	l.CanKeep, l.Files = s.Keeper != nil, s.Files != nil
	l.CanSave = s.canSave(l.Query) && any
	l.HasHiddenProbes = !any && s.HidesProbes(ctx, l.Query)
	if !any && s.Keeper != nil {
		l.Hints = s.hints(ctx, l.Filter)
	}
	if !any {
		s.FindFormer(ctx, l)
	}
}

// FindFormer sets PreviousSession, which is offered if the current session has nothing to show.
func (s *Lists) FindFormer(ctx context.Context, l *Listing) {
	if l.IsCurrent && l.Typed() == "" {
		l.PreviousSession = s.former(ctx, l.Current.ID)
	}
}

// former returns the newest session with calls other than the current one. After a restart, that is
// where the person's recent traffic is.
func (s *Lists) former(ctx context.Context, current string) wire.Session {
	all, err := s.Library.Sessions(ctx)
	if err != nil {
		return wire.Session{}
	}
	if i := slices.IndexFunc(all, func(x wire.Session) bool { return x.ID != current && x.Calls() > 0 }); i >= 0 {
		return all[i]
	}
	return wire.Session{}
}

// maxHintValues bounds the recorded values among which hints look for the wanted one.
const maxHintValues = 2000

// hints names the recorded values of keys whose values in the filter are not on record.
func (s *Lists) hints(ctx context.Context, f wire.Filter) (all []string) {
	for _, key := range words.HintedKeys() {
		asked := filter.ValuesOf(f, key)
		if len(asked) == 0 {
			continue
		}
		known, err := s.Keeper.Values(ctx, key, "", maxHintValues)
		if hint := words.Hint(key, asked, known); err == nil && hint != "" {
			all = append(all, hint)
		}
	}
	return all
}

// HidesProbes reports whether the filter would select the console's own probes,
// which the list leaves out.
func (s *Lists) HidesProbes(ctx context.Context, q link.Query) bool {
	if q.Probes || len(q.Filter.Origins) > 0 || q.Err != "" {
		return false
	}
	f := q.Filter
	f.ExcludedOrigins, f.Origins = nil, []wire.Origin{wire.Console}
	xs, err := s.Library.Exchanges(ctx, f, wire.Page{Limit: 1, Search: &wire.Search{Budget: SearchTime}})
	return err == nil && len(xs) > 0
}

func (s *Lists) placeDividers(ctx context.Context, l *Listing, before int64) error {
	var above wire.Exchange
	if before > 0 {
		page := wire.Page{After: before - 1, Limit: 1}
		if !selectsSessions(l.Filter) { // the row itself suffices; the next match may be far away
			page.Before = before + 1
		}
		xs, err := s.Library.Exchanges(ctx, l.Filter, page)
		if err != nil {
			return fmt.Errorf("read the exchanges: %w", err)
		}
		if len(xs) > 0 {
			above = xs[0]
		}
	}
	s.dividers(l.Query).divide(ctx, l.Rows, above)
	return s.placeGaps(ctx, l, before, above)
}

func (s *Lists) Row(x wire.Exchange, names map[string]string, q link.Query, selected string) record.Row {
	r := record.Row{Exchange: x, Name: cmp.Or(names[x.Agent], record.HostOf(x.Agent)), ShortName: record.ShortName(x.Agent, names), URL: q.ExchangeURL(x.ID, ""), Selected: x.ID == selected, Now: s.Web.Now()}
	if held := s.HeldOf(&x); len(held) > 0 {
		r.HeldID = held[0].ID
	}
	return r
}

// Names maps the origins of known agents to their names.
func (s *Lists) Names(ctx context.Context) (map[string]string, error) {
	agents, err := s.Directory.Agents(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the known agents: %w", err)
	}
	return record.AgentNames(agents, s.Taps.Taps()), nil
}

// firstTicks returns ticks for the first rows of a page only.
func (s *Lists) firstTicks(ctx context.Context) func(i int, x wire.Exchange) []time.Duration {
	return func(i int, x wire.Exchange) []time.Duration {
		if i >= maxTickedRows {
			return nil
		}
		return s.ticks(ctx, x)
	}
}

// ticks returns when the chunks of a short, ended stream arrived, relative to its start.
func (s *Lists) ticks(ctx context.Context, x wire.Exchange) []time.Duration {
	if x.Frames < 2 || x.Frames > 40 || x.Outcome == wire.Open {
		return nil
	}
	chunks, err := s.Library.Chunks(ctx, x.ID, wire.Response, 0, 32<<10)
	if err != nil {
		return nil // the bar is drawn without them
	}
	var out []time.Duration
	for _, c := range chunks {
		out = append(out, c.At.Sub(x.Started))
	}
	return out
}

// errorOf links the filter field to its error message, if there is one.
func errorOf(err string) templ.Attributes {
	if err == "" {
		return nil
	}
	return templ.Attributes{"aria-describedby": "filter-error", "aria-invalid": "true"}
}

// titleOf returns a tooltip, if words is not empty.
func titleOf(words string) templ.Attributes {
	if words == "" {
		return nil
	}
	return templ.Attributes{"title": words}
}
