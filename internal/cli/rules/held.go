package rules

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/api"
)

type heldCmd struct {
	recordFlag
	ID   string `arg:"" optional:"" name:"id" help:"Print one item, given by its id or the last characters of the id: its document, or its bytes if it has no document."`
	Wait bool   `help:"Wait until something is held."`
	Raw  bool   `help:"With an id, write the bytes of the item, as received."`
}

func (heldCmd) Help() string {
	return `Examples:

    a2a-console rules held
    a2a-console rules held 1f3a77c2 > event.json
    a2a-console rules release 1f3a77c2 --edit event.json`
}

// Run lists the held items, or prints one.
func (c *heldCmd) Run(ctx context.Context, p *stdio.Streams) error {
	said, list, err := c.listHeld(ctx)
	for c.Wait && err == nil && len(list) == 0 {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollInterval):
		}
		said, list, err = c.listHeld(ctx)
	}
	if err != nil {
		return err
	}
	if c.ID != "" {
		return c.show(ctx, p, said, list)
	}
	if c.Raw {
		return errors.New("--raw works with one item; give its id")
	}
	if p.JSON {
		for _, h := range list {
			if err := p.Line(h); err != nil {
				return err
			}
		}
		return nil
	}
	if len(list) == 0 {
		p.Note("nothing is held")
		return nil
	}
	printHeld(p, list)
	return nil
}

const pollInterval = 100 * time.Millisecond

// listHeld returns the running program and the items that it holds.
func (a recordFlag) listHeld(ctx context.Context) (console.Announcement, []api.HeldItem, error) {
	said, err := a.findProgram(ctx)
	if err != nil {
		return said, nil, err
	}
	var got struct{ Held []api.HeldItem }
	err = said.CallAPI(ctx, http.MethodGet, "/api/held", nil, &got)
	return said, got.Held, err
}

func (c *heldCmd) show(ctx context.Context, p *stdio.Streams, said console.Announcement, list []api.HeldItem) error {
	id, err := heldID(list, c.ID)
	if err != nil {
		return err
	}
	var h api.HeldItem
	if err := said.CallAPI(ctx, http.MethodGet, "/api/held/"+url.PathEscape(id), nil, &h); err != nil {
		return notHeldError(err, id)
	}
	if p.JSON {
		return p.Line(h)
	}
	out := h.Raw
	if !c.Raw && h.Document != nil {
		out = append(h.Document, '\n')
	}
	if stdio.IsTerminal(p.Stdout) { // keep an agent's bytes from controlling the terminal
		_, err = fmt.Fprintln(p.Stdout, words.Visible(string(out)))
		return err
	}
	_, err = p.Stdout.Write(out)
	return err
}

func heldID(list []api.HeldItem, id string) (found string, err error) {
	n := 0
	for _, h := range list {
		if h.ID == id || wire.ParseShortID(id).Matches(h.ID) {
			found = h.ID
			n++
		}
	}
	switch n {
	case 0:
		return "", notHeldError(nil, id)
	case 1:
		return found, nil
	}
	return "", fmt.Errorf("%d held items have an id like %.40q; give more characters", n, id)
}

// notHeldError returns the error for an item that is not held, if err is nil or a 404 of the API,
// and any other error unchanged.
func notHeldError(err error, id string) error {
	if err != nil && !console.IsNotFound(err) {
		return err
	}
	return fmt.Errorf("%.40q is not held: it was released, it timed out, or one side left; \"a2a-console rules held\" lists what is held", id)
}

type releaseCmd struct {
	recordFlag
	IDs    []string `arg:"" optional:"" name:"id" help:"The ids of the items to release, or their last characters."`
	All    bool     `help:"Release all held items."`
	Drop   bool     `help:"Drop the items instead of forwarding them."`
	Edit   string   `placeholder:"FILE" complete:"files" help:"Send the document in this file instead (- reads stdin). It must be valid in the exchange's version."`
	Bytes  bool     `help:"Send the bytes of the file unchanged, including their framing."`
	Anyway bool     `help:"Send the document even if it is not valid in that version."`
}

func (releaseCmd) Help() string {
	return `Without --drop and --edit, items are forwarded unchanged.

Examples:

    a2a-console rules release --all
    a2a-console rules release 1f3a77c2 --drop
    a2a-console rules release 1f3a77c2 --edit event.json`
}

func (c *releaseCmd) Run(ctx context.Context, p *stdio.Streams) error {
	in, err := c.decision(p.Stdin)
	if err != nil {
		return err
	}
	said, list, err := c.listHeld(ctx)
	if err != nil {
		return err
	}
	if c.All {
		var got struct {
			Released int `json:"released"`
		}
		if err := said.CallAPI(ctx, http.MethodPost, "/api/held/release", map[string]string{"how": in.Decision}, &got); err != nil {
			return err
		}
		if p.JSON {
			return p.Line(got)
		}
		p.Note("released: %d", got.Released)
		return nil
	}
	ids := make([]string, len(c.IDs))
	for i, id := range c.IDs {
		if ids[i], err = heldID(list, id); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := said.CallAPI(ctx, http.MethodPost, "/api/held/"+url.PathEscape(id)+"/release", in, nil); err != nil {
			return notHeldError(rephraseError(err), id)
		}
	}
	return nil
}

// rephraseError replaces the API's advice with advice for the command line.
func rephraseError(err error) error {
	var no *console.Refusal
	if errors.As(err, &no) && strings.Contains(no.Advice, `"anyway"`) {
		no.Advice = "Correct it, or give --anyway."
	}
	return err
}

func (c *releaseCmd) decision(stdin io.Reader) (in api.Release, err error) {
	switch {
	case c.All == (len(c.IDs) > 0):
		return in, errors.New("give the ids of the items to release, or --all; \"a2a-console rules held\" lists them")
	case c.Drop && c.Edit != "":
		return in, errors.New("--drop and --edit exclude each other")
	case c.Edit != "" && len(c.IDs) != 1:
		return in, errors.New("--edit works with one item; give its id")
	case c.Edit == "" && (c.Bytes || c.Anyway):
		return in, errors.New("--bytes and --anyway work only with --edit")
	case c.Drop:
		return api.Release{Decision: "drop"}, nil
	case c.Edit == "":
		return api.Release{Decision: "forward"}, nil
	}
	in = api.Release{Decision: "edit", Force: c.Anyway}
	b, err := readEdit(stdin, c.Edit)
	if err != nil {
		return in, err
	}
	if c.Bytes {
		in.Raw = b
		return in, nil
	}
	if in.Document = b; !json.Valid(b) {
		err = fmt.Errorf("%s is not a JSON document; to send its bytes unchanged, give --bytes", c.Edit)
	}
	return in, err
}

func readEdit(stdin io.Reader, name string) ([]byte, error) {
	in := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the edit: %w", err)
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, wire.MaxGateFrame+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the edit: %w", err)
	case len(b) > wire.MaxGateFrame:
		return nil, fmt.Errorf("read the edit: %s is too large; at most %d bytes are allowed", name, wire.MaxGateFrame)
	}
	return b, nil
}
