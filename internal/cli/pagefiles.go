package cli

import (
	"context"
	"io"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// pageFiles gives the pages and the API sessions as files. Credentials are left
// out both ways.
type pageFiles struct {
	store *recorder.Store
	known *knownCards
}

// Export implements host.Files.
func (f pageFiles) Export(ctx context.Context, session, format string, only []string, w io.Writer) error {
	if err := f.known.study(ctx, f.store, session); err != nil {
		return err
	}
	c := sessionsExportCmd{Format: format}
	return f.store.Export(ctx, session, only, archive.Redact(c.sink(w), archive.RedactOptions{Secrets: f.known.secrets}))
}

// Import implements host.Files.
func (f pageFiles) Import(ctx context.Context, r io.Reader, name string) (wire.Session, []string, error) {
	sum, err := takeIn(ctx, f.store, r, name, f.known, false, false)
	if err != nil {
		return wire.Session{}, nil, err
	}
	s, err := f.store.Session(ctx, sum.Session)
	return s, sum.Notes, err
}
