// Package madeup runs a made-up version of the protocol through the whole program: 1.9, which is 1.0 with
// another number, another name for one method and another path. It shows what a new version takes: only the
// lines that differ. No real release will have its number soon.
package madeup

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/secret"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
)

const v19 a2a.Version = "1.9"

// minors labels what may be any version with 1.0's documents; earlier is the same without 1.9.
func minors() string  { return a2a.Identity{Versions: registry.Written(version.Wrapped)}.Label() }
func earlier() string { return strings.TrimSuffix(minors(), "|"+string(v19)) }

// table is the version: what a folder v19 would contain. GetTask is called FetchTask, a release candidate's
// method name is gone, and a path differs.
const table = `version 1.9 of 1.0
header A2A-Version 1.9
op GetTask FetchTask
op ListTaskPushNotificationConfigs ListTaskPushNotificationConfigs
drop draft
facts
  no WholeMajor
routes - /card
`

func TestMain(m *testing.M) {
	registry.Register(schema.Compile("schema.txt", table, v10.Dialect()).VersionOf())
	os.Exit(m.Run())
}

// TestRecognition reads requests that name 1.9, and some that do not.
func TestRecognition(t *testing.T) {
	const send = `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}}`
	at := func(h string) http.Header {
		out := http.Header{"Content-Type": {"application/json"}}
		if h != "" {
			out.Set("A2A-Version", h)
		}
		return out
	}
	for _, c := range []struct{ name, url, header, body, want string }{
		{"by header", "http://a.test/", "1.9", send, "1.9"},
		{"1.0 by header", "http://a.test/", "1.0", send, "1.0"},
		{"a later minor", "http://a.test/", "1.2", send, "1.0"},
		{"without header", "http://a.test/", "", send, minors()},
		{"0.3's method", "http://a.test/", "", `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[]}}}`, "0.2|0.3"},
		{"HTTP+JSON", "http://a.test/message:send", "1.9", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`, "1.9"},
		{"HTTP+JSON, 1.0", "http://a.test/message:send", "1.0", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`, "1.0"},
		{"a method of 1.9 alone", "http://a.test/", "", `{"jsonrpc":"2.0","id":1,"method":"FetchTask","params":{"id":"t"}}`, "1.9"},
		{"a method that 1.9 lacks", "http://a.test/", "", `{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"t"}}`, earlier()},
		{"HTTP+JSON without header", "http://a.test/tasks/t1", "", "", minors()},
	} {
		method := http.MethodPost
		if c.body == "" {
			method = http.MethodGet
		}
		req := dialect.Message{Method: method, URL: c.url, Header: at(c.header), Body: []byte(c.body)}
		if got := dialect.Identify(req, dialect.Message{}, dialect.Hint{}); got.Label() != c.want {
			t.Errorf("%s: %q, want %q: %+v", c.name, got.Label(), c.want, got.Evidence)
		}
	}
}

// TestMethodsOfOneService: versions may share a gRPC service whose methods differ. The method determines the
// version in which a call is read, written and redacted.
func TestMethodsOfOneService(t *testing.T) {
	for _, c := range []struct{ method, header, want string }{
		{"GetTask", "", earlier()}, {"FetchTask", "", "1.9"}, {"GetTask", "1.0", "1.0"}, {"FetchTask", "1.9", "1.9"},
		{"CancelTask", "", minors()}, {"CancelTask", "1.0", "1.0"}, {"CancelTask", "1.9", "1.9"},
	} {
		url := "http://a.test/lf.a2a.v1.A2AService/" + c.method
		body, problems, err := grpc.Body(url, []byte(`{"id":"t"}`))
		if err != nil || len(problems) > 0 {
			t.Errorf("%s is written as %x: %v %+v", c.method, body, err, problems)
		}
		req := dialect.Message{Method: http.MethodPost, URL: url, Header: http.Header{"Content-Type": {"application/grpc"}, "Te": {"trailers"}}, Body: body}
		if c.header != "" {
			req.Header.Set("A2A-Version", c.header)
		}
		id := dialect.Identify(req, dialect.Message{}, dialect.Hint{})
		if id.Label() != c.want {
			t.Errorf("%s, header %q: %q, want %q: %+v", c.method, c.header, id.Label(), c.want, id.Evidence)
		}
		r := dialect.ReadRequest(id, req)
		if r.Call == nil || r.Call.TaskID != "t" || c.header != "" && len(r.Problems) > 0 {
			t.Errorf("%s, header %q, is read as %+v: %+v", c.method, c.header, r.Call, r.Problems)
		}
	}
	if s := secret.PlacesOf(nil).ForURL("http://a.test/lf.a2a.v1.A2AService/ListTaskPushNotificationConfig"); len(s.ResponseFields) == 0 {
		t.Error("a method that only 1.0 has is recorded with its secrets")
	}
}

// TestCards reads cards of 1.9 only, of both minor versions, and one that names neither.
func TestCards(t *testing.T) {
	card := func(versions ...string) []byte {
		var list []map[string]string
		for _, v := range versions {
			i := map[string]string{"url": "https://a.test/" + v, "protocolBinding": "JSONRPC"}
			if v != "" {
				i["protocolVersion"] = v
			}
			list = append(list, i)
		}
		b, err := json.Marshal(map[string]any{"name": "n", "description": "d", "version": "1", "supportedInterfaces": list, "capabilities": map[string]any{},
			"defaultInputModes": []string{"text/plain"}, "defaultOutputModes": []string{"text/plain"},
			"skills": []map[string]any{{"id": "s", "name": "s", "description": "s", "tags": []string{"t"}}}})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		said []string
		want string
	}{{[]string{"1.9"}, "1.9"}, {[]string{"1.0"}, "1.0"}, {[]string{"1.9", "1.0"}, "1.0|1.9"}, {[]string{""}, "1.0"}} {
		got, versions, problems := dialect.ReadCard(card(c.said...))
		if label := (a2a.Identity{Versions: versions}).Label(); label != c.want {
			t.Errorf("%q: %s, want %s", c.said, label, c.want)
		}
		if c.said[0] != "" && (len(problems) > 0 || string(got.Interfaces[0].Version) != c.said[0]) {
			t.Errorf("%q: %+v %+v", c.said, got.Interfaces, problems)
		}
	}
}

// serve starts the reference agent in all versions and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	var url string
	a := agent.New(agent.Options{BaseURL: func() string { return url }})
	t.Cleanup(a.Close)
	s := httptest.NewUnstartedServer(a)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetHTTP1(true)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(s.Close)
	url = s.URL
	return url
}

// TestCalls finds the agent's card as a developer would, and calls the agent in 1.9 over every binding, with
// and without streaming.
func TestCalls(t *testing.T) {
	c := inspector.New(inspector.Options{})
	found, err := c.Discover(t.Context(), serve(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := (a2a.Identity{Versions: found.Versions}).Label(); !strings.HasSuffix(got, minors()) || len(found.Findings) > 0 {
		t.Errorf("the card serves %s: %+v", got, found.Findings)
	}
	for _, b := range dialect.Bindings(v19) {
		target, err := found.Choose(v19, b)
		if err != nil {
			t.Fatal(err)
		}
		for op, last := range map[a2a.Operation]a2a.Kind{a2a.SendMessage: a2a.KindTask, a2a.SendStreamingMessage: a2a.KindStatus} {
			task := call(t, c, target, &a2a.Call{Op: op, Message: joke()}, last)
			call(t, c, target, &a2a.Call{Op: a2a.GetTask, TaskID: task}, a2a.KindTask)
			call(t, c, target, &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 1}}, a2a.KindTasks)
		}
	}
}

func joke() *a2a.Message {
	return &a2a.Message{Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "joke"}}}
}

// call makes a call, checks that the response has no problems and ends with the kind last, and returns its task.
func call(t *testing.T, c *inspector.Client, to inspector.Target, op *a2a.Call, last a2a.Kind) (task string) {
	t.Helper()
	p, err := c.Prepare(to, op)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Header.Get("A2A-Version"); got != string(v19) {
		t.Errorf("%s over %s is sent with A2A-Version %q", op.Op, to.Binding, got)
	}
	var kind a2a.Kind
	end, err := c.Send(t.Context(), p, func(e inspector.Event) {
		r := e.Reading
		if len(r.Dialect) != 1 || r.Dialect[0] != v19 || len(r.Problems) > 0 || r.Error != nil {
			t.Errorf("%s over %s is read as %v: %+v %+v", op.Op, to.Binding, r.Dialect, r.Problems, r.Error)
		}
		kind = r.Kind
		if r.Result != nil && r.Result.Task != nil {
			task = r.Result.Task.ID
		}
	})
	if err != nil || end.Problem != "" || len(end.Problems) > 0 || kind != last {
		t.Errorf("%s over %s ends with %s, want %s: %v %+v", op.Op, to.Binding, kind, last, err, end)
	}
	return task
}
