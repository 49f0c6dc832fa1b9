package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/api"
)

// Scripts and people see what is missing of an exchange.
func TestGapsAreTold(t *testing.T) {
	at := time.Date(2026, 11, 21, 14, 2, 11, 0, time.UTC)
	x := wire.Exchange{ID: "x", Outcome: wire.Interrupted, RequestBytes: 3, RequestKept: 3, Gaps: []wire.Gap{
		{Exchange: "x", Side: wire.Response, Offset: 9, Bytes: 80, From: at, To: at, Cause: wire.GapDiskFull, Problem: "free \x1b[31msome space"},
		{Exchange: "x", Side: wire.RequestSent, From: at, To: at, Cause: wire.GapPaused},
	}}
	b, err := json.Marshal(api.ExchangeOf(x))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"outcome":"interrupted"`, `"incomplete":true,"gaps":[{"side":"response","offset":9,"bytes":80,"from":"2026-11-21T14:02:11Z","to":"2026-11-21T14:02:11Z","why":"disk-full","problem":`,
		`{"side":"request_sent","offset":0,"from":`,
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
	var out bytes.Buffer
	print.ExchangeGaps(&stdio.Streams{Stdout: &out}, x)
	for _, want := range []string{
		"\n80 B of the response are not on record, from byte 9 on. free ",
		"\nAn unknown number of bytes of the forwarded request are not on record, from byte 0 on: recording was paused.\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("an escape sequence passes")
	}

	whole := wire.Exchange{ID: "y", RequestBytes: 3, RequestKept: 3}
	if b, _ := json.Marshal(api.ExchangeOf(whole)); !strings.Contains(string(b), `"incomplete":false,"gaps":[]`) {
		t.Errorf("%s", b)
	}
	whole.RequestKept = 2
	if !api.ExchangeOf(whole).Incomplete {
		t.Error("an exchange of which bytes were cut is not incomplete")
	}
}
