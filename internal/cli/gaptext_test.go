package cli

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
)

type gapped []wire.Gap

func (g gapped) Gaps(context.Context, string) ([]wire.Gap, error) { return g, nil }

// The line of each gap says how much is missing, of what, why, and what to try.
func TestGapsAreShown(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 1, 0, time.Local)
	list := []wire.Exchange{{ID: "x1"}, {ID: "x2", Gaps: []wire.Gap{
		{Exchange: "x2", Side: wire.Response, Offset: 100, Bytes: 2048, From: at, To: at, Cause: wire.GapLimit},
		{Exchange: "x2", Side: wire.Request, Bytes: 1, From: at, To: at, Cause: wire.GapPaused},
	}}}
	store := gapped{
		{Exchanges: 438, From: at, To: at.Add(8 * time.Second), Cause: wire.GapDiskFull, Problem: "Free\nsome space."},
		list[1].Gaps[0],
	}
	gaps, err := allGaps(t.Context(), store, "s", list)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	print.Gaps(&stdio.Streams{Stdout: &b}, gaps)
	want := `
438 exchanges not recorded, 12:00:01–12:00:09: the disk was full. Free some space.
x2: 2.0 KB of the response are not on record, from byte 100 on: the body exceeded the limit for one body.
x2: 1 B of the request are not on record, from byte 0 on: recording was paused.
`
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
	b.Reset()
	if print.Gaps(&stdio.Streams{Stdout: &b}, nil); b.Len() > 0 {
		t.Errorf("%q", b.String())
	}
}
