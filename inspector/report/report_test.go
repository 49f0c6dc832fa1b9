package report_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// write writes a report of one exchange with a streamed task.
func write(t testing.TB, name, said string) string {
	t.Helper()
	var b bytes.Buffer
	to := report.New(&b)
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\x1b", `\u001b`).Replace(said)
	w := &archive.FullExchange{Exchange: wire.Exchange{
		ID: wire.NewID(), Origin: wire.Client, Agent: "http://127.0.0.1:9", Caller: name, Method: "POST", URL: "http://127.0.0.1:9/" + name,
		Request:  wire.Head{Header: http.Header{"Content-Type": {"application/json"}}},
		Response: wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}},
		Started:  at, RequestDone: at, Answered: at, Ended: at.Add(time.Second), Outcome: wire.ByAgent, Frames: 2, Problem: name,
	}}
	w.Sides[wire.Request] = []wire.Chunk{{Side: wire.Request, At: at, Data: []byte(`{"jsonrpc":"2.0","id":1,"method":"tasks/sendSubscribe","params":{"id":"t1","message":{"role":"user","parts":[{"type":"text","text":"` + quoted + `"}]}}}`)}}
	w.Sides[wire.Response] = []wire.Chunk{{Side: wire.Response, At: at.Add(time.Second), Data: []byte(
		`data: {"jsonrpc":"2.0","id":1,"result":{"id":"t1","artifact":{"name":"a","index":0,"parts":[{"type":"text","text":"` + quoted + `"}]}}}` + "\n\n: still here\n\n" +
			`data: {"jsonrpc":"2.0","id":1,"result":{"id":"t1","status":{"state":"completed"},"final":true}}` + "\n\n")}}
	for _, err := range []error{
		to.Session(t.Context(), &wire.Session{ID: wire.NewID(), Name: name, Started: at, Exchanges: 1, Agents: []string{"http://127.0.0.1:9"}}),
		w.WriteTo(t.Context(), to), to.Close(t.Context()),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestReport(t *testing.T) {
	got := write(t, "phone order", "one phone, please")
	for _, want := range []string{
		"# phone order\n", "Recorded 2026-11-21 10:00:00 UTC", "### 1. SendStreamingMessage · A2A 0.1",
		"HTTP 200, 2 events, ended by the agent after 1.0 s", "> one phone, please", "+1.0 s **status** completed",
		"| `t1` | `http://127.0.0.1:9` | completed | ", "sequenceDiagram\n    participant p0 as phone order\n",
		"p0->>p1: 1. SendStreamingMessage", "p1-->>p0: completed",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Nothing that an agent or client says is interpreted as Markdown, HTML or Mermaid.
func TestHostileReport(t *testing.T) {
	bad := "x\n```\n# pwned\n<script>alert(1)</script> ![i](http://evil.example/p.png) [l](javascript:1) | a | b\nend\nNote over p0: y\n%%{init: {}}%%\x1b[31m````"
	got := write(t, strings.ReplaceAll(bad, "\n", " "), bad)
	if strings.Contains(got, "\x1b") {
		t.Error("an escape sequence passes")
	}
	var html bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(got), &html); err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"<script", "<img", "javascript:1\"", ">pwned</h1>", "raw HTML omitted"} {
		if strings.Contains(html.String(), tag) {
			t.Errorf("%s in\n%s", tag, html.String())
		}
	}
	_, diagram, _ := strings.Cut(got, "```mermaid\n")
	diagram, _, _ = strings.Cut(diagram, "```")
	for line := range strings.Lines(diagram) {
		if strings.ContainsAny(line, "%{}#;<`") || strings.HasPrefix(strings.TrimSpace(line), "Note") {
			t.Errorf("the diagram has %q", line)
		}
	}
}
