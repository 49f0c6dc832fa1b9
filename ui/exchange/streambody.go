package exchange

import (
	"context"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// What a page of a stream's events shows.
const (
	pageEvents = 50
	pageData   = 256 << 10 // bytes of data, beyond which no further event begins
)

// eventPage is a window on the events of a stream, each read.
type eventPage struct {
	List   []*event
	Before int // number of the event that the page before begins with, 0 for none
	After  int // likewise after
}

// eventPage reads the events of a response from a number on. Comments are left out.
func (s *Screen) eventPage(ctx context.Context, d *detail, from int) (*eventPage, error) {
	from = max(from, 1)
	body, err := tape.SideBody(ctx, s.Library, d.X, wire.Request)
	if err != nil {
		return nil, err
	}
	m, answer := dialect.RequestHead(&d.X), dialect.ResponseHead(&d.X)
	m.Body = body
	out, n, size := &eventPage{}, 0, 0
	var last wire.Frame
	_, _, _, err = tape.FrameOf(ctx, s.Library, &d.X, func(f wire.Frame) bool {
		n++
		before := last
		last = f
		if n < from || f.Kind == wire.Comment {
			return false
		}
		if len(out.List) == pageEvents || size > pageData {
			out.After = n
			return true
		}
		e := &event{Number: n, Frame: f, After: f.Complete.Sub(d.X.Started)}
		if !before.Complete.IsZero() {
			e.Gap = f.Complete.Sub(before.Complete)
		}
		if d.tape.Reader != nil {
			e.Reading = dialect.ReadEvent(d.tape.Reader.Identity(), m, answer, f)
			if reading.Torn(&d.X, f) {
				e.Reading.Problems = nil
			}
		}
		size += len(f.Data)
		out.List = append(out.List, d.withBeside(e))
		return false
	})
	if from > 1 {
		out.Before = max(from-pageEvents, 1)
	}
	return out, err
}
