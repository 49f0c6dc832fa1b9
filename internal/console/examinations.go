package console

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// SaveExamination stores an examination with the session of its calls: first with a nil r, when it
// begins, then with its results. The starter of the examination chooses the id.
func SaveExamination(ctx context.Context, store *recorder.Store, id, session string, asked examine.Request, r *examine.Report) error {
	how, err := json.Marshal(asked)
	if err != nil {
		return fmt.Errorf("write how it was asked for: %w", err)
	}
	e := wire.Examination{ID: id, Session: session, Agent: asked.Agent, Options: how}
	if r != nil {
		e.Ended = time.Now().UTC()
		if e.Report, err = r.Encode(); err != nil {
			return err
		}
	}
	return store.KeepExamination(ctx, e)
}

// LoadExamination returns the results of the examination that a session belongs to. The error wraps
// wire.ErrNotFound if there is none.
func LoadExamination(ctx context.Context, store *recorder.Store, session string) (*examine.Report, error) {
	e, err := store.Examination(ctx, session)
	if err != nil {
		return nil, err
	}
	return examine.Decode(e.Report)
}
