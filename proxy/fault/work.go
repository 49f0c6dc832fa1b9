package fault

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// own is the frame itself among what is sent in its place, nil where it is dropped.
func (w *Work) own() *Piece {
	for i := range w.Pieces {
		if p := &w.Pieces[i]; p.How != wire.Injected && p.How != wire.Dropped {
			return p
		}
	}
	for i := range w.Later {
		if p := &w.Later[i].Piece; p.How != wire.Injected && p.How != wire.Dropped {
			return p
		}
	}
	return nil
}

// IsDropped reports whether nothing of the frame, and nothing in its place, is sent.
func (w *Work) IsDropped() bool {
	for i := range w.Pieces {
		if w.Pieces[i].How != wire.Dropped {
			return false
		}
	}
	return true
}

// edit puts a document in place of the frame's.
func (w *Work) edit(doc []byte) error {
	p := w.own()
	if p == nil {
		return nil // it is dropped
	}
	raw, err := w.framed(doc)
	if err != nil {
		return err
	}
	p.Raw, p.How, p.Rule = raw, wire.Edited, w.Rule
	return nil
}

// framed is a document as it is sent in place of the frame, or beside it.
func (w *Work) framed(doc []byte) ([]byte, error) {
	raw, err := w.Passing.Write(w.Side, w.Frame, doc)
	if err != nil {
		return nil, Problem(err.Error())
	}
	return raw, nil
}

// injected is a piece that never came. It goes out before the frame that is back frames
// before the one at hand.
func (w *Work) injected(raw []byte, back int) Piece {
	return Piece{Passage: wire.Passage{How: wire.Injected, Rule: w.Rule, Back: back}, Raw: raw}
}

// several says why no more than one document can go out, nil where it can.
func (w *Work) several() error {
	switch w.Frame.Kind {
	case wire.Body, "":
		return Problem("the body is one document, and no stream: nothing can be sent beside it")
	}
	return nil
}

// waited marks what is sent as late.
func (w *Work) waited(how wire.Passed, d time.Duration) {
	for i := range w.Pieces {
		p := &w.Pieces[i]
		p.Held += int64(d)
		if p.How == wire.AsIs || p.How == wire.Delayed {
			p.How, p.Rule = how, w.Rule
		}
	}
}

// Sleep waits until d is over, or returns why ctx ended. Forever is as long as ctx. What is
// crowded out waits no longer.
func Sleep(ctx context.Context, d time.Duration) error {
	var over <-chan time.Time
	if d != Forever {
		t := time.NewTimer(d)
		defer t.Stop()
		over = t.C
	}
	select {
	case <-over:
	case <-ctx.Done():
		if !crowded(ctx) {
			return ctx.Err()
		}
	}
	return nil
}

// crowded reports whether what waits by ctx is to be forwarded unchanged.
func crowded(ctx context.Context) bool { return errors.Is(context.Cause(ctx), wire.ErrCrowded) }
