package list

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/web"
)

// stream opens the live list for a page that shows certain rows, and returns
// a function that draws it.
func stream(t *testing.T, g *growing, shown string, since int64) (draw func() string) {
	t.Helper()
	return streamAt(t, g, "/live/traffic", shown, since)
}

// streamAt is stream for the list at an address.
func streamAt(t *testing.T, g interface {
	host.Library
	host.Directory
}, at, shown string, since int64) (draw func() string) {
	t.Helper()
	site, err := web.New(web.Options{Listen: "127.0.0.1:7420"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { site.Close() })
	r := httptest.NewRequest("GET", at, nil)
	r.Header.Set("Console-Shown", shown)
	v := (&Lists{Web: site, Library: g, Desk: oneDesk{}, Directory: g, Taps: noTaps{}}).NewListView(r, since)
	return func() string {
		t.Helper()
		w := httptest.NewRecorder()
		p := web.NewPatches(w, r)
		if err := v.Draw(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if err := p.Flush(); err != nil {
			t.Fatal(err)
		}
		return w.Body.String()
	}
}

// A frozen page is sent the number of new rows, and changes to its own rows.
func TestHeldPageIsToldHowManyCame(t *testing.T) {
	g := &growing{}
	g.grow(500)
	draw := stream(t, g, "1 300 450", 500) // scrolled down from row 450
	if got := draw(); strings.Contains(got, "data-row") || !strings.Contains(got, "<span>50 new</span>") {
		t.Errorf("on opening:\n%s", got)
	}
	g.grow(2)
	if got := draw(); strings.Contains(got, "data-row") || strings.Contains(got, "remove") || !strings.Contains(got, "<span>52 new</span>") {
		t.Errorf("after two more:\n%s", got)
	}
	for _, seq := range []int64{200, 400} { // shown; dropped
		g.change(seq)
		if got, want := draw(), seq == 200; strings.Contains(got, `id="x200"`) != want || strings.Contains(got, `id="x400"`) {
			t.Errorf("row %d changed:\n%s", seq, got)
		}
	}
}

// A page whose rows changed before its stream began gets their current state.
func TestRowsChangedBeforeTheStream(t *testing.T) {
	for _, shown := range []string{"11 13", "11 13 13"} { // following; frozen
		g := &growing{}
		g.grow(13)
		for _, seq := range []int64{11, 13, 12} {
			g.change(seq)
		}
		got := stream(t, g, shown, 13)()
		for _, row := range []string{"x11", "x12", "x13"} {
			if n := strings.Count(got, `id="`+row+`"`); n != 1 {
				t.Errorf("%s: row %s was sent %d times:\n%s", shown, row, n, got)
			}
		}
		if strings.Contains(got, `id="x10"`) {
			t.Errorf("%s: a row came that the page does not show:\n%s", shown, got)
		}
	}
}

// An exchange that arrives while a stream opens is drawn, although the page was current until then.
func TestRowsThatComeAsTheStreamOpens(t *testing.T) {
	g := &growing{}
	g.grow(5)
	g.once = func() { g.grow(1) }
	draw := stream(t, g, "0 5", 5)
	if got := draw() + draw(); strings.Count(got, `id="x6"`) != 1 {
		t.Errorf("the new row did not come:\n%.3000s", got)
	}
}

// The same holds for rows that were loaded outside the stream, at an older version than the one
// that the stream has sent.
func TestRowsChangedAfterTheyWereLoaded(t *testing.T) {
	for shown, want := range map[string]bool{"11 13@13": true, "11 13 13@13": true, "11 13@14": false, "11 13": false} {
		g := &growing{}
		g.grow(13)
		g.change(11)
		if got := strings.Contains(stream(t, g, shown, 14)(), `id="x11"`); got != want {
			t.Errorf("%s: the row that changed was sent: %v", shown, got)
		}
	}
}

// A name that changes while a stream opens is drawn, whether the page already has its rows or
// gets them from the stream.
func TestNamesThatChangeAsTheStreamOpens(t *testing.T) {
	for shown, reading := range map[string]int{"0 5": 1, "newest": 2} {
		g := &growing{name: "before"}
		g.grow(5)
		g.naming = func() {
			if reading--; reading == 0 {
				g.name, g.sessions = "after", g.sessions+1
			}
		}
		draw := stream(t, g, shown, 5)
		if got := draw() + draw(); !strings.Contains(got, ">after<") {
			t.Errorf("%s: the new name did not come:\n%.3000s", shown, got)
		}
	}
}

type noHolds struct{ host.HoldQueue }

func (noHolds) HeldOf(string) []wire.HeldItem { return nil }

// An item that the page shows as held may be released before its stream opens,
// and no version shows that.
func TestHoldsReleasedBeforeTheStream(t *testing.T) {
	g := &sorting{}
	g.grow(5)
	g.xs[1].Outcome = wire.ByAgent
	s := g.lists(t)
	s.HoldQueue = noHolds{}
	r := httptest.NewRequest("GET", "/live/traffic", nil)
	r.Header.Set("Console-Shown", "0 5")
	w := httptest.NewRecorder()
	p := web.NewPatches(w, r)
	if err := errors.Join(s.NewListView(r, 5).Draw(t.Context(), p), p.Flush()); err != nil {
		t.Fatal(err)
	}
	if got := w.Body.String(); strings.Count(got, "data-row ") != 4 || strings.Contains(got, `id="x2"`) || strings.Contains(got, `id="rows"`) {
		t.Errorf("not those that are open:\n%s", got)
	}
}

// A frozen page that follows again starts with the newest rows.
func TestHeldPageGoesOn(t *testing.T) {
	g := &growing{}
	g.grow(1303)
	got := stream(t, g, "newest", 1303)()
	if n := strings.Count(got, "data-row "); n != Window || !strings.Contains(got, `id="rows"`) || !strings.Contains(got, `id="x1303"`) || strings.Contains(got, "data-held") {
		t.Errorf("%d rows:\n%s", n, got)
	}
}

// What a browser claims to show is not trusted.
func TestWindowOf(t *testing.T) {
	for said, fine := range map[string]bool{
		"": true, "0 2": true, "1 2": true, "1 2 2": true, "newest": false, "sorted 1": true, "sorted 1 2 3": true, "sorted": false, "sorted 1 -2": false, "sorted a b": false,
		"sorted 1" + strings.Repeat(" 3", Window): true, "sorted 1" + strings.Repeat(" 3", Window+1): false, "2 1": false, "-1 2": false, "1": false, "1 2 3 4": false, "a b": false, "1 99999999999999999999": false,
	} {
		r := httptest.NewRequest("GET", "/live/traffic", nil)
		r.Header.Set("Console-Shown", said)
		if got := windowOf(r); got.NeedsReset == fine {
			t.Errorf("%q: %+v", said, got)
		}
	}
}

// Newer returns the rows directly above the shown ones, and whether they are all.
func TestNewer(t *testing.T) {
	g := &growing{}
	g.grow(500)
	site, err := web.New(web.Options{Listen: "127.0.0.1:7420"})
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	s := &Lists{Web: site, Library: g, Desk: oneDesk{}, Directory: g, Taps: noTaps{}}
	for _, want := range []struct {
		after, top int64
		n          int
		all        bool
	}{{100, 300, 200, false}, {450, 500, 50, true}, {500, 0, 0, true}} {
		l, all, err := s.Newer(t.Context(), link.Query{}, want.after)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.Rows) != want.n || all != want.all || want.n > 0 && (l.Rows[0].Seq != want.top || l.Rows[want.n-1].Seq != want.after+1) {
			t.Errorf("after %d: %d rows, all: %v", want.after, len(l.Rows), all)
		}
	}
}

// walks records the requested pages.
type walks struct {
	*growing
	pages []wire.Page
}

func (w *walks) Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error) {
	w.pages = append(w.pages, p)
	return w.growing.Exchanges(ctx, f, p)
}

// Exchanges above the rows of a filter are never searched without a bound, since
// that may be the whole record.
func TestNothingIsSearchedUpward(t *testing.T) {
	g := &walks{growing: &growing{}}
	g.grow(500)
	s := &Lists{Library: g, Desk: oneDesk{}, Directory: g, Taps: noTaps{}}
	v := &ListView{s: s, window: window{Low: 1, High: 300, IsFrozen: true, FrozenAt: 450}}
	if err := v.read(t.Context(), 500); err != nil || v.window.arrivals != 50 || v.window.counted != 500 {
		t.Errorf("%d came, up to %d, %v", v.window.arrivals, v.window.counted, err)
	}
	l := Listing{Query: link.Query{Filter: wire.Filter{Session: "now", Callers: []string{"somebody"}}}}
	if err := s.placeDividers(t.Context(), &l, 200); err != nil {
		t.Error(err)
	}
	for _, p := range g.pages {
		if p.After > 0 && p.Before == 0 {
			t.Errorf("searched upward: %+v", p)
		}
	}
}

// The list next to an exchange contains its row. If that is too far down for the newest rows, the
// page is frozen with rows above and below it; a sorted list shows its page.
func TestListBesideHasTheRow(t *testing.T) {
	g := &sorting{most: 5000}
	g.grow(1000)
	s := g.lists(t)
	q := link.QueryOf(nil)
	for _, c := range []struct {
		seq, top, held int64
		rows           int
	}{{950, 1000, 0, Window}, {801, 1000, 0, Window}, {800, 860, 1000, Window}, {5, 65, 1000, 65}} {
		l, err := s.Around(t.Context(), q, g.xs[c.seq-1])
		if err != nil {
			t.Fatal(err)
		}
		if !l.has(c.seq) || l.Rows[0].Seq != c.top || l.NewestSeq != c.held || len(l.Rows) != c.rows {
			t.Errorf("%d: has it %v, from row %d, held at %d, %d rows", c.seq, l.has(c.seq), l.Rows[0].Seq, l.NewestSeq, len(l.Rows))
		}
		if c.held > 0 && l.Since != int64(len(g.xs)) {
			t.Errorf("%d: the stream would begin at version %d", c.seq, l.Since)
		}
		var b strings.Builder
		if err := ListPane(l).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		held, newer := strings.Contains(b.String(), `data-held="1000"`), strings.Contains(b.String(), `href="/traffic?after=`+l.firstSeq()+`"`) && l.firstSeq() != ""
		if held != (c.held > 0) || newer != (c.held > 0) {
			t.Errorf("%d: the page is held: %v, leads to newer rows: %v", c.seq, held, newer)
		}
	}
	q.Order = wire.Order{Column: "time", Descending: true}
	l, err := s.Around(t.Context(), q, g.xs[4])
	if err != nil || !l.has(5) || l.From != 800 || l.sortedRange() != "801–1,000 of 1,000" {
		t.Errorf("sorted: has it %v, from %d: %v", l.has(5), l.From, err)
	}
}
