package interop

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// stubModel answers as OpenAI's Chat Completions do: 400 to a message with "too long".
func stubModel(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer sk-secret-of-the-agent":
			w.WriteHeader(http.StatusNotFound)
		case strings.Contains(string(body), "too long"):
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`)
		default:
			fmt.Fprint(w, `{"id":"chatcmpl-1","object":"chat.completion","model":"stub-1-2026","choices":[{"index":0,"message":{"role":"assistant","content":"forty-two"},"finish_reason":"stop"}],"usage":{"prompt_tokens":31,"completion_tokens":3,"total_tokens":34}}`)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestModelCallsOfAnAgent: one command starts an agent of an SDK, and the record has what it asked its model, beneath
// the task, and names the model's 400, which the agent hides, as the cause.
func TestModelCallsOfAnAgent(t *testing.T) {
	t.Parallel()
	agent := filepath.Join(npmPeer(t, "js"), "agent.js")
	db, port := filepath.Join(t.TempDir(), "record.db"), strconv.Itoa(freePort(t))
	url := "http://127.0.0.1:" + port
	command := "OPENAI_BASE_URL=" + stubModel(t) + " exec " + built.console + " run --json --port " + port + " --db " + db + " -- node " + agent + " JSONRPC {port} 2>&1 >/dev/null"
	running := start(t, "", "sh", "-c", command)
	var said struct {
		Models []struct{ Name, Model, URL string }
	}
	if err := json.Unmarshal([]byte(running.first), &said); err != nil || len(said.Models) != 4 || said.Models[0].Name != "OPENAI_BASE_URL" {
		t.Fatalf("%s, %v", running.first, err)
	}
	if said := output(t, "", built.console, "send", url, "--text", "model what?", "--json"); !strings.Contains(said, "forty-two") {
		t.Errorf("the agent answered %s", said)
	}
	if said, _, code := ran(t, "", built.console, "send", url, "--text", "model too long", "--json"); code == 0 || strings.Contains(said, "8192") {
		t.Errorf("the task did not fail, or its agent says why: %s", said)
	}
	running.stop()

	type exchange struct {
		ID, Task string
		Failed   bool
		Model    struct {
			API, Model, Finish, Error string
			Input, Output             int
		}
		Under struct{ Exchange, Task, By string }
		Why   struct{ Kind, Cause, Exchange string }
	}
	read := func(args ...string) []exchange {
		return lines[exchange](t, output(t, "", built.console, append(args, "--db", db, "--json")...))
	}
	models, sends := read("search", "is:model"), read("search", "op:send")
	if len(models) != 2 || len(sends) != 2 {
		t.Fatalf("%d calls of the model beneath %d of the agent", len(models), len(sends))
	}
	for i, x := range models { // newest first
		if x.Failed || x.Under.Exchange != sends[i].ID || x.Under.Task != sends[i].Task || x.Under.By != "inferred" {
			t.Errorf("%+v is not joined to %+v", x, sends[i])
		}
	}
	if m := models[1].Model; m.API != "openai.chat" || m.Model != "stub-1-2026" || m.Input != 31 || m.Output != 3 || m.Finish != "stop" {
		t.Errorf("read as %+v", m)
	}
	why := read("sessions", "show", sends[0].ID)[0].Why
	if want := "Probably the agent's call of the model stub-1 made it fail: 400 “This model's maximum context length is 8192 tokens”."; why.Kind != "model" || why.Exchange != models[0].ID || !strings.HasPrefix(why.Cause, want) {
		t.Errorf("why: %+v, want %s", why, want)
	}
	if raw := output(t, "", built.console, "sessions", "show", models[0].ID, "--db", db, "--json"); strings.Contains(raw, "sk-secret") {
		t.Errorf("the agent's key is on record: %s", raw)
	}
}
