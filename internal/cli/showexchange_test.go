package cli

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
)

// TestWhyKnowsWhatTheEndTells: findings that only the whole body shows, such as a truncated encoding, are
// evidence for the cause here as on the page.
func TestWhyKnowsWhatTheEndTells(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	store, err := recorder.Open(recorder.Options{Path: path, Label: console.NewCards().Label})
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(`data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}` + "\n\n"))
	z.Close()
	json := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
	tape := store.Begin(wire.Exchange{Origin: wire.Client, Agent: "http://127.0.0.1:9999", Method: "POST", URL: "http://127.0.0.1:9999/", Request: wire.Head{Header: json}})
	tape.Write(wire.Request, time.Now(), []byte(`{"jsonrpc":"2.0","id":1,"method":"SendStreamingMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]}}}`), false)
	tape.EndRequest(time.Now(), nil)
	tape.WriteResponseHead(time.Now(), wire.Head{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}, "Content-Encoding": {"gzip"}}})
	tape.Write(wire.Response, time.Now(), packed.Bytes()[:packed.Len()-9], false)
	tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
	id := tape.ID()
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if store, err = recorder.Open(recorder.Options{Path: path, ReadOnly: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	x, err := store.Exchange(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	_, c, err := findingsOf(t.Context(), store, x)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(c.Findings, func(f cause.PlacedFinding) bool { return f.Check == "HTTP-03" }) {
		t.Errorf("the cause is given %+v", c.Findings)
	}
	if why, ok := cause.Explain(*c); !ok || !strings.Contains(why.Text, "gzip") {
		t.Errorf("why: %+v", why)
	}
}

// TestWhyKnowsTheCard: the cause uses the card that passed, in the same session or an earlier one.
func TestWhyKnowsTheCard(t *testing.T) {
	store, err := recorder.Open(recorder.Options{Path: filepath.Join(t.TempDir(), "r.db"), Label: console.NewCards().Label})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	const agent = "http://127.0.0.1:9999"
	put := func(method, path, asks string, status int, answers string) wire.Exchange {
		json := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}}
		tape := store.Begin(wire.Exchange{Origin: wire.Client, Agent: agent, Method: method, URL: agent + path, Request: wire.Head{Header: json}, Started: time.Now()})
		tape.Write(wire.Request, time.Now(), []byte(asks), false)
		tape.EndRequest(time.Now(), nil)
		tape.WriteResponseHead(time.Now(), wire.Head{Status: status, Header: http.Header{"Content-Type": {"application/json"}}})
		tape.Write(wire.Response, time.Now(), []byte(answers), false)
		tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent})
		if err := tape.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
		x, err := store.Exchange(t.Context(), tape.ID())
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	put("GET", "/.well-known/agent-card.json", "", 200, `{"name":"n","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[],
		"supportedInterfaces":[{"url":"`+agent+`/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}`)
	x := put("POST", "/", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`, 404, "")
	if _, err := store.NewSession(t.Context(), "next"); err != nil {
		t.Fatal(err)
	}
	later := put("POST", "/", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`, 404, "")
	for _, x := range []wire.Exchange{x, later} {
		_, c, err := findingsOf(t.Context(), store, x)
		if err != nil {
			t.Fatal(err)
		}
		if why, ok := cause.Explain(*c); !ok || !strings.Contains(why.Text, "the card names "+agent+"/rpc for this binding") {
			t.Errorf("in session %s: %+v", x.Session, why)
		}
	}
}
