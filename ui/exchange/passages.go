package exchange

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// sentEvent says how an event was forwarded, and what was sent in its place, if that differs.
type sentEvent struct {
	wire.Passage
	Text      []byte            // what was sent, nil if nothing or the original was
	Diffs     []diff.Difference // between what arrived and what was sent, if it was edited
	MoreDiffs int
}

const (
	maxPassages  = 20 // passages shown of one event
	maxSentDiffs = 50 // differences listed of one passage
)

func (s *Screen) sentOf(ctx context.Context, d *detail, e *event) ([]sentEvent, error) {
	list := slices.Clone(d.tape.PassagesOf(e.Number, e.Number))
	if e.Last {
		list = append(list, d.tape.LastPassages()...)
	}
	var out []sentEvent
	for _, p := range list[:min(len(list), maxPassages)] {
		v := sentEvent{Passage: p}
		if p.Sent >= 0 && (p.Kind == wire.PassageEdited || p.Kind == wire.PassageInjected) {
			f, ok, err := tape.SentFrame(ctx, s.Library, &d.X, p.Sent)
			if err != nil {
				return nil, err
			}
			if ok {
				v.Text = s.sentText(ctx, d, f)
			}
		}
		if p.Kind == wire.PassageEdited && v.Text != nil {
			v.Diffs, v.MoreDiffs = diff.CompareJSON(e.Text(), v.Text, maxSentDiffs)
		}
		out = append(out, v)
	}
	return out, nil
}

// sentText returns the text shown of a forwarded frame.
func (s *Screen) sentText(ctx context.Context, d *detail, f wire.Frame) []byte {
	if f.Kind != wire.GRPC || d.tape.Reader == nil {
		return f.Data
	}
	r, err := eventReader{s: s, x: &d.X, id: d.tape.Reader.Identity()}.read(ctx, f)
	if err != nil {
		return f.Data
	}
	return r.Repaired
}

func (v sentEvent) word() string {
	if v.Kind == wire.PassageInjected {
		return record.Injection(v.Passage)
	}
	_, word := record.PassedMark(v.Kind)
	return word
}
