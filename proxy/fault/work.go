package fault

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ownPiece is the frame itself among what is sent in its place, nil where it is dropped.
func (w *Work) ownPiece() *Piece {
	for i := range w.Pieces {
		if p := &w.Pieces[i]; p.Kind != wire.PassageInjected && p.Kind != wire.PassageDropped {
			return p
		}
	}
	for i := range w.Deferred {
		if p := &w.Deferred[i].Piece; p.Kind != wire.PassageInjected && p.Kind != wire.PassageDropped {
			return p
		}
	}
	return nil
}

// IsDropped reports whether nothing of the frame, and nothing in its place, is sent.
func (w *Work) IsDropped() bool {
	for i := range w.Pieces {
		if w.Pieces[i].Kind != wire.PassageDropped {
			return false
		}
	}
	return true
}

// replaceDocument puts a document in place of the frame's.
func (w *Work) replaceDocument(doc []byte) error {
	p := w.ownPiece()
	if p == nil {
		return nil // it is dropped
	}
	raw, err := w.frameDocument(doc)
	if err != nil {
		return err
	}
	p.Raw, p.Kind, p.Rule = raw, wire.PassageEdited, w.Rule
	return nil
}

// frameDocument is a document as it is sent in place of the frame, or beside it.
func (w *Work) frameDocument(doc []byte) ([]byte, error) {
	raw, err := w.Codec.Write(w.Side, w.Frame, doc)
	if err != nil {
		return nil, Problem(err.Error())
	}
	return raw, nil
}

// newInjected is a piece that never came. It goes out before the frame that is back frames
// before the one at hand.
func (w *Work) newInjected(raw []byte, back int) Piece {
	return Piece{Passage: wire.Passage{Kind: wire.PassageInjected, Rule: w.Rule, FramesBack: back}, Raw: raw}
}

// checkSingle says why no more than one document can go out, nil where it can.
func (w *Work) checkSingle() error {
	switch w.Frame.Kind {
	case wire.Body, "":
		return Problem("the body is one document, and no stream: nothing can be sent beside it")
	}
	return nil
}

// addWait marks what is sent as late.
func (w *Work) addWait(how wire.PassageKind, d time.Duration) {
	for i := range w.Pieces {
		p := &w.Pieces[i]
		p.HoldTime += int64(d)
		if p.Kind == wire.PassageAsIs || p.Kind == wire.PassageDelayed {
			p.Kind, p.Rule = how, w.Rule
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
		if !isShed(ctx) {
			return ctx.Err()
		}
	}
	return nil
}

// isShed reports whether what waits by ctx is to be forwarded unchanged.
func isShed(ctx context.Context) bool { return errors.Is(context.Cause(ctx), wire.ErrHoldBudget) }
