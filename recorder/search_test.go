package recorder

import (
	"slices"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/plan"
)

// The parts of a slow search hold each row exactly once.
func TestSearchGoesOnWhereItEnded(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 20_000)
	// Only the first two rows lack the word: million records them as ordinary calls.
	f, err := filter.Vocabulary{}.Parse("-fox")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := s.Exchanges(t.Context(), f, wire.Page{})
	if err != nil || len(whole) != 2 {
		t.Fatalf("%d rows, %v", len(whole), err)
	}
	var got []wire.Exchange
	pieces := 0
	for page := (wire.Page{Search: &wire.Search{Budget: time.Nanosecond}}); ; page.Before = page.Search.NextBefore {
		list, err := s.Exchanges(t.Context(), f, page)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, list...)
		pieces++
		if page.Search.NextBefore == 0 {
			break
		}
		if page.Before > 0 && page.Search.NextBefore >= page.Before {
			t.Fatalf("searched from %d down to %d", page.Before, page.Search.NextBefore)
		}
	}
	if len(got) != 2 || got[0].ID != whole[0].ID || got[1].ID != whole[1].ID || pieces < 4 {
		t.Errorf("%d rows in %d pieces", len(got), pieces)
	}
	easy := wire.Page{Search: &wire.Search{Budget: time.Nanosecond, NextBefore: 7}}
	if list, err := s.Exchanges(t.Context(), wire.Filter{Text: []string{"zebra"}}, easy); err != nil || len(list) != 2 || easy.Search.NextBefore != 0 {
		t.Errorf("%d rows, searched to %d, %v", len(list), easy.Search.NextBefore, err)
	}
}

// A list by time misses nothing, whatever the order of the rows. An imported session may begin with its newest
// exchange.
func TestTimesInAnyOrder(t *testing.T) {
	t.Parallel()
	skipLarge(t)
	s := open(t, nil)
	const n = 3000
	base := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	in := s.Import("newest-first.jsonl")
	if err := in.Session(t.Context(), &wire.Session{ID: wire.NewID(), Started: base}); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		x := call()
		x.ID, x.Outcome = wire.NewID(), wire.ByAgent
		x.Started = base.Add(time.Duration(n-i) * time.Second)
		x.RequestDone, x.Ended = x.Started, x.Started
		if err := in.Exchange(t.Context(), &x); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	count := func(f wire.Filter) int {
		t.Helper()
		list, err := s.Exchanges(t.Context(), f, wire.Page{Limit: 2 * n})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	at := func(seconds int) wire.Moment {
		return wire.Moment{At: base.Add(time.Duration(seconds) * time.Second)}
	}
	for _, c := range []struct {
		f    wire.Filter
		want int
	}{
		{wire.Filter{Since: at(1)}, 3000},
		{wire.Filter{Since: at(2001)}, 1000},
		{wire.Filter{Until: at(2001)}, 2000},
		{wire.Filter{Since: at(1000), Until: at(1010)}, 10},
		{wire.Filter{Since: at(3001)}, 0},
		{wire.Filter{Until: at(1)}, 0},
		{wire.Filter{Exclusions: []wire.Filter{{Since: at(2001)}}}, 2000},
	} {
		if got := count(c.f); got != c.want {
			t.Errorf("%s: %d rows, want %d", filter.String(c.f), got, c.want)
		}
	}
}

// A prefix finds what the full-text index finds, in whichever way it is searched.
func TestBeginningsFindTheSame(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 7_500)
	for _, p := range []string{"fo", "ze", "et", "task", "00", "1", "number 21", "nosuch", "http", "0000000", "ETH"} {
		var want []int64
		rows, err := s.readers.Query("SELECT rowid FROM words WHERE words MATCH ? AND rowid > 2 ORDER BY rowid DESC", `"`+p+`"*`)
		if want, err = database.Column[int64](rows, err); err != nil {
			t.Fatal(err)
		}
		if got := found(t, s, wire.Filter{Text: []string{p + "*"}}); !slices.Equal(got, want) {
			t.Errorf("%s*: %d rows, want %d", p, len(got), len(want))
		}
		if rest := found(t, s, wire.Filter{Exclusions: []wire.Filter{{Text: []string{p + "*"}}}}); len(rest)+len(want) != 7_498 {
			t.Errorf("-%s*: %d rows, want %d", p, len(rest), 7_498-len(want))
		}
	}
}

// found lists what a filter selects, newest first, without the first two rows.
func found(t *testing.T, s *Store, f wire.Filter) []int64 {
	t.Helper()
	list := find(t, s, f, wire.Page{After: 2})
	slices.Reverse(list)
	return list
}

func find(t *testing.T, s *Store, f wire.Filter, p wire.Page) []int64 {
	t.Helper()
	tx, err := s.readers.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	var until time.Time
	if p.Search != nil {
		until = time.Now().Add(p.Search.Budget)
	}
	q, err := plan.Make(t.Context(), tx, f, s.opts.Now(), until)
	if err != nil {
		t.Fatal(err)
	}
	list, err := q.Find(t.Context(), tx, p, 30_000, until)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// What a search finds depends neither on its driver nor on how often it stops and continues. The filters have
// common values, alone and together.
func TestCommonValuesFindTheSame(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 12_000)
	for text, where := range map[string]string{
		"op:send":                     "op = 'SendMessage'",
		"op:send dialect:1.0":         "op = 'SendMessage' AND dialect = '1.0'",
		"-op:get -op:send":            "FALSE",
		"-op:get":                     "op <> 'GetTask'",
		"op:send task:task-*":         "op = 'SendMessage'",
		"id:0000":                     "TRUE",
		"id:000011 op:get":            "op = 'GetTask' AND id LIKE '000011%'",
		"fox":                         "TRUE",
		"fox quick":                   "TRUE",
		"fox -zebra":                  "seq <> 10000",
		"fox quick -zebra":            "seq <> 10000",
		"number fox -quick":           "FALSE",
		"fox op:send":                 "op = 'SendMessage'",
		"fox caller:none":             "FALSE",
		"fox state:failed":            "state = 'TASK_STATE_FAILED'",
		"-fox state:failed":           "FALSE",
		"ether fox":                   "seq % 7 = 0",
		"zebra fox -ether":            "seq = 10000",
		`"quick brown"`:               "TRUE",
		`"brown quick"`:               "FALSE",
		`"quick brown" finding:error`: "worst = 3",
		`"brown fox num*" op:get`:     "op = 'GetTask'",
		"since:1970-01-01T00:00:05Z before:1970-01-01T00:00:06Z": "started >= 5000000000 AND started < 6000000000",
		"since:1970-01-01T00:00:05Z fox op:get":                  "started >= 5000000000 AND op = 'GetTask'",
		"before:1970-01-01T00:00:05Z state:failed":               "started < 5000000000 AND state = 'TASK_STATE_FAILED'",
		"caller:CLIENT binding:JSONRPC dialect:0.1":              "dialect = '0.1'",
		"dur:>1s":        "duration >= 1000000000",
		"-outcome:agent": "outcome <> 'agent'",
	} {
		f, err := filter.Vocabulary{}.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := database.Column[int64](s.readers.Query("SELECT seq FROM exchanges WHERE seq > 2 AND " + where + " ORDER BY seq DESC"))
		if err != nil {
			t.Fatal(err)
		}
		if got := found(t, s, f); !slices.Equal(got, want) {
			t.Errorf("%s: %d rows, want %d", text, len(got), len(want))
		}
		var got []int64
		for page := (wire.Page{After: 2, Before: 20_000, Search: &wire.Search{Budget: time.Nanosecond}}); ; page.Before = page.Search.NextBefore {
			page.Search.NextBefore = 0
			if got = append(got, find(t, s, f, page)...); page.Search.NextBefore == 0 {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, a slice at a time: %d rows, want %d", text, len(got), len(want))
		}
	}
}

// Choosing a driver is part of a search's budget: once that is spent, no more terms are counted.
// TestCommonValuesFindTheSame checks that the same rows are found.
func TestChoosingEndsWithTheBudget(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 3_000)
	f := wire.Filter{Ops: []string{"GetTask"}, Text: []string{"zebra"}}
	driver := func(until time.Time) *plan.Candidate {
		q, err := plan.Make(t.Context(), s.readers, f, s.opts.Now(), until)
		if err != nil {
			t.Fatal(err)
		}
		return q.Driver
	}
	if d := driver(time.Time{}); d == nil || d.Index != "words" {
		t.Errorf("without a budget the rarest term does not drive: %+v", d)
	}
	if d := driver(time.Now().Add(-time.Second)); d == nil || d.Index != "op" {
		t.Errorf("terms were counted after the budget: %+v", d)
	}
}

// Many changes are searched for words at once, few one by one.
func TestChangesAreSearchedForWords(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 7_000)
	for _, since := range []int64{100, 6_980} {
		for text, want := range map[string]func(seq int64) bool{
			"fox op:send": func(n int64) bool { return n%3 != 0 },
			"ether":       func(n int64) bool { return n%7 == 0 },
			"-ether":      func(n int64) bool { return n%7 != 0 },
			"nosuch":      func(int64) bool { return false },
		} {
			f, err := filter.Vocabulary{}.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			list, err := s.Changed(t.Context(), f, since, 10)
			var expected []int64
			for n := since + 1; n <= 7_000 && len(expected) < 10; n++ {
				if want(n) {
					expected = append(expected, n)
				}
			}
			if err != nil || !slices.Equal(seqs(list), expected) {
				t.Errorf("%s since %d: %v, %v, want %v", text, since, seqs(list), err, expected)
			}
		}
	}
}

// A part of an id finds exchanges whose ids begin or end with it, or whose shown suffix begins with it.
func TestExchangesLike(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	million(t, s, 3)
	id := record(t, s, call(), `{}`, jsonHead, `{}`)
	for _, short := range []string{id, id[len(id)-8:], id[:20], id[:4] + "…" + id[len(id)-8:], "..." + id[30:], id[len(id)-8 : len(id)-3]} {
		list, err := s.ExchangesLike(t.Context(), wire.ParseShortID(short))
		if err != nil || len(list) != 1 || list[0].ID != id {
			t.Errorf("%s: %d, %v", short, len(list), err)
		}
	}
	for _, none := range []string{"", "…", "*", "[0-9]*", "zzzz", "0", id[len(id)-3:], id[4:12], id[len(id)-8:] + "…" + id[:4]} {
		if list, err := s.ExchangesLike(t.Context(), wire.ParseShortID(none)); err != nil || len(list) != 0 {
			t.Errorf("%q: %d, %v", none, len(list), err)
		}
	}
}
