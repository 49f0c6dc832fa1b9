package exchange

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

// Limits of a page of a stream's events.
const (
	pageEvents = 50
	lastEvents = 5         // events shown at the end of a saved page, in addition to the first ones and those with findings
	pageData   = 256 << 10 // bytes of data after which no further event begins
)

// inFile reports whether a saved page shows the n-th event.
func (d *detail) inFile(n int) bool {
	return n <= pageEvents || n > d.tape.Frames-lastEvents || slices.ContainsFunc(d.Findings, func(f placedFinding) bool { return f.Event == n })
}

// eventPage is a page of the events of a stream.
type eventPage struct {
	List         []*event
	Before       int // number of the first event of the page before, -1 for none
	After        int // number of the first event of the page after, -1 for none
	OmittedAfter int // number of events left out after the last
}

// eventPage reads a page of a response's events from the number from on. It leaves out comments.
func (s *Screen) eventPage(ctx context.Context, d *detail, from int) (*eventPage, error) {
	from = max(from, 1)
	body, err := tape.SideBody(ctx, s.Library, d.X, wire.Request)
	if err != nil {
		return nil, err
	}
	out, n, size := &eventPage{Before: -1, After: -1}, 0, 0
	var last wire.Frame
	_, _, _, err = tape.FrameOf(ctx, s.Library, &d.X, func(f wire.Frame) bool {
		n++
		before := last
		last = f
		if n < from || f.Kind == wire.Comment {
			return false
		}
		if d.isStandalone && (size > pageData || !d.inFile(n)) {
			out.OmittedAfter++
			return false
		}
		if !d.isStandalone && (size > pageData || len(out.List) == pageEvents) {
			out.After = n
			return true
		}
		e := &event{Number: n, Frame: f, After: f.Complete.Sub(d.X.Started), OmittedBefore: out.OmittedAfter}
		out.OmittedAfter = 0
		if !before.Complete.IsZero() {
			e.Gap = f.Complete.Sub(before.Complete)
		}
		if d.tape.Reader != nil {
			e.Reading = readFrame(&d.X, d.tape.Reader.Identity(), body, f)
		}
		size += len(f.Data)
		out.List = append(out.List, d.withCrossFindings(e))
		return false
	})
	if from > 1 {
		out.Before = max(from-pageEvents, 1)
	}
	return out, err
}
