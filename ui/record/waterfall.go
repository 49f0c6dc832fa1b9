package record

import (
	"context"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/part"
)

// fallWidth is the width of the waterfall's column in units. A waterfall starts with the
// request, and its width is the exchange's duration. Positions are attributes of SVG shapes, in
// percent, because styles would need to be inline, which the pages' policy forbids. What all
// waterfalls share is in list.css.
const fallWidth = 120

// fallScale is the duration of the widest bar, in every list, so that bars of two pages compare.
const fallScale = time.Minute

// fall holds the positions of a row's waterfall.
type fall struct {
	End    string   // relative to the column
	Wait   string   // relative to the waterfall: x of the first byte; the rest takes at least one unit
	Ticks  []string // relative to the waterfall
	IsLong bool     // longer than the scale
	Dense  bool     // too many events to tell apart
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
	f := fall{Wait: percent(a, b), End: percent(b, fallWidth), IsLong: end > fallScale}
	if r.Frames < 2 {
		return f
	}
	if f.Dense = float64(r.Frames) > (b-a)/3; f.Dense {
		return f
	}
	for _, t := range r.Ticks {
		if t <= end {
			f.Ticks = append(f.Ticks, percent(fallX(t), b))
		}
	}
	return f
}

// Span returns the start of an exchange (Unix ms) and, unless it is open, its duration in ms. Both
// are in base 36, as there are hundreds on a page.
func (r Row) Span() string {
	at := strconv.FormatInt(r.Started.UnixMilli(), 36)
	if r.IsOpen() {
		return at
	}
	return at + " " + strconv.FormatInt(r.Duration(r.Now).Milliseconds(), 36)
}

func percent(x, whole float64) string { return strconv.Itoa(int(math.Round(100*x/whole))) + "%" }

// Waterfall draws waiting as a hairline, the response as a bar and each event as a tick. A cap
// shows how the exchange ended: a dot, a break, or nothing while it is open.
func Waterfall(r Row) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := io.WriteString(w, r.drawFall(r.fall()))
		return err
	})
}

// drawFall returns the waterfall as SVG. Its elements may be self-closing.
func (r Row) drawFall(f fall) string {
	var b strings.Builder
	class := func(name string) {
		if name != "" {
			b.WriteString(` class="` + name + `"`)
		}
	}
	b.WriteString("<svg")
	class(part.Tone(r.State()))
	b.WriteString(` width="` + f.End + `" aria-hidden="true"><rect`)
	switch {
	case r.IsOpen():
		class("open")
	case f.Dense:
		class("dense")
	}
	b.WriteString(` x="` + f.Wait + `"/>`)
	for i, x := range f.Ticks {
		if i == 0 {
			b.WriteString("<g>")
		}
		b.WriteString(`<rect x="` + x + `"/>`)
		if i == len(f.Ticks)-1 {
			b.WriteString("</g>")
		}
	}
	if f.IsLong {
		b.WriteString(`<svg x="92%"><path d="M1 2l2 8M4 2l2 8"/></svg>`)
	}
	switch {
	case r.IsBroken():
		b.WriteString(`<rect class="cut"/>`)
	case r.IsInterrupted():
		b.WriteString(`<rect class="stop"/>`)
	case !r.IsOpen():
		b.WriteString("<circle/>")
	}
	b.WriteString("</svg>")
	return b.String()
}

// FallShare returns the share of a box that a duration takes on the scale of waterfalls.
func FallShare(d time.Duration) float64 { return fallX(d) / (fallWidth - 8) }

// fallX returns the position of a time after the start on a logarithmic scale, so that 48 ms and
// 3 s differ next to a call of a minute. The last eighth of the box is for the cap, and for what
// is longer than the scale.
func fallX(d time.Duration) float64 {
	const unit = 5 * time.Millisecond // the scale is nearly linear below it
	at := func(d time.Duration) float64 { return math.Log1p(float64(max(d, 0)) / float64(unit)) }
	return min(at(d)/at(fallScale)*(fallWidth-14), fallWidth-8)
}
