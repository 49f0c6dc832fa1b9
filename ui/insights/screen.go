// Package insights draws figures for a filter, as a view of Traffic: calls over time, latency,
// failures, and callers. Each mark links to its exchanges.
package insights

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/insight"
	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Screen reads and draws figures. Safe for concurrent use.
type Screen struct {
	Lists   *list.Lists
	Library host.Library
}

type page struct {
	list.Listing
	insight.Figures
	Baseline *page          // what it is compared with; nil for nothing
	Recorded []wire.Session // sessions to compare with

	OmitsExaminations bool

	Models       []modelcall.Figure
	HasMoreCalls bool // of models than are summed
}

// pageOf reads the figures of a filter. Across sessions they leave out examinations, unless the filter names them.
func (s *Screen) pageOf(ctx context.Context, l list.Listing) (p page, err error) {
	p.Listing = l
	f, omits := l.Filter.OmitExaminations()
	p.OmitsExaminations = omits
	samples, err := s.Lists.Samples.Read(ctx, f)
	if err != nil {
		return p, err
	}
	p.Figures = insight.FiguresOf(samples)
	models, isWhole, err := modelcall.LoadFigures(ctx, s.Library, f)
	p.Models, p.HasMoreCalls = models, !isWhole
	return p, err
}

func (p page) name(of, value string) string {
	if of == "Agent" {
		value = cmp.Or(p.Names[value], value)
	}
	return part.Short(value, 80)
}

func (s *Screen) View() list.View {
	return list.View{
		Pane: func(ctx context.Context, q link.Query) (list.Pane, error) {
			p, err := s.read(ctx, q)
			return list.Pane{Title: "Insights", Styles: []string{"insights"}, Body: pane(p), Selection: figures(p), Bar: p.Listing, Since: p.Since}, err
		},
		Live: func(q link.Query) web.View { return &view{s: s, q: q} },
	}
}

func (s *Screen) read(ctx context.Context, q link.Query) (p page, err error) {
	version, err := s.Library.Versions(ctx) // first: changes during the read show up later
	if err != nil {
		return p, fmt.Errorf("read the versions: %w", err)
	}
	p, err = s.pageOf(ctx, list.Listing{Query: q, CanKeep: s.Lists.Keeper != nil, Since: version.Exchanges, Sessions: version.NonExchange()})
	if err != nil {
		return p, err
	}
	if p.Names, err = s.Lists.Names(ctx); err != nil {
		return p, err
	}
	if s.Lists.FillScope(ctx, &p.Listing); p.Count == 0 {
		s.Lists.FindFormer(ctx, &p.Listing)
	}
	if p.Recorded, err = s.Library.Sessions(ctx); err != nil {
		return p, fmt.Errorf("read the sessions: %w", err)
	}
	p.Recorded = p.Recorded[:min(len(p.Recorded), maxSessions)]
	if q.Versus == "" {
		return p, nil
	}
	baseline, err := s.pageOf(ctx, list.Listing{Query: s.Lists.ResolveCurrent(q.ComparedQuery()), Names: p.Names})
	p.Baseline = &baseline
	return p, err
}

const maxSessions = 50

type view struct {
	s   *Screen
	q   link.Query
	bar list.Bar
}

// Pace implements web.Paced.
func (*view) Pace() time.Duration { return 2 * time.Second }

// Concerns implements web.Selective. Both sides of a comparison count.
func (v *view) Concerns(n web.Notice) bool {
	return list.Concerns(v.q.Filter, n) || v.q.Versus != "" && list.Concerns(v.s.Lists.ResolveCurrent(v.q.ComparedQuery()).Filter, n)
}

// Draw implements web.View.
func (v *view) Draw(ctx context.Context, p *web.Patches) error {
	v.q = v.s.Lists.ResolveCurrent(v.q)
	now, err := v.s.read(ctx, v.q)
	if err != nil {
		return err
	}
	v.bar.Draw(p, now.Listing)
	p.Changed("insights", figures(now))
	p.Since(now.Since)
	return nil
}
