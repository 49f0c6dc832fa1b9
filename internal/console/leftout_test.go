package console

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// TestWhatAFileLeavesOutIsNobodysFault: a response whose body is missing from an imported file breaks no
// rule, and is called neither a message nor an error.
func TestWhatAFileLeavesOutIsNobodysFault(t *testing.T) {
	t.Parallel()
	s, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "s.db"), NoSession: true, Label: NewCards().Label})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct{ method, response string }{
		{"SendStreamingMessage", `"status":200,"headers":[{"name":"content-type","value":"text/event-stream"}],"content":{"size":0},"bodySize":-1`},
		{"SendStreamingMessage", `"status":200,"headers":[{"name":"content-type","value":"text/event-stream"}],"content":{"size":900},"bodySize":-1`},
		{"SendMessage", `"status":200,"headers":[{"name":"content-type","value":"application/json"}],"content":{}`},
		{"SendMessage", `"status":200,"headers":[{"name":"content-type","value":"application/json"}],"content":{"size":4321}`},
		{"SendMessage", `"status":200,"headers":[{"name":"content-type","value":"application/json"}],"content":{"size":20,"encoding":"base64","text":"{no}"}`},
		{"SendMessage", `"status":200,"headers":[{"name":"content-type","value":"application/json"}],"content":{"size":400,"text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"}`},
		{"SendMessage", `"status":0`},
	} {
		request := fmt.Sprintf(`{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"hello\"}]}}}`, c.method)
		file := `{"log":{"creator":{"name":"x"},"entries":[{"startedDateTime":"2026-01-02T03:04:05Z","request":{"method":"POST","url":"http://127.0.0.1:9/rpc","headers":[{"name":"A2A-Version","value":"1.0"}],` +
			`"postData":{"mimeType":"application/json","text":"` + request + `"}},"response":{` + c.response + `},"timings":{"send":1,"wait":2,"receive":3}}]}}`
		in := s.Import("x.har")
		if _, err := archive.Read(t.Context(), strings.NewReader(file), archive.ReadOptions{}, in); err != nil {
			t.Fatal(err)
		}
		list, err := s.Exchanges(t.Context(), wire.Filter{Session: in.ID()}, wire.Page{Limit: 10})
		if err != nil || len(list) != 1 || list[0].Labels.Op != c.method {
			t.Fatal(list, err)
		}
		x := list[0]
		if found, err := s.Findings(t.Context(), x.ID); err != nil || len(found) > 0 {
			t.Errorf("%s: %+v, %v", c.response, found, err)
		}
		if state := words.StateText(&x); strings.Contains(state, "message") || strings.Contains(state, "✕") || words.IsMessageAnswer(&x) {
			t.Errorf("%s: %s", c.response, state)
		}
	}
}
