package console

import (
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestImportsAreReadWithTheirGaps: an incompletely recorded event is not the agent's fault, neither when
// it is imported nor when it is read again.
func TestImportsAreReadWithTheirGaps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := recorder.Open(recorder.Options{Path: path, NoSession: true, Label: NewCards().Label})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in := s.Import("f")
	at := time.Unix(1000, 0)
	sess := wire.Session{ID: wire.NewID(), Started: at}
	if err := in.Session(t.Context(), &sess); err != nil {
		t.Fatal(err)
	}
	req := `{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`
	full := `data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}` + "\n\n"
	kept := full[:40] + full[60:]
	x := wire.Exchange{
		ID: wire.NewID(), Session: sess.ID, Origin: wire.Client, Agent: "http://a", Method: "POST", URL: "http://a/",
		Started: at, RequestDone: at, Answered: at, Ended: at.Add(time.Second), Outcome: wire.ByAgent,
		Request:      wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}},
		Response:     wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}},
		RequestBytes: int64(len(req)), ResponseBytes: int64(len(full)), Incomplete: true,
	}
	x.Gaps = []wire.Gap{{Exchange: x.ID, Side: wire.Response, Offset: 40, Bytes: 20}}
	for _, err := range []error{
		in.Exchange(t.Context(), &x),
		in.Chunk(t.Context(), &wire.Chunk{Exchange: x.ID, Side: wire.Request, At: at, Data: []byte(req)}),
		in.Chunk(t.Context(), &wire.Chunk{Exchange: x.ID, Side: wire.Response, At: at, Data: []byte(kept)}),
		in.Close(t.Context()),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	y, err := s.Exchange(t.Context(), x.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Reindex(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	z, err := s.Exchange(t.Context(), x.ID)
	if err != nil {
		t.Fatal(err)
	}
	if y.Labels != z.Labels || y.Labels.Op == "" {
		t.Errorf("imported, the labels are %+v, and of reindex %+v", y.Labels, z.Labels)
	}
}
