package passing_test

import (
	"bytes"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// readAll reads every frame of an exchange.
func (c *recorded) readAll() (labels wire.Labels, all []wire.FrameLabels) {
	p := c.open()
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		for _, f := range c.frames(side) {
			all = append(all, p.Read(side, f))
		}
	}
	return p.Labels(), all
}

// TestAbridgedCorpus: a rule sees the same kinds, ids, states and documents when documents are abridged to
// almost nothing.
func TestAbridgedCorpus(t *testing.T) {
	abridged := 0
	for _, c := range corpus(t) {
		wantLabels, want := c.readAll()
		undo := passing.SetBounds(jsonrepair.Bounds{Text: 60, KeptBytes: 1, Members: 100})
		gotLabels, got := c.readAll()
		undo()
		for i := range want {
			if got[i].Text != want[i].Text {
				abridged++
			}
			got[i].Text, want[i].Text = "", ""
		}
		gotLabels.Text, wantLabels.Text = "", ""
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: abridged, its frames are read as\n%+v, not as\n%+v", c.name, got, want)
		}
		if got, want := labelIDs(gotLabels), labelIDs(wantLabels); got != want {
			t.Errorf("%s: abridged, its request is read as %s, not as %s", c.name, got, want)
		}
	}
	if abridged == 0 {
		t.Error("no text was cut")
	}
}

func labelIDs(l wire.Labels) string {
	return fmt.Sprint(l.Op, l.Dialect, l.Binding, l.Task, l.Context, l.State)
}

// TestLongDocuments: a rule reads the same from an abridged request, answer or event as from all of it.
func TestLongDocuments(t *testing.T) {
	parts := map[string]string{
		"text":    `{"text":"` + strings.Repeat(`tell \u0061 joke `, 300_000) + `"}`,
		"escapes": `{"text":"` + strings.Repeat(`\u0061`, 300_000) + `"}`,
		"file":    `{"raw":"` + strings.Repeat("QUJD", 500_000) + `"},{"text":"look"}`,
		"parts":   strings.TrimSuffix(strings.Repeat(`{"text":"hello world"},`, 100_000), ","),
		"after":   `{"text":"first","metadata":{"rows":[` + strings.TrimSuffix(strings.Repeat(`{"a":"b"},`, 100_000), ",") + `]}},{"text":"second"},{"data":[` + strings.TrimSuffix(strings.Repeat(`"0123456789abcdef",`, 20_000), ",") + `]},{"text":"last"}`,
		"nested":  `{"data":` + strings.Repeat(`[{"a":`, 100) + `1` + strings.Repeat(`,"b":[1,2,3]},5]`, 100) + `},{"text":"` + strings.Repeat("x", 2_000_000) + `"}`,
	}
	sse := http.Header{"Content-Type": {"text/event-stream"}}
	for name, part := range parts {
		task := `{"history":[{"messageId":"m","role":"ROLE_USER","parts":[` + part + `]}],"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"n","role":"ROLE_AGENT","parts":[` + part + `]}}}`
		c := recorded{
			asked:   []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[` + part + `],"taskId":"t1","contextId":"c1"}}}`),
			answers: []byte(`{"jsonrpc":"2.0","id":1,"result":{"task":` + task + `}}`),
			x:       wire.Exchange{Method: "POST", URL: "http://a.test/", Request: wire.Head{Header: http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}}, Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}},
		}
		stream := c
		stream.x.Response.Header, stream.asked = sse, bytes.Replace(c.asked, []byte("SendMessage"), []byte("SendStreamingMessage"), 1)
		stream.answers = []byte("data: " + string(c.answers) + "\n\n" + `data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"artifact":{"parts":[` + part + `],"artifactId":"a1"},"taskId":"t1","contextId":"c1","lastChunk":true}}}` + "\n\n")
		for kind, c := range map[string]recorded{"answer": c, "stream": stream} {
			t.Run(name+" "+kind, func(t *testing.T) { c.sameAbridged(t) })
		}
	}
}

func (c *recorded) sameAbridged(t *testing.T) {
	gotLabels, got := c.readAll()
	undo := passing.SetBounds(jsonrepair.Bounds{Text: 1 << 30, KeptBytes: 1 << 30, Members: 1 << 30})
	wantLabels, want := c.readAll()
	undo()
	if len(want) < 2 || want[0].Task != "t1" || want[1].State != "TASK_STATE_WORKING" || want[0].Text == "" {
		t.Fatalf("the case is read as %.200v", want)
	}
	for i := range want {
		if !bytes.Equal(got[i].Doc, want[i].Doc) || len(got[i].Doc) < 400_000 {
			t.Errorf("frame %d has another document, of %d bytes", i, len(got[i].Doc))
		}
		got[i].Doc, want[i].Doc = nil, nil
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("frame %d is read as %.300v; all of it as %.300v", i, got[i], want[i])
		}
	}
	if got, want := labelIDs(gotLabels)+gotLabels.Text, labelIDs(wantLabels)+wantLabels.Text; got != want {
		t.Errorf("the request is read as %.300s; all of it as %.300s", got, want)
	}
}
