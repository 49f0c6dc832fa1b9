package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/recorder"
)

// requestsCmd is about saved requests.
type requestsCmd struct {
	List requestsListCmd `cmd:"" default:"withargs" help:"List the saved requests (the default)."`
}

type requestsListCmd struct{ dbFlag }

// Help is what --help says below the flags' table.
func (requestsListCmd) Help() string {
	return `Compose saves requests under a name. send --saved sends one; its variables are given with --var.

Examples:

    a2a-console requests list
    a2a-console requests list --json
    a2a-console send --saved 'order a phone' --var who=Ann`
}

// Run lists the saved requests by name.
func (c *requestsListCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openRead(p)
	if err != nil {
		return err
	}
	defer store.Close()
	kept, err := store.SavedRequests(ctx)
	if err != nil {
		return err
	}
	if len(kept) == 0 && !p.JSON {
		p.Note("no saved requests; save one in Compose, which a2a-console serve opens")
		return nil
	}
	list := make([]print.RequestLine, len(kept))
	for i, k := range kept {
		if k, err = store.SavedRequest(ctx, k.Name); err != nil { // with its body
			return err
		}
		r, err := saved.Decode(k.Name, k.Body)
		if err != nil {
			return err
		}
		list[i] = print.RequestLineOf(k, r)
	}
	names, err := namesOf(ctx, store)
	if err != nil {
		return err
	}
	return print.Requests(p, list, names)
}

// otherNames says which saved request may have been meant, and which there are.
func otherNames(ctx context.Context, store *recorder.Store, name string) string {
	list, err := store.SavedRequests(ctx)
	if err != nil || len(list) == 0 {
		return ", and no other either: Compose saves them"
	}
	var all []string
	for _, r := range list {
		all = append(all, r.Name)
	}
	text := ""
	if near := spelling.Nearest(name, all); len(near) > 0 {
		text = "; did you mean " + quoted(near, " or ") + "?"
	}
	const most = 20
	if more := len(all) - most; more > 0 {
		return text + "; saved are " + quoted(all[:most], ", ") + fmt.Sprintf(" and %d more: a2a-console requests list", more)
	}
	return text + "; saved are " + quoted(all, ", ")
}

func quoted(names []string, between string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = fmt.Sprintf("%q", n)
	}
	return strings.Join(out, between)
}
