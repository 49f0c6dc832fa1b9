package cli

import (
	"context"
	"errors"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

type sessionsSaveCmd struct {
	dbFlag
	Filter   string   `placeholder:"FILTER" help:"Save the exchanges that match, in the filter language."`
	Exchange []string `placeholder:"ID" help:"Save this exchange. Repeatable."`
	Task     []string `placeholder:"ID" help:"Save all exchanges of this task. Repeatable."`
	Name     string   `placeholder:"NAME" help:"Name of the new session."`
}

func (sessionsSaveCmd) Help() string {
	return `Copies the bytes and times unchanged. The copies have new ids and link to the originals, which stay in their sessions. With sessions export, the copy becomes a file to use in tests.

Examples:

    a2a-console sessions save --task TASK --name 'phone order'
    a2a-console sessions save --filter 'op:send finding:error since:1h'`
}

func (c *sessionsSaveCmd) Run(ctx context.Context, p *stdio.Streams) error {
	choice := wire.Selection{Exchanges: c.Exchange, Tasks: c.Task}
	if c.Filter != "" {
		f, err := words.FilterVocabulary().Parse(c.Filter)
		if err != nil {
			return pointAtError(c.Filter, err)
		}
		if len(f.Origins) == 0 {
			f.ExcludedOrigins = append(f.ExcludedOrigins, wire.Console)
		}
		choice.Filter = &f
	}
	known := console.NewCards()
	store, err := c.openForEditing(p, known)
	if err != nil {
		return err
	}
	if choice.Exchanges, err = resolveIDs(ctx, store, c.Exchange); err != nil {
		return errors.Join(err, store.Close())
	}
	s, err := store.Save(ctx, c.Name, choice, saveProgress(p))
	if errors.Is(err, wire.ErrEmptySelection) && c.Filter == "" && len(c.Exchange)+len(c.Task) == 0 {
		err = errors.New("nothing is selected; choose what to save with --filter, --exchange or --task")
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	return print.Session(p, s)
}

func saveProgress(p *stdio.Streams) func(done, total int) {
	show := p.Progress()
	return func(done, total int) {
		if total == 0 {
			show("finding exchanges", done, 0)
		} else {
			show("copying exchanges", done, total)
		}
	}
}
