package fault

import (
	"context"
	"errors"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// ownPiece returns the piece that is the frame itself, nil if it is dropped.
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

// IsDropped reports whether none of Pieces is sent. Deferred may still hold the frame.
func (w *Work) IsDropped() bool {
	for i := range w.Pieces {
		if w.Pieces[i].Kind != wire.PassageDropped {
			return false
		}
	}
	return true
}

func (w *Work) replaceDocument(doc []byte) error {
	p := w.ownPiece()
	if p == nil {
		return nil // the frame is dropped
	}
	raw, err := w.frameDocument(doc)
	if err != nil {
		return err
	}
	p.Raw, p.Kind, p.Rule = raw, wire.PassageEdited, w.Rule
	return nil
}

// frameDocument frames a document to be sent instead of the frame, or next to it.
func (w *Work) frameDocument(doc []byte) ([]byte, error) {
	raw, err := w.Codec.Write(w.Side, w.Frame, doc)
	if err != nil {
		return nil, Problem(err.Error())
	}
	return raw, nil
}

// newInjected returns a piece that the rule adds. On record it is before the frame that arrived
// back frames before the current one; -1 means the next one.
func (w *Work) newInjected(raw []byte, back int) Piece {
	return Piece{Passage: wire.Passage{Kind: wire.PassageInjected, Rule: w.Rule, FramesBack: back}, Raw: raw}
}

// checkSingle returns a Problem if the body is a single document, to which nothing can be added.
func (w *Work) checkSingle() error {
	switch w.Frame.Kind {
	case wire.Body, "":
		return Problem("the body is one document, not a stream: nothing can be sent beside it")
	}
	return nil
}

func (w *Work) addWait(how wire.PassageKind, d time.Duration) {
	for i := range w.Pieces {
		p := &w.Pieces[i]
		p.HoldTime += int64(d)
		if p.Kind == wire.PassageAsIs || p.Kind == wire.PassageDelayed {
			p.Kind, p.Rule = how, w.Rule
		}
	}
}

// Sleep waits for d. If ctx ends first, it returns ctx's error, or nil if ctx ended because rules
// hold too much. With Forever, only ctx ends the wait.
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

// isShed reports whether what waits with ctx must be forwarded unchanged, because rules hold too much.
func isShed(ctx context.Context) bool { return errors.Is(context.Cause(ctx), wire.ErrHoldBudget) }
