package list

import (
	"context"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/web"
)

// growing is a record that holds what a test put there, of which no page is drawn
// but the live list.
type growing struct {
	host.Library
	host.Directory
	xs []wire.Exchange
}

func (*growing) Versions(context.Context) (wire.Versions, error)  { return wire.Versions{}, nil }
func (*growing) Sessions(context.Context) ([]wire.Session, error) { return nil, nil }

func (g *growing) grow(n int) {
	for range n {
		seq := int64(len(g.xs) + 1)
		g.xs = append(g.xs, wire.Exchange{ID: fmt.Sprint("exchange-", seq), Seq: seq, Version: seq})
	}
}

func (g *growing) Exchanges(_ context.Context, _ wire.Filter, p wire.Page) (out []wire.Exchange, err error) {
	for _, x := range slices.Backward(g.xs) { // newest first
		if x.Seq > p.After && (p.Before == 0 || x.Seq < p.Before) {
			out = append(out, x)
		}
	}
	if p.After > 0 {
		return out[max(0, len(out)-p.Limit):], nil
	}
	return out[:min(len(out), p.Limit)], nil
}

// Count counts all but what it is told to leave out by the filter's Is: none has failed.
func (g *growing) Count(_ context.Context, f wire.Filter, _ *wire.Search) (int, error) {
	if len(f.Is) > 0 {
		return 0, nil
	}
	return len(g.xs), nil
}

func (g *growing) Changed(_ context.Context, _ wire.Filter, since int64, limit int) ([]wire.Exchange, error) {
	xs := g.xs[since:]
	return append([]wire.Exchange(nil), xs[:min(limit, len(xs))]...), nil
}

func (g *growing) Gaps(context.Context, string) ([]wire.Gap, error) { return nil, nil }
func (g *growing) Agents(context.Context) ([]wire.Agent, error)     { return nil, nil }

// oneDesk records one session.
type oneDesk struct{ host.Desk }

func (oneDesk) Current() wire.Session { return wire.Session{ID: "now"} }

type everyTap = host.Taps // its name leaves room for the method

// noTaps are none.
type noTaps struct{ everyTap }

func (noTaps) Taps() []host.Tap { return nil }

// TestLongLiveListIsTrimmed: a page that stays open keeps the newest rows only; the
// older ones are taken away together, and a link leads to them.
func TestLongLiveListIsTrimmed(t *testing.T) {
	g := &growing{}
	site, err := web.New(web.Options{Listen: "127.0.0.1:7420"})
	if err != nil {
		t.Fatal(err)
	}
	defer site.Close()
	r := httptest.NewRequest("GET", "/live/traffic", nil)
	v := (&Lists{Web: site, Library: g, Desk: oneDesk{}, Directory: g, Taps: noTaps{}}).NewListView(r, 0)
	draw := func() string {
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
	g.grow(most + groupSize - 1)
	if got := draw(); strings.Contains(got, `id="older"`) || strings.Count(got, "data-row") != most+groupSize-1 {
		t.Fatal("a list was trimmed that was not long yet")
	}
	g.grow(1)
	got := draw()
	last := fmt.Sprint("#x", groupSize+1) // the oldest of the newest
	for _, want := range []string{
		"data: selector #gone, .group:has(" + last + ") ~ .group, .group:has(" + last + ") ~ .gap, " + last + " ~ .row, #older\ndata: mode remove\n",
		"before=" + last[2:],
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the patches lack %q:\n%s", want, regexp.MustCompile(`(?m)^data: elements.*`).ReplaceAllString(got, "…"))
		}
	}
	if want := fmt.Sprint(most+groupSize) + " exchanges · 0 failed</p>"; !strings.Contains(got, want) {
		t.Errorf("the patches lack %q: how many there are in all", want)
	}
	g.grow(1)
	if got := draw(); strings.Contains(got, "mode remove") || strings.Count(got, "data-row") != 1 {
		t.Errorf("the next row takes more with it than itself:\n%s", got)
	}
}
