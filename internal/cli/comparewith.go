package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// compareWith sends one message in two versions, one after the other, and compares the meaning of
// the responses. It records both for that, without --db in a temporary file.
func (c *sendCmd) compareWith(ctx context.Context, p *stdio.Streams, call *a2a.Call) error {
	version, binding, _ := strings.Cut(c.CompareWith, "/")
	if err := calls.CheckSpeakable(version, binding, "--compare-with", "--compare-with"); err != nil {
		return err
	}
	c.NeedsCard() // for the second target
	db := c.DB
	if db == "" {
		dir, err := os.MkdirTemp("", "a2a-console-")
		if err != nil {
			return fmt.Errorf("create a temporary directory for the comparison: %w", err)
		}
		defer os.RemoveAll(dir)
		db = filepath.Join(dir, "compared.db")
	}
	return c.Talk(ctx, p, calls.SessionFor(call, c.Flags.URL), db, func(ctx context.Context, t *calls.Talk) error {
		return c.compare(ctx, p, t, call, a2a.Version(version), a2a.Binding(binding))
	})
}

func (c *sendCmd) compare(ctx context.Context, p *stdio.Streams, t *calls.Talk, call *a2a.Call, v a2a.Version, b a2a.Binding) error {
	one, err := t.Target(ctx, a2a.Version(c.Dialect), a2a.Binding(c.Binding))
	if err != nil {
		return err
	}
	other, err := t.Target(ctx, v, b)
	if err != nil {
		return err
	}
	var ends [2]inspector.Ending
	for i, target := range []inspector.Target{one, other} {
		if ends[i], err = c.sendOnce(ctx, p, t, target, call); err != nil {
			return err
		}
	}
	return c.printDifferences(ctx, p, t, ends, targetWord(one), targetWord(other))
}

func targetWord(t inspector.Target) string { return string(t.Version) + "/" + string(t.Binding) }

// sendOnce sends the message to one of the two targets. It returns an error if there is no response
// to compare.
func (c *sendCmd) sendOnce(ctx context.Context, p *stdio.Streams, t *calls.Talk, target inspector.Target, call *a2a.Call) (inspector.Ending, error) {
	prepared, err := t.Prepare(target, call)
	if err != nil {
		return inspector.Ending{}, err
	}
	out := print.NewAnswerPrinter(p, prepared, call)
	out.Label = targetWord(target)
	end, err := t.Send(ctx, prepared, out.Event)
	if err != nil {
		return end, err
	}
	said := end
	if c.DB == "" {
		said.Exchange = ""
	}
	if err := out.End(said); err != nil && end.Status == 0 {
		return end, err
	}
	if !p.JSON {
		fmt.Fprintln(p.Stdout)
	}
	return end, out.Err
}

type comparisonLine struct {
	Kind    string   `json:"kind"`
	Targets []string `json:"as"`
	diff.Pair
}

func (c *sendCmd) printDifferences(ctx context.Context, p *stdio.Streams, t *calls.Talk, ends [2]inspector.Ending, as ...string) error {
	store := t.Record()
	x, err := store.Exchange(ctx, ends[0].Exchange)
	if err != nil {
		return err
	}
	y, err := store.Exchange(ctx, ends[1].Exchange)
	if err != nil {
		return err
	}
	pair, err := diff.Exchanges(ctx, store, x, store, y, diff.Options{})
	if err != nil {
		return fmt.Errorf("compare the answers: %w", err)
	}
	if c.DB == "" {
		pair.A, pair.B = "", ""
	}
	if p.JSON {
		err = p.Line(comparisonLine{Kind: "diff", Targets: as, Pair: pair})
	} else {
		out := print.NewDiffPrinter(p)
		out.Printf("A2A %s (-) and %s (+)\n", as[0], as[1])
		out.PrintPair(pair)
		err = out.Err
	}
	if err == nil && pair.Outcome != diff.OutcomeSame {
		err = stdio.ExitFindings
	}
	return err
}
