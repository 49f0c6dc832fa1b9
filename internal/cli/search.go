package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/internal/words"
)

// searchCmd finds exchanges in all sessions.
type searchCmd struct {
	dbFlag
	Filter []string `arg:"" name:"filter" help:"In the filter language; several are put together."`
	Limit  int      `default:"200" help:"At most this many, the newest (0: all)."`
	Probes bool     `help:"Find the console's own probes too."`
}

// Help is what --help says below the flags' table.
func (searchCmd) Help() string {
	return `The filter is a list of terms, all of which must hold: words and "phrases" of the texts that passed, and key:value. A minus before a term leaves out what it selects; a repeated key gives alternatives; word* finds words that begin so. Write -- before a filter that begins with a minus.

Keys: ` + strings.Join(filter.Keys(), ", ") + `.

Examples:

    a2a-console search phone
    a2a-console search 'op:send -state:completed since:1h'
    a2a-console search --json 'finding:error dialect:0.1 "status update"'`
}

// Run writes a line per exchange, newest first.
func (c *searchCmd) Run(ctx context.Context, p *stdio.Streams) error {
	text := strings.Join(c.Filter, " ")
	f, err := words.Filters().Parse(text)
	if err != nil {
		return pointed(text, err)
	}
	if len(f.Origins) == 0 && !c.Probes {
		f.Not = append(f.Not, wire.Console)
	}
	store, err := c.openRead(p)
	if err != nil {
		return err
	}
	defer store.Close()
	if f.SaysCurrent() {
		now, err := recordingNow(ctx, store)
		if err != nil {
			return err
		}
		f = f.InSession(now.ID)
	}
	var list []wire.Exchange
	err = console.Pages(ctx, store, f, c.Limit, func(page []wire.Exchange) error {
		if p.JSON {
			return print.Exchanges(p, page) // all there are may be more than memory holds
		}
		list = append(list, page...)
		return nil
	})
	switch {
	case err != nil || p.JSON:
		return err
	case len(list) == 0:
		p.Note("nothing on record matches %s", words.OneLine(filter.String(f)))
		return nil
	}
	return print.Exchanges(p, list)
}

// recordingNow is the newest session that a program records into.
func recordingNow(ctx context.Context, store console.Finder) (wire.Session, error) {
	list, err := store.Sessions(ctx)
	if err != nil {
		return wire.Session{}, err
	}
	for _, s := range list { // newest first
		if s.Ended.IsZero() {
			return s, nil
		}
	}
	return wire.Session{}, errors.New("session:current: no session is being recorded; name one of sessions list")
}

// pointedAt is how many characters of a filter are shown on either side of where it
// went wrong.
const pointedAt = 60

// pointed shows where a filter went wrong.
func pointed(text string, err error) error {
	var e *filter.Error
	if !errors.As(err, &e) {
		return err
	}
	before := []rune(text[:e.Offset])
	if cut := len(before) - pointedAt; cut > 0 {
		before = append([]rune("…"), before[cut:]...)
	}
	return fmt.Errorf("%w; in %s ▸%s", err, string(before), clip.Runes(text[e.Offset:], pointedAt))
}
