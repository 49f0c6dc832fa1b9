package report

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// writeSessionGap lists exchanges of the session that were not recorded.
func (r *Writer) writeSessionGap(_ context.Context, g *wire.Gap) error {
	if !r.hasGap {
		r.hasGap = true
		r.printf("\n## Not on record\n\n")
	}
	what := "An unknown number of exchanges"
	if g.Exchanges > 0 {
		what = words.Plural(g.Exchanges, "exchange")
	}
	r.printf("- %s", what)
	if g.Bytes > 0 {
		r.printf(" with %s", words.Plural(int(g.Bytes), "byte"))
	}
	if !g.From.IsZero() {
		r.printf(", %s to %s", g.From.UTC().Format("15:04:05"), g.To.UTC().Format("15:04:05 MST"))
	}
	r.printf(": %s.\n", reason(g))
	return r.err
}

// writeMissing lists the bytes of an exchange that were not recorded.
func (r *Writer) writeMissing(w *archive.FullExchange) {
	for i := range w.Gaps {
		g := &w.Gaps[i]
		if g.Cause == wire.GapUntimed {
			r.printf("\n%s\n", words.DescribeGap(*g))
			continue
		}
		size := "An unknown number of bytes"
		if g.Bytes > 0 {
			size = words.Plural(int(g.Bytes), "byte")
		}
		r.printf("\n**Not on record:** %s of the %s from byte %d on: %s.\n", size, side(g.Side), g.Offset, reason(g))
	}
	if len(w.Gaps) == 0 && w.Incomplete {
		r.printf("\n**The recording of this exchange is incomplete.**\n")
	}
}

func side(s wire.Side) string {
	switch s {
	case wire.RequestSent:
		return "request as it was forwarded"
	case wire.ResponseSent:
		return "response as it was forwarded"
	}
	return s.String()
}

func reason(g *wire.Gap) string {
	says := escapeText(g.Reason())
	if g.Problem != "" {
		says += fmt.Sprintf(" (%s)", escapeText(g.Problem))
	}
	return says
}
