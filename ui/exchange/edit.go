package exchange

import (
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/tape"
)

type edit struct {
	Diffs     []diff.Difference // A is what arrived, B what was forwarded
	MoreDiffs int
}

// editOf compares what arrived with what was forwarded. It returns nil for a body that was not
// edited, and for a stream, whose events show the edits.
func (s *Screen) editOf(ctx context.Context, d *detail, b *body) (*edit, error) {
	came, sent := wire.Request, wire.RequestSent
	if d.Tab != "request" {
		came, sent = wire.Response, wire.ResponseSent
	}
	if b.Stream || !slices.ContainsFunc(d.Passages, func(p wire.Passage) bool { return p.Side == came && p.Kind == wire.PassageEdited }) {
		return nil, nil
	}
	var docs [2][]byte
	for i, side := range []wire.Side{came, sent} {
		data, err := tape.SideBody(ctx, s.Library, d.X, side)
		if err != nil {
			return nil, err
		}
		if docs[i] = d.protobuf(side, data); docs[i] == nil {
			docs[i] = data
		}
	}
	var e edit
	e.Diffs, e.MoreDiffs = diff.CompareJSON(docs[0], docs[1], maxSentDiffs)
	return &e, nil
}

// sentDiffers counts the headers of the tab's message that were changed, added or removed on its
// way.
func (d *detail) sentDiffers() (n int) {
	came, sent := d.X.Request.Header, d.sentHead().Header
	if d.Tab != "request" {
		came = d.X.Response.Header
	}
	for name, v := range came {
		if !slices.Equal(v, sent[name]) {
			n++
		}
	}
	for name := range sent {
		if _, ok := came[name]; !ok {
			n++
		}
	}
	return n
}
