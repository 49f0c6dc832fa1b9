package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

type sessionsImportCmd struct {
	dbFlag
	File        string `arg:"" complete:"files" help:"A session file (JSON Lines) or a HAR file; - reads stdin."`
	Partial     bool   `help:"Import what can be read of a damaged file, marked incomplete."`
	Copy        bool   `help:"If the session is already on record, import a copy with new ids."`
	KeepSecrets bool   `help:"Also import the credentials in the file."`
}

func (sessionsImportCmd) Help() string {
	return `The content determines the format. A session keeps its id and times, so importing it again fails, unless --copy gives the copy new ids.

Examples:

    a2a-console sessions import order.jsonl
    a2a-console sessions import from-chrome.har --json`
}

type importLine struct {
	Session    string                   `json:"session"`
	Format     string                   `json:"format"`
	Exchanges  int                      `json:"exchanges"`
	Bytes      int64                    `json:"bytes"`
	Incomplete bool                     `json:"incomplete"`
	Redacted   []archive.RemovedSecrets `json:"redacted"`
	Notes      []string                 `json:"notes"`
}

func (c *sessionsImportCmd) Run(ctx context.Context, p *stdio.Streams) error {
	var err error
	if c.DB, err = console.RecordPath(c.DB); err != nil {
		return err
	}
	in, name := p.Stdin, "stdin"
	if c.File != "-" {
		f, err := console.OpenSessionFile(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		name = filepath.Base(c.File)
		in = p.Bar().Reader("reading "+name, f, fileSize(c.File))
	}
	known := console.NewCards()
	store, err := c.openOrCreate(p, known)
	if err != nil {
		return err
	}
	o := archive.ReadOptions{Name: name, Partial: c.Partial, Copy: c.Copy}
	if !c.KeepSecrets {
		o.Secrets = known.Secrets
	}
	sum, err := console.Import(ctx, store, in, o)
	err = cmp.Or(err, store.Close())
	var taken *wire.ExistsError
	if errors.As(err, &taken) {
		return fmt.Errorf("import %s: %w, or import a copy with --copy", name, err)
	}
	if err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	return c.printResult(p, sum)
}

func (c *sessionsImportCmd) printResult(p *stdio.Streams, sum archive.Summary) error {
	l := importLine{Session: sum.Session, Format: sum.Format, Exchanges: sum.Exchanges, Bytes: sum.Bytes,
		Incomplete: sum.Damage != nil, Redacted: append([]archive.RemovedSecrets{}, sum.Removed...), Notes: append([]string{}, sum.Notes...)}
	if sum.Damage != nil {
		p.Note("note: the file is damaged (%s); the session is marked incomplete", words.OneLine(sum.Damage.Error()))
	}
	if p.JSON {
		return p.Line(l)
	}
	for _, n := range l.Notes {
		p.Note("note: %s", words.OneLine(n))
	}
	for _, r := range l.Redacted {
		p.Note("redacted: %d × %s %s (%s)", r.Count, r.Place, words.OneLine(r.Name), r.Kind)
	}
	_, err := fmt.Fprintf(p.Stdout, "%s · %s · see: a2a-console sessions show %s\n", l.Session, words.Plural(l.Exchanges, "exchange"), l.Session)
	return err
}
