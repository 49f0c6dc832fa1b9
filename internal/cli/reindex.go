package cli

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
)

// reindexCmd recomputes the labels of a record, for use with a newer version of the console, which
// may read more.
type reindexCmd struct{ dbFlag }

func (reindexCmd) Help() string {
	return `Derives the labels (operation, version, task, state, findings, search text) from the recorded bytes again. It does not change the bytes.

Example:

    a2a-console reindex --db demo.db`
}

type reindexLine struct {
	DB         string  `json:"db"`
	Exchanges  int     `json:"exchanges"`
	DurationMS float64 `json:"duration_ms"`
}

func (c *reindexCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openForEditing(p, console.NewCards())
	if err != nil {
		return err
	}
	started, n, progress := time.Now(), 0, p.Progress()
	err = store.Reindex(ctx, func(done, total int) {
		n = total
		progress("reading exchanges again", done, total)
	})
	if err = cmp.Or(err, store.Close()); err != nil {
		return err
	}
	if p.JSON {
		return p.Line(reindexLine{DB: c.DB, Exchanges: n, DurationMS: stdio.Millis(time.Since(started))})
	}
	_, err = fmt.Fprintf(p.Stdout, "%s read again in %s\n", words.Plural(n, "exchange"), words.FormatDuration(time.Since(started)))
	return err
}
