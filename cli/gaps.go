package cli

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/archive"
	"github.com/a2a-console/a2a-console/wire"
)

// gapsOf are the gaps of a session, for scripts; nil for none.
func gapsOf(ctx context.Context, store gapKeeper, session string) ([]archive.Gap, error) {
	list, err := store.Gaps(ctx, session)
	if err != nil {
		return nil, fmt.Errorf("read what is missing of session %s: %w", session, err)
	}
	return archive.GapsOf(list), nil
}

// missingWhy is the end of a sentence that says that bytes of a side are not on
// record.
func missingWhy(x wire.Exchange, side wire.Side) string {
	for _, g := range x.Gaps {
		if g.Side == side {
			return "; the rest is missing: " + whyWords(g)
		}
	}
	return ""
}

// showGaps tells people what of an exchange is not on record.
func showGaps(p *program, x wire.Exchange) {
	for _, g := range x.Gaps {
		size := "an unknown number of bytes"
		if g.Bytes > 0 {
			size = fmt.Sprintf("%d bytes", g.Bytes)
		}
		fmt.Fprintf(p.stdout, "\nnot on record: %s of the %s from byte %d on: %s\n", size, sideWords(g.Side), g.Offset, whyWords(g))
	}
	if len(x.Gaps) == 0 && x.Incomplete {
		fmt.Fprintf(p.stdout, "\nnot all that passed is on record\n")
	}
}

func sideWords(s wire.Side) string {
	switch s {
	case wire.RequestSent:
		return "request as it was sent on"
	case wire.ResponseSent:
		return "response as it was sent on"
	}
	return s.String()
}

// whyWords says why something is not on record.
func whyWords(g wire.Gap) string {
	if g.Problem != "" {
		return oneLine(g.Problem)
	}
	return oneLine(g.Reason())
}
