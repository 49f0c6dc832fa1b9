package traffic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/stream"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// The path of a task is the sequence of its states, drawn as a bar.

const (
	maxPathBytes = 256 << 10   // bytes of a stream that is read for its states; for a longer one only the last state counts
	maxPaths     = 1000        // exchanges whose states are cached
	maxPathSteps = 24          // the newest steps of a path, which are drawn
	pathPace     = time.Second // least time between two reads of an open stream, which changes with each event
)

// pathStep is a state of a path, or the time before the first state.
type pathStep struct {
	State    a2a.State // "" for the time before the first state
	Duration time.Duration
	Last     bool
}

// paths caches the states that exchanges contain. Safe for concurrent use.
type paths struct {
	mu         sync.Mutex
	byExchange map[string]exchangeStates
}

type exchangeStates struct {
	version int64
	read    time.Time
	stages  []stream.Stage
}

// statesOf returns the states that an exchange contains, with their times.
func (s *Screen) statesOf(ctx context.Context, x wire.Exchange) ([]stream.Stage, error) {
	at := x.LastByte
	if at.IsZero() {
		at = x.Started
	}
	last := stream.Stage{State: a2a.State(x.Labels.State), At: at}
	switch {
	case x.Labels.State == "":
		return nil, nil
	case x.Frames < 2 || x.ResponseBytes > maxPathBytes:
		return []stream.Stage{last}, nil
	}
	now := s.Web.Now()
	s.paths.mu.Lock()
	kept, is := s.paths.byExchange[x.ID]
	s.paths.mu.Unlock()
	switch {
	case is && kept.version == x.Version:
		return kept.stages, nil
	case is && x.Outcome == wire.Open && now.Sub(kept.read) < pathPace:
		return withState(kept.stages, last), nil
	}
	stages, err := s.readStages(ctx, x)
	if err != nil {
		return nil, err
	}
	if len(stages) == 0 {
		stages = []stream.Stage{last} // the body is not on record
	}
	s.paths.keep(x, exchangeStates{x.Version, now, stages})
	return stages, nil
}

// withState appends the newest state unless it is already the last of stages.
func withState(stages []stream.Stage, last stream.Stage) []stream.Stage {
	if stages[len(stages)-1].State == last.State {
		return stages
	}
	return append(slices.Clip(stages), last)
}

func (s *Screen) readStages(ctx context.Context, x wire.Exchange) ([]stream.Stage, error) {
	fold := stream.New(x.Started)
	r := reading.New(&x, reading.Options{Light: true, Each: func(p reading.Piece) {
		if p.Part == reading.Event {
			fold.Add(stream.Event{At: p.Frame.Complete, Comment: p.Comment(), Reading: p.Reading})
		}
	}})
	if err := r.ReadAll(func(side wire.Side, take func(wire.Chunk) error) error {
		return wire.EachChunk(ctx, s.Library, x.ID, side, take)
	}); err != nil {
		return nil, fmt.Errorf("read the states of %s: %w", x.ID, err)
	}
	return fold.Stages, nil
}

func (p *paths) keep(x wire.Exchange, told exchangeStates) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byExchange == nil || len(p.byExchange) >= maxPaths {
		p.byExchange = map[string]exchangeStates{}
	}
	p.byExchange[x.ID] = told
}

// path returns the states of a task from its first and its newest exchanges. It does not
// read the polls in between.
func (s *Screen) path(ctx context.Context, g *taskGroup) (out []pathStep, err error) {
	var all []stream.Stage
	seen := map[string]bool{"": true}
	for _, x := range append(slices.Clone(g.FirstExchanges), g.LatestCall, g.Latest) {
		if seen[x.ID] {
			continue
		}
		seen[x.ID] = true
		told, err := s.statesOf(ctx, x)
		if err != nil {
			return nil, err
		}
		all = append(all, told...)
	}
	slices.SortStableFunc(all, func(a, b stream.Stage) int { return a.At.Compare(b.At) })
	all = slices.CompactFunc(all, func(a, b stream.Stage) bool { return a.State == b.State })
	all = all[max(0, len(all)-maxPathSteps):]
	if len(all) == 0 {
		return nil, nil
	}
	if wait := all[0].At.Sub(g.First); wait > 0 {
		out = append(out, pathStep{Duration: wait})
	}
	for i, st := range all {
		p := pathStep{State: st.State, Last: i == len(all)-1}
		switch {
		case !p.Last:
			p.Duration = all[i+1].At.Sub(st.At)
		case !st.State.Terminal():
			p.Duration = max(0, g.First.Add(g.Lasted()).Sub(st.At))
		}
		out = append(out, p)
	}
	return out, nil
}

// words describes a step: "working 1.2 s".
func (s pathStep) words() string {
	word := "no state yet"
	if s.State != "" {
		word = part.Short(s.State.Word(), 40)
	}
	if s.Last && s.State.Terminal() {
		return word
	}
	return word + " " + part.Duration(s.Duration)
}

func pathWords(path []pathStep) string {
	all := make([]string, len(path))
	for i, s := range path {
		all[i] = s.words()
	}
	return strings.Join(all, ", ")
}

// pathWidth is the width of a path in its own units; minStep is the width of the shortest step.
const (
	pathWidth = 100.0
	minStep   = 5.0
)

// pathBars returns the bars of a path. Its width shows how long the task lasted, on the scale of
// all waterfalls, and the width of each step shows its share. A final state has the least width.
func pathBars(path []pathStep) []part.PlotMark {
	var sum time.Duration
	for _, s := range path {
		sum += s.Duration
	}
	room, x := max(0, pathWidth*record.FallShare(sum)-minStep*float64(len(path))), 0.0
	marks := make([]part.PlotMark, len(path))
	for i, s := range path {
		w := minStep
		if sum > 0 {
			w += room * float64(s.Duration) / float64(sum)
		}
		bar := part.Rect{Class: part.Tone(s.State), X: x, Y: 20, W: w - 0.5, H: 60}
		if s.State == "" {
			bar.Class, bar.Y, bar.H = "waited", 45, 10
		}
		marks[i], x = part.PlotMark{Title: s.words(), Bars: []part.Rect{bar}}, x+w
	}
	return marks
}
