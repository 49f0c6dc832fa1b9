package sequence

import (
	"context"
	"slices"

	"github.com/a-h/templ"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

// sequenceView keeps a diagram current. While exchanges are only added at the end, the diagram
// grows: existing elements keep their places, and only differences are sent. It is drawn from
// scratch when it has twice as many exchanges as at first, or when its lanes change.
type sequenceView struct {
	s     *Screen
	q     link.Query
	bar   list.Bar
	shown *Diagram          // nil before the first drawing
	from  int64             // Seq before the oldest shown exchange; 0 reads the newest, if the diagram shows all
	parts map[string]string // markup of what is shown, by element id
}

// Concerns implements web.Selective.
func (v *sequenceView) Concerns(n web.Notice) bool {
	if v.q.Before == 0 && v.s.Lists.HoldQueue != nil && n.Matches(web.HeldItems) {
		return true
	}
	return v.q.Before == 0 && list.Concerns(v.q.Filter, n)
}

// Draw implements web.View.
func (v *sequenceView) Draw(ctx context.Context, p *web.Patches) error {
	if v.q.Before > 0 { // an older page does not change
		return nil
	}
	if now := v.s.Lists.ResolveCurrent(v.q); now.Filter.Session != v.q.Filter.Session {
		v.q, v.shown = now, nil
	}
	if v.shown != nil && len(v.shown.Calls) > 0 {
		d := &Diagram{Query: v.q, usual: v.shown.usual, Older: v.shown.Older}
		d, err := v.s.read(ctx, d, wire.Page{After: v.from, Limit: 2 * maxExchanges})
		if err != nil {
			return err
		}
		v.bar.Draw(p, d.Bar)
		if d.Older = v.shown.Older; len(d.Calls) < 2*maxExchanges && v.grows(d) {
			p.Forget("sequence")
			v.grow(p, d)
			p.Since(d.Since)
			return nil
		}
	}
	d, err := v.s.Read(ctx, v.q, 0)
	if err != nil {
		return err
	}
	v.bar.Draw(p, d.Bar)
	p.Changed("sequence", diagram(d))
	v.parts = map[string]string{}
	v.grow(p, d)
	for i, h := range d.Calls {
		if i == 0 || h.X.Seq <= v.from {
			v.from = h.X.Seq - 1
		}
	}
	p.Since(d.Since)
	return nil
}

// grows reports whether d is the shown diagram with more at its end.
func (v *sequenceView) grows(d *Diagram) bool {
	old := v.shown
	if len(d.Calls) < len(old.Calls) || d.Wide != old.Wide || d.HasInferred != old.HasInferred || !slices.Equal(d.Lanes, old.Lanes) {
		return false
	}
	for i, h := range old.Calls {
		if d.Calls[i].X.Seq != h.X.Seq {
			return false
		}
	}
	return true
}

// grow sends the differences to the shown diagram, and makes d the shown one.
func (v *sequenceView) grow(p *web.Patches, d *Diagram) {
	all := len(v.parts) == 0 // it was just sent whole
	v.shown = d
	if len(d.Calls) == 0 {
		return
	}
	v.part(p, all, "", "seq-size", plotSize(d))
	v.part(p, all, "", "seq-axis", axis(d))
	for _, h := range d.Calls {
		v.part(p, all, "#seq-times", "n"+part.Str(h.X.Seq), hopTimes(h))
		v.part(p, all, "#seq-bars", "w"+part.Str(h.X.Seq), hopBar(d, h))
		v.part(p, all, "#seq-hops", "q"+part.Str(h.X.Seq), hopArrows(d, h))
		v.part(p, all, "#seq-found", "f"+part.Str(h.X.Seq), hopFindings(d, h))
	}
}

// part sends an element if it changed. A new one is appended to a group.
func (v *sequenceView) part(p *web.Patches, shown bool, group, id string, c templ.Component) {
	html := p.Render(c)
	before, there := v.parts[id]
	v.parts[id] = html
	switch {
	case shown || html == before:
	case there:
		p.MorphSVG(c)
	default:
		p.AppendSVG(group, c)
	}
}
