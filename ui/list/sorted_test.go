package list

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// sorting is a record that sorts by Seq. Tests set how many exchanges it claims to have sorted.
type sorting struct {
	growing
	most  int
	short bool
}

func (g *sorting) Sorted(ctx context.Context, f wire.Filter, o wire.Order, from, limit int, search *wire.Search) (wire.SortedExchanges, error) {
	xs, err := g.Exchanges(ctx, f, wire.Page{Limit: g.most})
	out := wire.SortedExchanges{Total: len(xs), Complete: len(xs) == len(g.xs) && !g.short, NewestSeq: xs[0].Seq}
	if g.short {
		search.NextBefore = 1
	}
	if !o.Descending {
		slices.Reverse(xs)
	}
	if i := slices.IndexFunc(xs, func(x wire.Exchange) bool { return x.Seq == o.AroundSeq }); i >= 0 {
		from = i / limit * limit
	}
	out.Offset, out.Exchanges = from, xs[min(from, len(xs)):min(from+limit, len(xs))]
	return out, err
}

func (g *sorting) Sessions(context.Context) ([]wire.Session, error) {
	return []wire.Session{{ID: "now", Exchanges: len(g.xs) + 7, Probes: 7}, {ID: "other", Exchanges: 5000}}, nil
}

func (g *sorting) Session(context.Context, string) (wire.Session, error) {
	return wire.Session{ID: "now"}, nil
}

func (g *sorting) lists(t *testing.T) *Lists {
	t.Helper()
	site, err := web.New(web.Options{Listen: "127.0.0.1:7420"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	return &Lists{Web: site, Library: g, Desk: oneDesk{}, Directory: g, Taps: noTaps{}}
}

// A sorted list has pages, and says when not all exchanges are sorted.
func TestSortedListSaysWhatItIs(t *testing.T) {
	for _, c := range []struct {
		name       string
		most, from int
		short      bool
		f          wire.Filter
		rows       int
		want       []string
		not        string
	}{
		{"all", 1000, 0, false, wire.Filter{Session: "now"}, 200, []string{"Sorted by size, largest first.", "1–200 of 450", ">Next 200<", `href="/traffic?from=200&amp;sort=-size"`, `aria-sort="descending"`}, "Only"},
		{"the last page", 1000, 400, false, wire.Filter{Session: "now"}, 50, []string{"401–450 of 450", ">Previous 200<", `data-above="400"`}, "Next"},
		{"beyond it", 1000, 600, false, wire.Filter{Session: "now"}, 0, []string{">Previous 200<"}, "Nothing"},
		{"the newest", 300, 0, false, wire.Filter{Session: "now"}, 200, []string{"Only the newest 300 of 450 are sorted", "1–200 of 300"}, ""},
		{"of a filter", 300, 0, false, wire.Filter{Session: "now", Ops: []string{"send"}}, 200, []string{"Only the newest 300 that match are sorted"}, " of 450"},
		{"in time", 300, 0, true, wire.Filter{Session: "now"}, 200, []string{"Only the newest 300 that were found in time are sorted"}, ""},
	} {
		g := &sorting{most: c.most, short: c.short}
		g.grow(450)
		q := link.Query{Text: link.Current, IsCurrent: true, Filter: c.f, Order: wire.Order{Column: "size", Descending: true}, From: c.from}
		l, err := g.lists(t).List(t.Context(), q, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		var html bytes.Buffer
		if err := ListPane(l).Render(t.Context(), &html); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(html.String(), " data-row"); n != c.rows {
			t.Errorf("%s: %d rows", c.name, n)
		}
		for _, want := range c.want {
			if !strings.Contains(html.String(), want) {
				t.Errorf("%s: the page lacks %q", c.name, want)
			}
		}
		if text := html.String(); c.not != "" && strings.Contains(text[strings.Index(text, `id="sort-note"`):], c.not) {
			t.Errorf("%s: the page says %q", c.name, c.not)
		}
	}
}

func sortedStream(t *testing.T, g *sorting, shown string, since int64) func() string {
	return streamAt(t, g, "/live/traffic?sort=time", shown, since)
}

// A sorted list stays in place: shown rows change where they are, new ones are only counted.
func TestSortedListStandsStill(t *testing.T) {
	g := &sorting{most: 1000}
	g.grow(450)
	draw := sortedStream(t, g, "sorted 440 3 2 1", 450)
	if got := draw(); strings.Contains(got, "data-row") || !strings.Contains(got, "<span>10 new: sort again</span>") {
		t.Errorf("on opening:\n%s", got)
	}
	for _, seq := range []int64{2, 400} { // shown; on another page
		g.change(seq)
		if got, want := draw(), seq == 2; strings.Contains(got, `id="x2"`) != want || strings.Contains(got, `id="x400"`) || strings.Contains(got, "before") {
			t.Errorf("row %d changed:\n%s", seq, got)
		}
	}
	g.grow(1)
	if got := draw(); strings.Contains(got, "data-row") || !strings.Contains(got, "<span>11 new: sort again</span>") {
		t.Errorf("after one more:\n%s", got)
	}
}

// A row that temporarily does not match returns to its place.
func TestSortedRowComesBack(t *testing.T) {
	g := &sorting{most: 1000}
	g.grow(450)
	draw := sortedStream(t, g, "sorted 450 3 7 1", 450)
	draw()
	g.misses = 7
	g.change(7)
	if got := draw(); !strings.Contains(got, "> #x7\ndata: mode remove") {
		t.Errorf("it stays:\n%s", got)
	}
	g.misses = 0
	g.change(7)
	if got := draw(); !strings.Contains(got, `id="x7"`) || !strings.Contains(got, "> #x1\ndata: mode before") {
		t.Errorf("it does not come back:\n%s", got)
	}
}

// The list is sorted again if the page asks for it, or does not state what it shows.
func TestSortedAgain(t *testing.T) {
	for _, shown := range []string{"newest", "", "sorted x", "7 9"} {
		g := &sorting{most: 1000}
		g.grow(450)
		draw := sortedStream(t, g, shown, 100)
		got := draw()
		if n := strings.Count(got, " data-row"); n != Window || !strings.Contains(got, `id="x200"`) || strings.Contains(got, `id="x201"`) || !strings.Contains(got, `id="heads"`) {
			t.Errorf("%q: %d rows", shown, n)
		}
		g.grow(1)
		if got := draw(); strings.Contains(got, "data-row") || !strings.Contains(got, "<span>1 new: sort again</span>") {
			t.Errorf("%q, then one more:\n%s", shown, got)
		}
		g.sessions++
		if got := draw(); strings.Contains(got, `id="rows"`) || strings.Contains(got, "remove") {
			t.Errorf("%q, then a session with another name:\n%.2000s", shown, got)
		}
	}
}
