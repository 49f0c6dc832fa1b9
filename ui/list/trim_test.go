package list

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
)

// growing is a record filled by a test. Only the live list is drawn from it.
type growing struct {
	host.Library
	host.Directory
	xs       []wire.Exchange // by Seq
	version  int64
	sessions int64  // version of sessions and agents
	once     func() // called at the next read
	naming   func() // called at each read of agents
	name     string // of the agent of all calls
	misses   int64  // Seq that no filter selects
}

func (g *growing) Versions(context.Context) (wire.Versions, error) {
	return wire.Versions{Exchanges: g.version, Sessions: g.sessions}, nil
}
func (*growing) Sessions(context.Context) ([]wire.Session, error) { return nil, nil }

func (g *growing) grow(n int) {
	for range n {
		seq := int64(len(g.xs) + 1)
		g.xs = append(g.xs, wire.Exchange{ID: fmt.Sprint("exchange-", seq), Seq: seq})
		g.change(seq)
	}
}

// change makes a row differ from its last version.
func (g *growing) change(seq int64) {
	g.version++
	g.xs[seq-1].Version, g.xs[seq-1].Note = g.version, fmt.Sprint("changed at ", g.version)
}

func (g *growing) Exchanges(_ context.Context, _ wire.Filter, p wire.Page) (out []wire.Exchange, err error) {
	if g.once != nil {
		g.once()
		g.once = nil
	}
	for _, x := range slices.Backward(g.xs) { // newest first
		if x.Seq > p.After && (p.Before == 0 || x.Seq < p.Before) {
			out = append(out, x)
		}
	}
	if p.After > 0 && p.Before == 0 {
		return out[max(0, len(out)-p.Limit):], nil
	}
	return out[:min(len(out), p.Limit)], nil
}

// Count counts everything except what the filter excludes by is: nothing has failed.
func (g *growing) Count(_ context.Context, f wire.Filter, _ *wire.Search) (int, error) {
	if len(f.Conditions) > 0 {
		return 0, nil
	}
	return len(g.xs), nil
}

func (g *growing) Changed(_ context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error) {
	xs := slices.DeleteFunc(slices.Clone(g.xs), func(x wire.Exchange) bool {
		return x.Version <= since || x.Seq == g.misses && !reflect.DeepEqual(f, wire.Filter{})
	})
	slices.SortFunc(xs, func(a, b wire.Exchange) int { return int(a.Version - b.Version) })
	return xs[:min(limit, len(xs))], nil
}

func (g *growing) Gaps(context.Context, string) ([]wire.Gap, error) { return nil, nil }

func (g *growing) Agents(context.Context) ([]wire.Agent, error) {
	if g.naming != nil {
		g.naming()
	}
	return []wire.Agent{{Name: g.name}}, nil
}

// oneDesk records one session.
type oneDesk struct{ host.Desk }

func (oneDesk) Current() wire.Session { return wire.Session{ID: "now"} }

type everyTap = host.Taps // the alias leaves the name Taps to the method

type noTaps struct{ everyTap }

func (noTaps) Taps() []host.Tap { return nil }

// A page with more rows than a following page keeps drops the oldest at the next new one.
func TestPageOfManyRowsIsTrimmed(t *testing.T) {
	g := &growing{}
	g.grow(Window + 30)
	draw := stream(t, g, fmt.Sprint("0 ", Window+30), Window+30)
	if got := draw(); strings.Contains(got, "data-row") {
		t.Fatalf("on opening:\n%s", got)
	}
	g.grow(1)
	if got := draw(); !strings.Contains(got, "> #x31, ") || strings.Contains(got, "> #x32,") || !strings.Contains(got, "> #x1\n") || !strings.Contains(got, "before=32") {
		t.Errorf("the patches are not of the oldest 31 rows:\n%s", got)
	}
}

// TestLongLiveListIsTrimmed: a page that stays open keeps only the newest rows. A
// link leads to the older ones.
func TestLongLiveListIsTrimmed(t *testing.T) {
	g := &growing{}
	g.grow(Window)
	draw := stream(t, g, fmt.Sprint("0 ", Window), Window)
	if got := draw(); strings.Contains(got, "data-row") || strings.Contains(got, `id="older"`) {
		t.Fatalf("on opening:\n%s", got)
	}
	g.grow(2)
	got := draw()
	for _, want := range []string{
		`> #x2, #rows`, `> #x1` + "\ndata: mode remove\n", "before=3", fmt.Sprint(Window+2, " exchanges · 0 failed</p>"),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the patches lack %q:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "data-row "); n != 2 || strings.Count(got, "row fresh") != 2 {
		t.Errorf("%d rows were sent, 2 are new:\n%s", n, got)
	}
}
