package cli

import (
	"bytes"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/report"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestASessionIsReadAlike: what a card and earlier calls establish about an exchange holds for every
// reader of the record.
func TestASessionIsReadAlike(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.db")
	store, err := recorder.Open(recorder.Options{Path: path, Raw: true, Label: console.NewCards().Label})
	if err != nil {
		t.Fatal(err)
	}
	const task = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}`
	said := func(method, address, body, answer string) {
		c := streamCase{req: []byte(body), resp: []byte(answer)}
		c.x.Method, c.x.URL, c.x.Request.Header = method, "http://agent.test"+address, http.Header{}
		if body != "" {
			c.x.Request.Header.Set("Content-Type", "application/json")
		}
		c.x.Response = wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}, "Cache-Control": {"max-age=60"}, "Etag": {`"1"`}}}
		c.put(t, store)
	}
	said("GET", "/.well-known/agent-card.json", "", `{"name":"a","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[],`+
		`"supportedInterfaces":[{"url":"http://agent.test/v1","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]}`)
	said("POST", "/v1/message:send", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`, `{"task":`+task+`}`)
	said("GET", "/v1/tasks/t", "", `{"state":"odd"}`)
	said("POST", "/rpc", `{"jsonrpc":"2.0","id":1,"method":"tasks/send","params":{"id":"u","message":{"role":"user","parts":[{"type":"text","text":"hi"}]}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"id":"u","status":{"state":"completed"}}}`)
	said("POST", "/rpc", `{"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"id":"nobody"}}`, `{"jsonrpc":"2.0","id":2,"error":{"code":-32001,"message":"Task not found"}}`)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = recorder.Open(recorder.Options{Path: path, ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	list, err := store.Exchanges(t.Context(), wire.Filter{}, wire.Page{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := store.Export(t.Context(), list[0].Session, nil, report.New(&b)); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "## Exchanges")
	parts := strings.Split(text, "\n### ")[1:]
	for i, x := range slices.Backward(list) {
		found, _, err := findingsOf(t.Context(), store, x)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(found.Lines()); got != x.Labels.Findings {
			t.Errorf("%s: the record counts %d findings, the command line %d: %+v", x.URL, x.Labels.Findings, got, found.Lines())
		}
		part := parts[len(list)-1-i]
		part, _, _ = strings.Cut(part, "\n## ")
		title := fmt.Sprintf("%d. %s · A2A %s", len(list)-i, x.Labels.Op, x.Labels.Dialect)
		lines := 0
		for _, level := range []string{"error", "warning", "info"} {
			lines += strings.Count(part, "\n- "+level+" · ")
		}
		if !strings.HasPrefix(part, title) || lines != x.Labels.Findings {
			t.Errorf("%s: the record counts %d findings of %s, the report has %d in\n%s", x.URL, x.Labels.Findings, title, lines, part)
		}
	}
}
