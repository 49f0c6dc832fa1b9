package replay

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/ui/comparison"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/rerun"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) Routes() []web.Route {
	if s.Player == nil {
		return nil
	}
	return slices.Concat([]web.Route{
		{Pattern: "GET /replays", Handle: s.replaysPage, Live: s.replaysLive},
		{Pattern: "GET /replays/new", Handle: s.newReplayPage},
		{Pattern: "POST /replays", Handle: s.startReplay},
		{Pattern: "GET /replays/{id}", Handle: s.replayPage, Live: s.replayLive},
		{Pattern: "GET /sessions/{id}/test", Handle: s.testPage},
		{Pattern: "GET /sessions/{id}/mock", Handle: s.mockPage, Live: s.mockLive},
		{Pattern: "POST /sessions/{id}/mock", Handle: s.startMock},
		{Pattern: "POST /mocks/{id}/stop", Handle: s.stopMock},
	},
		web.Verbs(web.Route{Pattern: "POST /replays/{id}/{do}", Handle: s.replayDo},
			"pause", "resume", "stop", "go-on", "ignore"))
}

func (s *Screen) replaysPage(w http.ResponseWriter, r *http.Request) error {
	return s.Web.Page(w, r, web.Page{Title: "Replays", Screen: "sessions", Styles: []string{"comparison", "replay"}, Body: replaysBody(s.Runs.Snapshots(r.Context())), Live: true})
}

func (s *Screen) replaysLive(*http.Request, int64) (web.View, error) {
	return web.ViewFunc(func(ctx context.Context, p *web.Patches) error {
		p.Changed("replays", replayTable(s.Runs.Snapshots(ctx)))
		return nil
	}, web.Runs), nil
}

func (s *Screen) replayPage(w http.ResponseWriter, r *http.Request) error {
	l, err := s.Runs.SnapshotOf(r)
	if err != nil {
		return err
	}
	return s.Web.Page(w, r, web.Page{Title: "Replay of " + part.Short(l.Title, 60) + " against " + part.Short(record.HostOf(l.Options.To), 80), Screen: "sessions", Styles: []string{"comparison", "replay"}, Body: replayBody(l), Live: true})
}

type replayView struct {
	look     func() (rerun.Snapshot, error)
	shownRev int // revision that the page shows; -1: none
	planned  bool
	common   int // number of notes that the page shows once for many steps
}

func (s *Screen) replayLive(r *http.Request, _ int64) (web.View, error) {
	v := &replayView{look: func() (rerun.Snapshot, error) { return s.Runs.SnapshotOf(r) }, shownRev: -1}
	_, err := v.look()
	return v, err
}

func (v *replayView) Concerns(n web.Notice) bool { return n.Matches(web.Runs) }

func (v *replayView) Draw(_ context.Context, p *web.Patches) error {
	l, err := v.look()
	if err != nil || l.Rev == v.shownRev {
		return err
	}
	p.Changed("status", replayStatus(l))
	if v.shownRev < 0 || !v.planned || l.OnlyDiffering || len(l.Common) != v.common {
		p.Changed("steps", replaySteps(l))
	} else {
		for i, t := range l.Steps {
			if t.Rev > v.shownRev && i < comparison.MaxShownPairs {
				p.Morph(comparison.PairRow(row(l, i)))
			}
		}
	}
	v.shownRev, v.planned, v.common = l.Rev, l.Planned, len(l.Common)
	return nil
}

func (s *Screen) replayDo(w http.ResponseWriter, r *http.Request) error {
	run, ok := s.Runs.Reruns.Get(r.PathValue("id"))
	if !ok {
		return rerun.ErrNoReplay()
	}
	switch r.PathValue("do") {
	case "pause":
		run.Pause(true)
	case "resume":
		run.Pause(false)
	case "stop":
		s.Runs.End(run)
	case "go-on":
		s.Runs.Resume(run)
	case "ignore":
		if err := s.Runs.Hide(r.Context(), run, strings.TrimSpace(r.FormValue("rule"))); err != nil {
			return err
		}
	}
	return s.Web.Done(w, r, web.Runs)
}
