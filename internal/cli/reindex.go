package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/recorder"
)

// reindexCmd computes the labels of a record again, after the console learned
// to read something better.
type reindexCmd struct{ dbFlag }

// Help is what --help says below the flags' table.
func (reindexCmd) Help() string {
	return `Labels (operation, version, task, state, findings, search text) are read from the recorded bytes. The bytes themselves are not touched.

Example:

    a2a-console reindex --db demo.db`
}

// reindexLine is what scripts get.
type reindexLine struct {
	DB         string  `json:"db"`
	Exchanges  int     `json:"exchanges"`
	DurationMS float64 `json:"duration_ms"`
}

// Run reads every exchange again.
func (c *reindexCmd) Run(ctx context.Context, p *program) error {
	path, err := existingDatabase(c.DB)
	if err != nil {
		return err
	}
	known := newKnownCards()
	store, err := recorder.Open(recorder.Options{Path: path, NoSession: true, Label: known.label, Progress: p.progress(), Logger: p.log})
	if err != nil {
		return err
	}
	started, n := time.Now(), 0
	err = store.Reindex(ctx, func(done, total int) { n = total })
	if cerr := store.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if p.json {
		return p.line(reindexLine{DB: path, Exchanges: n, DurationMS: millis(time.Since(started))})
	}
	_, err = fmt.Fprintf(p.stdout, "%s read again in %s\n", plural(n, "exchange"), short(time.Since(started)))
	return err
}
