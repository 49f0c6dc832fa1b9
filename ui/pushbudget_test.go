package ui

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/pushes"
	"github.com/a2a-console/a2a-console/ui/webhooks"
)

// TestWebhookOfGreatDeliveries: if an agent pushes more than a page can read, the newest deliveries
// are judged, and the agent is not blamed for the rest.
func TestWebhookOfGreatDeliveries(t *testing.T) {
	f := emptyRecord()
	const at = "http://127.0.0.1:7440/hook/1"
	pushed(f, at, "bot")
	const size, more = 16 << 20, 30
	body := []byte(`{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
	for i := range more {
		when := sample(50, "").FirstByte.Add(time.Duration(i+1) * time.Second)
		f.put(wire.Exchange{
			ID: fmt.Sprint("great-", i), Session: "session-1", Origin: wire.Push, Method: "POST", URL: at,
			Request:  wire.Head{Header: http.Header{"Content-Type": {"application/json"}}},
			Response: wire.Head{Status: 204}, Started: when, Ended: when, Outcome: wire.ByAgent, RequestBytes: size, RequestKept: size,
			Labels: wire.Labels{Task: "t"},
		}, wire.Chunk{Side: wire.Request, At: when, Data: body})
	}
	s, _ := hookServer(t, f)
	v, err := s.webhooks.Read(t.Context(), link.HookKey(at), "")
	if err != nil {
		t.Fatal(err)
	}
	st, read := v.Open.Assessment, 0
	for _, d := range st.Deliveries {
		if d.Result != nil {
			read++
		}
	}
	if last := st.Deliveries[len(st.Deliveries)-1]; read == 0 || int64(read)*size > pushes.PageBudget || last.Result == nil {
		t.Errorf("read %d of %d deliveries", read, len(st.Deliveries))
	}
	if st.Unread == 0 || len(st.Report.Missing) > 0 || len(st.Issues) == 0 {
		t.Errorf("%d not read, %d missing, %+v", st.Unread, len(st.Report.Missing), st.Issues)
	}
}

// zipped is a body in gzip, as an agent may push it.
func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSmallDeliveriesCanBeGreat: a compressed body costs its decoded size, and no page reads more
// than is kept.
func TestSmallDeliveriesCanBeGreat(t *testing.T) {
	f := emptyRecord()
	s, _ := hookServer(t, f)
	const size = 256 << 10
	body := zipped(t, `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}`+strings.Repeat(" ", size)+`}`)
	e := &webhooks.Entry{URL: "http://127.0.0.1:7440/hook/1"}
	for i := range 12 {
		x := wire.Exchange{
			ID: fmt.Sprint("small-", i), Origin: wire.Push, Method: "POST", URL: e.URL, Started: fakeNow().Add(time.Duration(i) * time.Second), Outcome: wire.ByAgent,
			Request:      wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "Content-Encoding": {"gzip"}}},
			RequestBytes: int64(len(body)), RequestKept: int64(len(body)),
		}
		e.Deliveries = append(e.Deliveries, f.put(x, wire.Chunk{Side: wire.Request, At: x.Started, Data: body}))
	}
	st, err := s.webhooks.Assess(t.Context(), e, &pushes.Budget{BytesLeft: 1 << 20, ReadsLeft: 100})
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, d := range st.Deliveries {
		if d.Result != nil {
			read++
		}
	}
	if read == 0 || read > (1<<20)/size+1 || st.Unread != 12-read || st.Deliveries[11].Result == nil {
		t.Errorf("read %d of 12, %d not", read, st.Unread)
	}
	if s.pushes.Store.HeldBytes < int64(read)*size {
		t.Errorf("%d readings are kept as %d bytes", read, s.pushes.Store.HeldBytes)
	}
	b := pushes.NewBudget()
	for range pushes.MaxReads {
		b.Take(e.Deliveries[0])
	}
	if b.Take(e.Deliveries[0]) || b.BytesLeft > pushes.MaxReadBytes {
		t.Error("a page reads more than is kept")
	}
}
