package cli

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/cli/calls"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// fetchExtended fetches the extended card over an interface of the public one, and puts it in the
// public one's place in d, which it returns.
func (c *cardCmd) fetchExtended(ctx context.Context, p *stdio.Streams, client console.Caller, d *inspector.Discovery, header http.Header) (*inspector.Discovery, error) {
	if !d.Card.Capabilities.ExtendedCard {
		p.Note("note: the card does not declare an extended card; requesting it anyway")
	}
	f := calls.NewFlags(c.URL, c.AuthFlags, header)
	target, err := f.Choose(ctx, p, client, d, nil, a2a.Version(c.As), a2a.Binding(c.Binding))
	if err != nil {
		return d, err
	}
	prepared, err := client.Prepare(target, &a2a.Call{Op: a2a.GetExtendedCard})
	if err != nil {
		return d, err
	}
	ctx, cancel := context.WithTimeout(ctx, calls.UnaryTimeout)
	defer cancel()
	var got a2a.Reading
	started := time.Now()
	end, err := client.Send(ctx, prepared, func(e inspector.Event) { got = e.Reading })
	if err != nil {
		return d, err
	}
	d.Trail = append(d.Trail, inspector.DiscoveryStep{URL: prepared.URL, Status: end.Status, Took: time.Since(started), Note: "extended card", Exchange: end.Exchange})
	card := got.Card
	if card == nil && got.Result != nil {
		card = got.Result.Card
	}
	last := &d.Trail[len(d.Trail)-1]
	if card == nil || got.Error != nil {
		last.Note = explainNoExtended(got, end)
		return d, fmt.Errorf("no extended card from %s: %s", prepared.URL, last.Note)
	}
	last.HasCard = true
	d.Card, d.CardURL, d.Raw, d.Versions, d.Findings, d.OtherCards = card, prepared.URL, card.Raw, []a2a.Version{target.Version}, got.Problems, nil
	return d, nil
}

func explainNoExtended(got a2a.Reading, end inspector.Ending) string {
	switch {
	case end.Problem != "":
		return end.Problem
	case wire.DeniesAccess(end.Status):
		return fmt.Sprintf("HTTP %d; sign in: --bearer, --basic, --api-key or --oauth", end.Status)
	case got.Error != nil:
		return words.ErrorLine(got.Error)
	}
	return fmt.Sprintf("HTTP %d, but the response is not a card", end.Status)
}
