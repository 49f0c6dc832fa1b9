package cli

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector/saved"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/spelling"
	"github.com/a2a-console/a2a-console/recorder"
)

type requestsCmd struct {
	List requestsListCmd `cmd:"" default:"withargs" help:"List the saved requests (the default)."`
}

type requestsListCmd struct{ dbFlag }

func (requestsListCmd) Help() string {
	return `Compose saves requests under a name. Send one with send --saved, and give its variables with --var.

Examples:

    a2a-console requests list
    a2a-console requests list --json
    a2a-console send --saved 'order a phone' --var who=Ann`
}

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
		p.Note("no saved requests; save one in Compose, a page of a2a-console serve")
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

// suggestNames returns the end of an error that suggests a saved request with a similar name, or
// how to list them.
func suggestNames(ctx context.Context, store *recorder.Store, name string) string {
	list, err := store.SavedRequests(ctx)
	if err != nil || len(list) == 0 {
		return ", and no other either; save requests in Compose"
	}
	var all []string
	for _, r := range list {
		all = append(all, r.Name)
	}
	if near := spelling.Nearest(name, all); len(near) > 0 {
		return fmt.Sprintf("; did you mean %q? \"a2a-console requests list\" lists all", near[0])
	}
	return "; \"a2a-console requests list\" lists all"
}
