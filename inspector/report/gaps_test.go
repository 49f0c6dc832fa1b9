package report_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// The report says what was not recorded, before the exchanges and at the exchange concerned.
func TestReportOfWhatIsMissing(t *testing.T) {
	var b bytes.Buffer
	to := report.New(&b)
	at := time.Date(2026, 11, 21, 14, 2, 11, 0, time.UTC)
	id := wire.NewID()
	w := &archive.FullExchange{Exchange: wire.Exchange{
		ID: id, Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/", Started: at, Ended: at.Add(time.Second),
		Outcome: wire.Interrupted, Incomplete: true, Gaps: []wire.Gap{
			{Exchange: id, Side: wire.Response, Offset: 9, Bytes: 80, Cause: wire.GapDiskFull, Problem: "# free <b>some</b> space"},
			{Exchange: id, Side: wire.RequestSent, Cause: wire.GapDamaged},
		},
	}}
	for _, err := range []error{
		to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Started: at}),
		to.Gap(t.Context(), &wire.Gap{Exchanges: 12, Bytes: 4096, From: at, To: at.Add(29 * time.Second), Cause: wire.GapDiskFull}),
		to.Gap(t.Context(), &wire.Gap{From: at, To: at, Cause: wire.GapPaused}),
		w.WriteTo(t.Context(), to), to.Close(t.Context()),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	got := b.String()
	for _, want := range []string{
		"\n## Not on record\n\n- 12 exchanges with 4,096 bytes, 14:02:11 to 14:02:40 UTC: the disk was full.\n- An unknown number of exchanges, 14:02:11 to 14:02:11 UTC: recording was paused.\n\n## Exchanges\n",
		"the console stopped. State: ⊘ interrupted",
		"**Not on record:** 80 bytes of the response from byte 9 on: the disk was full (",
		"**Not on record:** An unknown number of bytes of the request as it was forwarded from byte 0 on: the file it was read from was damaged.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "<b>") {
		t.Errorf("a text is read as markup:\n%s", got)
	}
}
