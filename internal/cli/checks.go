package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/api"
)

type checksCmd struct {
	List   checksListCmd   `cmd:"" default:"withargs" help:"List all checks, and how often each was broken (the default)."`
	Mute   checksMuteCmd   `cmd:"" help:"Count the findings of a check separately, for a reason."`
	Unmute checksUnmuteCmd `cmd:"" help:"Count the findings of a check again."`
}

type checksListCmd struct {
	dbFlag
	Session string `placeholder:"SESSION" help:"Count only in this session, given by its id or name."`
	Found   bool   `help:"List only checks that were broken."`
}

func (checksListCmd) Help() string {
	return `The column Found is the number of recorded exchanges that broke a check. Muted checks have the reason.

Examples:

    a2a-console checks --found
    a2a-console checks mute SSE-24 --reason 'its clock is known to be wrong'
    a2a-console search finding:SSE-24`
}

func (c *checksListCmd) Run(ctx context.Context, p *stdio.Streams) (err error) {
	store, err := c.openForEditing(p, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if c.Session, err = sessionID(ctx, store, c.Session); err != nil {
		return err
	}
	met, unread, err := store.CheckCounts(ctx, c.Session)
	if err != nil {
		return err
	}
	mutes, err := store.Mutes(ctx)
	if err != nil {
		return err
	}
	if unread > 0 {
		p.Note("An older version recorded %d exchanges; run `a2a-console reindex` to check them.", unread)
	}
	var list []api.Check
	for _, one := range check.All() {
		i := slices.IndexFunc(met, func(m wire.CheckCount) bool { return m.Check == one.ID })
		if (i < 0 || met[i].Exchanges == 0) && c.Found {
			continue
		}
		m := wire.CheckCount{Check: one.ID}
		if i >= 0 {
			m = met[i]
		}
		list = append(list, api.CheckOf(one, m, mutes))
	}
	if len(list) == 0 && !p.JSON {
		p.Note("no recorded exchange broke a check")
		return nil
	}
	return print.Checks(p, list)
}

type muteFlags struct {
	dbFlag
	Check   string `arg:"" help:"The id of the check, such as SSE-05."`
	Session string `placeholder:"SESSION" help:"Only in this session, given by its id or name. Default: in all."`
}

// change checks the flags, opens the record and runs do, which changes the mutes.
func (c *muteFlags) change(ctx context.Context, p *stdio.Streams, do func(*recorder.Store) error) error {
	c.Check = strings.ToUpper(c.Check)
	if _, ok := check.ByID(c.Check); !ok {
		return fmt.Errorf("%q is not a check; `a2a-console checks` lists them", c.Check)
	}
	store, err := c.openForEditing(p, nil)
	if err != nil {
		return err
	}
	if c.Session, err = sessionID(ctx, store, c.Session); err != nil {
		return errors.Join(err, store.Close())
	}
	return errors.Join(do(store), store.Close())
}

func (c *muteFlags) scopeText() string {
	if c.Session == "" {
		return "in all sessions"
	}
	return "in session " + c.Session
}

// sessionID returns the id of the session that of, a flag's value, names; "" if of is "".
func sessionID(ctx context.Context, store console.Finder, of string) (string, error) {
	if of == "" {
		return "", nil
	}
	s, err := console.FindSession(ctx, store, of)
	return s.ID, err
}

type checksMuteCmd struct {
	muteFlags
	Reason string `required:"" placeholder:"TEXT" help:"The reason, which is shown with the check."`
}

func (c *checksMuteCmd) Run(ctx context.Context, p *stdio.Streams) error {
	err := c.change(ctx, p, func(s *recorder.Store) error {
		return s.Mute(ctx, wire.Mute{Check: c.Check, Session: c.Session, Reason: c.Reason})
	})
	if err == nil {
		p.Note("%s is muted %s: its findings are shown separately and are not failures. To undo this: a2a-console checks unmute %s", c.Check, c.scopeText(), c.Check)
	}
	return err
}

type checksUnmuteCmd struct{ muteFlags }

func (c *checksUnmuteCmd) Run(ctx context.Context, p *stdio.Streams) error {
	err := c.change(ctx, p, func(s *recorder.Store) error { return s.Unmute(ctx, c.Check, c.Session) })
	if err == nil {
		p.Note("%s counts again %s", c.Check, c.scopeText())
	}
	return err
}
