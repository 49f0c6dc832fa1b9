package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wholefile"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// writePage writes an exchange to the file of --html as a self-contained page, without secrets.
func (c *sessionsShowCmd) writePage(ctx context.Context, p *stdio.Streams, store *recorder.Store, x wire.Exchange) error {
	known := console.NewCards()
	if err := known.LearnFromSession(ctx, store, x.Session); err != nil {
		return fmt.Errorf("write exchange %s as a page: %w", x.ID, err)
	}
	write := func(w io.Writer) error {
		return store.Export(ctx, x.Session, []string{x.ID}, archive.Redact(console.Writer("html", w, false, console.Names(ctx, store)), archive.RedactOptions{Secrets: known.Secrets}))
	}
	if err := wholefile.Write(c.HTML, false, write); err != nil {
		return fmt.Errorf("write exchange %s as a page: %w", x.ID, err)
	}
	p.Note("wrote %s", c.HTML)
	return nil
}
