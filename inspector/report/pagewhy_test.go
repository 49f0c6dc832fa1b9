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

// failedPage is the page of an exchange that the agent answered so.
func failedPage(t *testing.T, status int, body string) string {
	t.Helper()
	var b bytes.Buffer
	to := report.NewPage(&b, nil)
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	w := &archive.Whole{Exchange: wire.Exchange{
		ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9", Method: "POST", URL: "http://127.0.0.1:9/",
		Response: wire.Head{Status: status}, Started: at, Answered: at, Ended: at, Outcome: wire.ByAgent,
	}}
	w.Sides[wire.Request] = []wire.Chunk{{Side: wire.Request, At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"role":"user","kind":"message","messageId":"m","parts":[{"kind":"text","text":"hi"}]}}}`)}}
	w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: at, Data: []byte(body)}}
	for _, err := range []error{to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Started: at, Exchanges: 1}), w.Give(t.Context(), to), to.Close(t.Context())} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// A page of a failed exchange says why it failed and its HTTP status; of a good one, only
// the status.
func TestPageSaysWhyItFailed(t *testing.T) {
	got := failedPage(t, 503, "<b>try later</b>")
	for _, want := range []string{"<h2>Why did it fail?</h2>", "<dt>Proof</dt>", "<dt>Try</dt>", "<dt>HTTP status</dt><dd>503 Service Unavailable</dd>"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "<b>try") {
		t.Error("what the agent said is markup")
	}
	got = failedPage(t, 200, `{"jsonrpc":"2.0","id":1,"result":{"kind":"message","role":"agent","messageId":"a","parts":[{"kind":"text","text":"hello"}]}}`)
	if strings.Contains(got, "Why did it fail?") || !strings.Contains(got, "<dd>200 OK</dd>") {
		t.Errorf("a good one:\n%s", got)
	}
}
