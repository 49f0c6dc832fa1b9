package judge

import (
	"context"
	"iter"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Recording judges a recording: its exchanges, in the order of their numbers, with all
// that is wrong with each of them, and what its end tells. found is given the findings of
// one exchange after those of the other, but for the few that a later one shows. What
// repeats an exchange of the recording is left out.
func Recording(ctx context.Context, exchanges iter.Seq2[*wire.Exchange, error], bodies wire.Bodies, o Options, found func(Finding)) error {
	j := New(o)
	var spoken session.Versions
	for x, err := range exchanges {
		if err != nil {
			return err
		}
		if x.Repeats {
			continue
		}
		all, err := j.read(ctx, bodies, x, &spoken)
		if err != nil {
			return err
		}
		for _, f := range append(all, j.Later()...) {
			found(f)
		}
	}
	for _, session := range slices.Clone(j.books.order) {
		for _, f := range j.End(session) {
			found(f)
		}
	}
	return nil
}

// read reads an exchange that is on record and judges it. What is still open is read only.
func (j *Judge) read(ctx context.Context, bodies wire.Bodies, x *wire.Exchange, spoken *session.Versions) ([]Finding, error) {
	g := j.Gather(x)
	w := within{exchange: x.ID}
	card := j.book(x.Session).agent(x.Agent).latest(x, func(*a2a.Card) bool { return true })
	o := reading.Options{Hint: dialect.HintOf(x.Labels.Dialect, card), Light: true, Asked: spoken.Learn, Each: func(p reading.Piece) {
		g.Piece(p)
		w.piece(p)
	}}
	if len(o.Label) == 0 {
		o.Spoken = spoken.Before(x)
	}
	r, err := reading.Record(ctx, bodies, x, o)
	if err != nil {
		return nil, err
	}
	for _, p := range r.Request().Problems {
		w.found = append(w.found, Finding{Exchange: x.ID, Side: wire.Request, Frame: -1, Times: 1, Problem: p})
	}
	w.add(-1, r.Ended())
	if x.Ended.IsZero() {
		return w.found, nil
	}
	return append(w.found, j.Judge(g.Seen(x, r))...), nil
}

// within is what is wrong within an exchange: what each event of a stream has is one
// finding, as the labels count it.
type within struct {
	exchange string
	found    []Finding
	at       []int // finding of the answer to its place in found
	folded   fold.Findings
}

func (w *within) piece(p reading.Piece) {
	frame := -1
	if p.Part == reading.Event {
		frame = p.Frame.Index
	}
	w.add(frame, p.Reading.Problems)
}

func (w *within) add(frame int, ps []a2a.Problem) {
	w.folded.Add(ps, func(n, times int, p a2a.Problem) {
		if n < len(w.at) && times > 1 {
			w.found[w.at[n]].Times = times
			return
		}
		w.at = append(w.at, len(w.found))
		w.found = append(w.found, Finding{Exchange: w.exchange, Side: wire.Response, Frame: frame, Times: 1, Problem: p})
	})
}
