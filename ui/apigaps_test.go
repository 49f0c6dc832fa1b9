package ui

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func gapTime(s int) time.Time { return time.Date(2026, 11, 21, 14, 2, s, 0, time.UTC) }

// lossyRecord has an exchange with missing bytes whose end the console did not see, and a session
// that lacks twelve exchanges.
func lossyRecord() *fakeRecord {
	f := normalRecord()
	x := sample(20, "lossy")
	x.Outcome, x.Problem, x.Incomplete = wire.Interrupted, "The console stopped before the agent had ended its answer.", true
	x.Interim = []wire.Interim{{At: x.Started.Add(3 * time.Millisecond), Status: http.StatusEarlyHints, Header: http.Header{"Link": {"</style.css>; rel=preload"}}}}
	x.RequestBytes, x.ResponseBytes, x.ResponseKept = 7, 1238663, 4096
	x.RequestSent = &wire.Head{Proto: "HTTP/1.1", Header: http.Header{"X-Rule": {"edited"}}}
	x.ResponseSent = &wire.Head{Proto: "HTTP/1.1", Status: 500}
	x.Gaps = []wire.Gap{
		{Session: x.Session, Exchange: x.ID, Side: wire.Request, Bytes: 7, From: gapTime(2), To: gapTime(2), Cause: wire.GapLimit},
		{Session: x.Session, Exchange: x.ID, Side: wire.Response, Offset: 4096, Bytes: 1234567, From: gapTime(3), To: gapTime(4), Cause: wire.GapDiskFull, Problem: "The disk was full: <b>free</b> some space."},
	}
	f.put(x)
	f.gaps = []wire.Gap{{Session: x.Session, Exchanges: 12, Bytes: 4096, From: gapTime(11), To: gapTime(40), Cause: wire.GapDiskFull}}
	return f
}

// Exchanges and sessions say what is not on record, as the document describes.
func TestAPITellsWhatIsMissing(t *testing.T) {
	_, at := serveAPI(t, lossyRecord())
	c := newContract(t)
	gaps := `"incomplete":true,"gaps":[{"side":"request","offset":0,"bytes":7,"from":"2026-11-21T14:02:02Z","to":"2026-11-21T14:02:02Z","why":"limit"},` +
		`{"side":"response","offset":4096,"bytes":1234567,"from":"2026-11-21T14:02:03Z","to":"2026-11-21T14:02:04Z","why":"disk-full","problem":"The disk was full: \u003cb\u003efree\u003c/b\u003e some space."}]`
	heads := `"interim":[{"at":"2026-03-04T10:18:14.003Z","status":103,"header":{"Link":["\u003c/style.css\u003e; rel=preload"]}}],` +
		`"request_sent":{"proto":"HTTP/1.1","header":{"X-Rule":["edited"]}},"response_sent":{"proto":"HTTP/1.1","status":500}`
	id := sample(20, "lossy").ID
	for _, c2 := range []struct {
		target, schema string
		says           []string
		not            string
	}{
		{"/api/exchanges?limit=1&filter=outcome:interrupted", "Exchanges", []string{gaps, `"outcome":"interrupted"`}, heads},
		{"/api/exchanges/" + id, "Exchange", []string{gaps, heads}, ""},
		{"/api/exchanges/0195-open-7", "Exchange", []string{`"gaps":[]`}, `"interim"`},
		{"/api/sessions", "Sessions", []string{`"gaps":[{"bytes":4096,"exchanges":12,"from":"2026-11-21T14:02:11Z","to":"2026-11-21T14:02:40Z","why":"disk-full"}]`}, ""},
	} {
		body, err := io.ReadAll(apiGet(t, at+c2.target).Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, says := range c2.says {
			if !strings.Contains(string(body), says) {
				t.Errorf("%s: %s\nlacks %s", c2.target, body, says)
			}
		}
		if c2.not != "" && strings.Contains(string(body), c2.not) {
			t.Errorf("%s has %s", c2.target, c2.not)
		}
		schema, err := c.schemas.Compile("mem:///openapi.json#/components/schemas/" + c2.schema)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", c2.target, err)
		}
	}
}
