package record

import (
	"math"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/ui/part"
)

// Waterfalls are drawn in a box of 120 by 12 units that starts with the
// request. Positions are attributes of SVG shapes: styles would need to be
// inline, which the pages forbid.
const fallWidth = 120

// fallScale is what the widest bar stands for, in every list: bars of two pages compare.
const fallScale = time.Minute

// fall is where the pieces of a row's waterfall begin and end.
type fall struct {
	Wait, End string // x of the first byte and of the end
	Width     string // End - Wait, at least one unit
	Over      bool   // longer than the scale
	Ticks     []string
	Dense     bool // more events than can be told apart
}

func (r Row) fall() fall {
	end := r.Duration(r.Now)
	first := end
	if !r.FirstByte.IsZero() {
		first = r.FirstByte.Sub(r.Started)
	}
	a, b := fallX(first), fallX(end)
	if b < a+1 {
		a = max(b-1, 0)
		b = a + 1
	}
	f := fall{Wait: part.Num(a), End: part.Num(b), Width: part.Num(b - a), Over: end > fallScale}
	if r.Frames < 2 {
		return f
	}
	if f.Dense = float64(r.Frames) > (b-a)/3; f.Dense {
		return f
	}
	for _, t := range r.Ticks {
		if t <= end {
			f.Ticks = append(f.Ticks, part.Num(fallX(t)))
		}
	}
	return f
}

// ticks is the path of all ticks: a list of streams would else be more ticks than all
// the rest.
func (f fall) ticks() string {
	var d strings.Builder
	for _, x := range f.Ticks {
		d.WriteString("M" + x + " 2h1v8h-1z")
	}
	return d.String()
}

// x is the place of a time after the start, on a logarithmic scale, so that 48 ms and
// 3 s differ beside a call of a minute. The last eighth of the box is for the cap, and
// for what is longer than the scale.
func fallX(d time.Duration) float64 {
	const unit = 5 * time.Millisecond // what is much shorter lies on a linear scale
	at := func(d time.Duration) float64 { return math.Log1p(float64(max(d, 0)) / float64(unit)) }
	return min(at(d)/at(fallScale)*(fallWidth-14), fallWidth-8)
}
