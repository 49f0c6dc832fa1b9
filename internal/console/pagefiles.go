package console

import (
	"context"
	"io"

	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
	"github.com/a2a-console/a2a-console/ui/exchange"
)

// pageFiles imports and exports session files for the pages and the API. Either way it removes
// credentials.
type pageFiles struct {
	store *recorder.Store
	cards *Cards
}

func (f pageFiles) Export(ctx context.Context, session, format string, only []string, w io.Writer) error {
	to := archive.Redact(Writer(format, w, false, Names(ctx, f.store)), archive.RedactOptions{Secrets: f.cards.Secrets})
	if session == "" {
		return f.exportChosen(ctx, only, to)
	}
	if err := f.cards.LearnFromSession(ctx, f.store, session); err != nil {
		return err
	}
	return f.store.Export(ctx, session, only, to)
}

// exportChosen writes exchanges of any sessions. The cards of all these sessions determine where
// credentials are.
func (f pageFiles) exportChosen(ctx context.Context, ids []string, to wire.Sink) error {
	studied := map[string]bool{}
	for _, id := range ids {
		x, err := f.store.Exchange(ctx, id)
		if err != nil {
			return err
		}
		if !studied[x.Session] {
			studied[x.Session] = true
			if err := f.cards.LearnFromSession(ctx, f.store, x.Session); err != nil {
				return err
			}
		}
	}
	return f.store.ExportChosen(ctx, ids, to)
}

func (f pageFiles) Import(ctx context.Context, r io.Reader, name string, copied bool) (wire.Session, []string, error) {
	sum, err := Import(ctx, f.store, r, archive.ReadOptions{Name: name, Secrets: f.cards.Secrets, Copy: copied})
	if err != nil {
		return wire.Session{}, nil, err
	}
	s, err := f.store.Session(ctx, sum.Session)
	return s, sum.Notes, err
}

// Names maps the origins of a record's agents to their names. It returns nil if the agents cannot
// be read.
func Names(ctx context.Context, store *recorder.Store) map[string]string {
	all, err := store.Agents(ctx)
	if err != nil {
		return nil
	}
	names := make(map[string]string, len(all))
	for _, a := range all {
		names[a.Origin] = a.Name
	}
	return names
}

// Writer returns a sink that writes a session to w in a format. secrets says in the file that it
// may contain credentials; names maps the agents' origins to names for people.
func Writer(format string, w io.Writer, secrets bool, names map[string]string) wire.Sink {
	about := archive.Provenance{Program: "a2a-console " + Version(), Secrets: secrets}
	switch format {
	case "har":
		return archive.NewHAR(w, about)
	case "curl":
		return archive.NewCurl(w, about)
	case "md":
		return report.New(w)
	case "html":
		return exchange.NewPage(w, names)
	}
	return archive.NewJSONL(w, about)
}
