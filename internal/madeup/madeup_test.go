// Package madeup runs a version of the protocol that there is not through everything: a
// 1.1 that is 1.0 but for its name. It shows what a new version takes: one value.
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
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
)

const v11 a2a.Version = "1.1"

// codec is 1.0's under the new name.
type codec struct{ v10.Dialect }

func (codec) Version() a2a.Version       { return v11 }
func (codec) Headers() map[string]string { return map[string]string{"A2A-Version": string(v11)} }

// made is the version: what a folder v11 would hold.
func made() *version.Version {
	v := v10.Version()
	v.Dialect, v.WholeMajor, v.Drafts = codec{}, false, nil
	v.REST.Dialect, v.GRPC.Service = codec{}, codec{}
	return v
}

func TestMain(m *testing.M) {
	registry.Register(made())
	os.Exit(m.Run())
}

// TestRecognition reads requests that say 1.1, and some that do not.
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
		{"by header", "http://a.test/", "1.1", send, "1.1"},
		{"1.0 by header", "http://a.test/", "1.0", send, "1.0"},
		{"a later minor", "http://a.test/", "1.2", send, "1.0"},
		{"without header", "http://a.test/", "", send, "1.0|1.1"},
		{"0.3's method", "http://a.test/", "", `{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{"kind":"message","messageId":"m","role":"user","parts":[]}}}`, "0.2|0.3"},
		{"HTTP+JSON", "http://a.test/message:send", "1.1", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`, "1.1"},
		{"HTTP+JSON, 1.0", "http://a.test/message:send", "1.0", `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"hi"}]}}`, "1.0"},
		{"HTTP+JSON without header", "http://a.test/tasks/t1", "", "", "1.0|1.1"},
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

// TestCards reads cards of 1.1 alone, of both minors, and one that says neither.
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
	}{{[]string{"1.1"}, "1.1"}, {[]string{"1.0"}, "1.0"}, {[]string{"1.1", "1.0"}, "1.0|1.1"}, {[]string{""}, "1.0"}} {
		got, versions, problems := dialect.ReadCard(card(c.said...))
		if label := (a2a.Identity{Versions: versions}).Label(); label != c.want {
			t.Errorf("%q: %s, want %s", c.said, label, c.want)
		}
		if c.said[0] != "" && (len(problems) > 0 || string(got.Interfaces[0].Version) != c.said[0]) {
			t.Errorf("%q: %+v %+v", c.said, got.Interfaces, problems)
		}
	}
}

// serve is the reference agent in all versions, at an address of its own.
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

// TestCalls finds the agent's card as a developer would, and calls it in 1.1 over
// every binding, whole and as a stream.
func TestCalls(t *testing.T) {
	c := inspector.New(inspector.Options{})
	found, err := c.Discover(t.Context(), serve(t))
	if err != nil {
		t.Fatal(err)
	}
	if got := (a2a.Identity{Versions: found.Versions}).Label(); !strings.HasSuffix(got, "1.0|1.1") || len(found.Findings) > 0 {
		t.Errorf("the card serves %s: %+v", got, found.Findings)
	}
	for _, b := range dialect.Bindings(v11) {
		target, err := found.Choose(v11, b)
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

// call sends a call, wants its answer to be clean and to end with a kind, and returns
// the task it is about.
func call(t *testing.T, c *inspector.Client, to inspector.Target, op *a2a.Call, last a2a.Kind) (task string) {
	t.Helper()
	p, err := c.Prepare(to, op)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Header.Get("A2A-Version"); got != string(v11) {
		t.Errorf("%s over %s is sent with A2A-Version %q", op.Op, to.Binding, got)
	}
	var kind a2a.Kind
	end, err := c.Send(t.Context(), p, func(e inspector.Event) {
		r := e.Reading
		if len(r.Dialect) != 1 || r.Dialect[0] != v11 || len(r.Problems) > 0 || r.Error != nil {
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
