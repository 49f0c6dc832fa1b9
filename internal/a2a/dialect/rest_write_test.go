package dialect

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// tripREST writes a call over HTTP+JSON and reads it back: it must be unchanged, without problems, on a route
// of its version.
func tripREST(t *testing.T, d a2a.Dialect, r a2a.Reading) {
	t.Helper()
	h, _, err := Request(d.Version(), a2a.REST, "http://agent.test/base", "", r.Call)
	if err != nil {
		if !flawed(r) {
			t.Errorf("write the call again: %v", err)
		}
		return
	}
	hint := Hint{Card: &a2a.Card{Interfaces: []a2a.Interface{{URL: "http://agent.test/base", Binding: a2a.REST, Version: d.Version()}}}}
	rd := NewReader(Message{Method: h.Method, URL: h.URL, Header: h.Header, Body: h.Body}, hint)
	id, again := rd.Identity(), rd.Request()
	if id.Binding != a2a.REST || id.Op != r.Op || !id.Certain() || id.Versions[0] != d.Version() {
		t.Errorf("%s %s is read as %s %s over %q", h.Method, h.URL, id.Label(), id.Op, id.Binding)
	}
	if again.Call == nil {
		t.Errorf("what was written is not read: %s %s %s", h.Method, h.URL, h.Body)
		return
	}
	same(t, flawed(r), r.Call, again.Call)
	if !flawed(r) && flawed(again) {
		t.Errorf("%s %s %s: %+v", h.Method, h.URL, h.Body, again.Problems)
	}
}

// restCalls are calls of every operation, with ids that need escaping.
func restCalls() []*a2a.Call {
	five := 5
	message := &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hi"}}}
	push := &a2a.PushConfig{ID: "p/1", TaskID: "t:cancel", URL: "https://client.test/hook", Token: "x", Schemes: []string{"Bearer"}}
	return []*a2a.Call{
		{Op: a2a.SendMessage, Message: message, HistoryLength: &five, AcceptedOutputModes: []string{"text/plain"}},
		{Op: a2a.SendStreamingMessage, Message: message},
		{Op: a2a.GetTask, TaskID: "a/b?c#d", HistoryLength: &five},
		{Op: a2a.ListTasks, List: &a2a.ListQuery{ContextID: "c&d", State: a2a.Canceled, PageSize: 7, PageToken: "+/=", StatusTimestampAfter: "2026-01-02T03:04:05Z", IncludeArtifacts: true}},
		{Op: a2a.CancelTask, TaskID: "t:cancel"},
		{Op: a2a.SubscribeToTask, TaskID: "é 漢"},
		{Op: a2a.CreatePushConfig, TaskID: "t:cancel", Push: push},
		{Op: a2a.GetPushConfig, TaskID: "t", PushID: "p/1"},
		{Op: a2a.ListPushConfigs, TaskID: "t", List: &a2a.ListQuery{PageSize: 3}},
		{Op: a2a.DeletePushConfig, TaskID: "t", PushID: "p 1"},
		{Op: a2a.GetExtendedCard},
	}
}

func TestRESTWritesEveryOperation(t *testing.T) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		d, _ := Speaks(v, a2a.REST)
		for _, c := range restCalls() {
			tripREST(t, d, a2a.Reading{Op: c.Op, Call: c})
			h, _, err := Request(v, a2a.REST, "http://agent.test/base/?key=k", "", c)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(h.URL, "http://agent.test/base/") || strings.Contains(h.URL, "//tasks") || !strings.Contains(h.URL, "?key=k") {
				t.Errorf("%s goes to %s", c.Op, h.URL)
			}
			if (h.Method == http.MethodPost) != (h.Body != nil) || (h.Body != nil) != (h.Header.Get("Content-Type") != "") {
				t.Errorf("%s has the body %q and the type %q", h.Method, h.Body, h.Header.Get("Content-Type"))
			}
			if got := h.Header.Get("A2A-Version"); got != map[a2a.Version]string{a2a.V10: "1.0"}[v] {
				t.Errorf("A2A-Version is %q in %s", got, v)
			}
		}
	}
}

func TestRESTWritesAddresses(t *testing.T) {
	for _, tt := range []struct {
		v    a2a.Version
		call *a2a.Call
		want string
		body string
	}{
		{a2a.V10, &a2a.Call{Op: a2a.GetTask, TaskID: "a/b:cancel"}, "GET http://h/tasks/a%2Fb%3Acancel", ""},
		{a2a.V10, &a2a.Call{Op: a2a.CancelTask, TaskID: "t", Tenant: "a b"}, "POST http://h/a%20b/tasks/t:cancel", "{}"},
		{a2a.V10, &a2a.Call{Op: a2a.ListTasks, List: &a2a.ListQuery{PageSize: 2}}, "GET http://h/tasks?pageSize=2", ""},
		{a2a.V10, &a2a.Call{Op: a2a.CreatePushConfig, TaskID: "t", Push: &a2a.PushConfig{URL: "http://c"}}, "POST http://h/tasks/t/pushNotificationConfigs", `{"url":"http://c"}`},
		{a2a.V10, &a2a.Call{Op: a2a.GetExtendedCard}, "GET http://h/extendedAgentCard", ""},
		{a2a.V03, &a2a.Call{Op: a2a.GetTask, TaskID: "t"}, "GET http://h/v1/tasks/t", ""},
		{a2a.V03, &a2a.Call{Op: a2a.CancelTask, TaskID: "t"}, "POST http://h/v1/tasks/t:cancel", "{}"},
		{a2a.V03, &a2a.Call{Op: a2a.DeletePushConfig, TaskID: "t", PushID: "p"}, "DELETE http://h/v1/tasks/t/pushNotificationConfigs/p", ""},
		{a2a.V03, &a2a.Call{Op: a2a.GetExtendedCard}, "GET http://h/v1/card", ""},
	} {
		h, _, err := Request(tt.v, a2a.REST, "http://h", "", tt.call)
		if err != nil || h.Method+" "+h.URL != tt.want || string(h.Body) != tt.body {
			t.Errorf("%s %s: %s %s %s, %v; want %s %s", tt.v, tt.call.Op, h.Method, h.URL, h.Body, err, tt.want, tt.body)
		}
	}
	for _, c := range []*a2a.Call{{Op: a2a.GetTask}, {Op: a2a.GetPushConfig, TaskID: "t"}} {
		if _, _, err := Request(a2a.V10, a2a.REST, "http://h", "", c); err == nil || !strings.Contains(err.Error(), "the path needs one") {
			t.Errorf("%s without an id: %v", c.Op, err)
		}
	}
}

func TestBindings(t *testing.T) {
	for v, want := range map[a2a.Version]string{"0.1": "jsonrpc", "0.2": "jsonrpc", "0.3": "jsonrpc rest grpc", "1.0": "jsonrpc rest grpc", "9": ""} {
		var got []string
		for _, b := range Bindings(v) {
			d, ok := Speaks(v, b)
			if !ok || d.Version() != v {
				t.Errorf("%s over %s is spoken by %v", v, b, d)
			}
			got = append(got, string(b))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s has the bindings %q, want %q", v, got, want)
		}
	}
}

func TestRebaseURL(t *testing.T) {
	ids := Renaming{ID: func(_, id string) (string, bool) { return "new/" + id, id == "t" || id == "p" || id == "c" }}
	for _, tt := range []struct{ method, from, want string }{
		{"GET", "http://old/base/tasks/t?historyLength=2", "http://new/x/tasks/new%2Ft?historyLength=2"},
		{"POST", "http://old/v1/tasks/t:cancel", "http://new/x/v1/tasks/new%2Ft:cancel"},
		{"DELETE", "http://old/tasks/t/pushNotificationConfigs/p", "http://new/x/tasks/new%2Ft/pushNotificationConfigs/new%2Fp"},
		{"GET", "http://old/tasks?contextId=c&pageSize=1", "http://new/x/tasks?contextId=new%2Fc&pageSize=1"},
		{"POST", "http://old/rpc", ""},
	} {
		got, err := RebaseURL(a2a.REST, "http://new/x", &Recorded{Message: Message{Method: tt.method, URL: tt.from}, Renaming: ids})
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%s becomes %s, want %s", tt.from, got, tt.want)
		}
	}
	doc := []byte(`{"name":"tasks/t/pushNotificationConfigs/p","parent":"tasks/t","pushNotificationConfig":{"id":"p","url":"tasks/t"},"artifact":{"name":"tasks"}}`)
	want := `{"name":"tasks/new/t/pushNotificationConfigs/new/p","parent":"tasks/new/t","pushNotificationConfig":{"id":"new/p","url":"tasks/t"},"artifact":{"name":"tasks"}}`
	if got := string(Apply(doc, RenameIDs(doc, ids))); got != want {
		t.Errorf("the ids become %s", got)
	}
}

// TestRebaseURLByVersion: the version in which the request was read, and the card, decide which part of a
// path is the route and which the interface's.
func TestRebaseURLByVersion(t *testing.T) {
	card := func(url string) *a2a.Card {
		return &a2a.Card{Interfaces: []a2a.Interface{{URL: url, Binding: a2a.REST}}}
	}
	for _, tt := range []struct {
		name, from string
		hint       Hint
		tenant     string
		want       string
	}{
		{"1.0 at /v1", "https://old/v1/message:send", Hint{Version: a2a.V10}, "", "http://new/message:send"},
		{"1.0 at /v1, to a tenant", "https://old/v1/message:send", Hint{Version: a2a.V10}, "globex", "http://new/globex/message:send"},
		{"1.0 at /v1 of a tenant", "https://old/v1/acme/message:send", Hint{Version: a2a.V10}, "globex", "http://new/globex/message:send"},
		{"1.0 of a tenant", "https://old/acme/message:stream", Hint{Version: a2a.V10, Card: card("https://old")}, "globex", "http://new/globex/message:stream"},
		{"0.3", "https://old/v1/message:send", Hint{Version: a2a.V03}, "", "http://new/v1/message:send"},
		{"0.3 at /v1", "https://old/v1/v1/message:send", Hint{Version: a2a.V03}, "", "http://new/v1/message:send"},
		{"0.3 of a tenant", "https://old/acme/v1/message:send", Hint{Version: a2a.V03}, "globex", "http://new/globex/v1/message:send"},
		{"0.3 on 1.0's paths", "https://old/message:send", Hint{Version: a2a.V03}, "", "http://new/message:send"},
		{"0.3 on 1.0's paths at /v1", "https://old/v1/message:send", Hint{Version: a2a.V03, Card: card("https://old/v1")}, "", "http://new/message:send"},
		{"no version", "https://old/v1/message:send", Hint{}, "", "http://new/v1/message:send"},
		{"no version, 1.0's paths at /v1", "https://old/v1/message:send", Hint{Card: card("https://old/v1/")}, "", "http://new/message:send"},
	} {
		if got, _ := RebaseURL(a2a.REST, "http://new", &Recorded{Message: Message{Method: "POST", URL: tt.from}, Hint: tt.hint, Tenant: tt.tenant}); got != tt.want {
			t.Errorf("%s: %s becomes %s, want %s", tt.name, tt.from, got, tt.want)
		}
	}
}

// FuzzREST reads any request and answer over HTTP+JSON: reading terminates, problems lie inside the body, and
// what has no problem can be written and read back.
func FuzzREST(f *testing.F) {
	for _, c := range corpus(f) {
		if strings.Contains(c.path, "rest-") {
			f.Add(c.req.Method, c.req.URL, c.req.Body, c.resp.Status, c.resp.Header.Get("Content-Type"), c.resp.Body)
		}
	}
	f.Fuzz(func(t *testing.T, method, url string, body []byte, status int, kind string, answer []byte) {
		r := NewReader(Message{Method: method, URL: url, Header: http.Header{}, Body: body}, Hint{})
		resp := Message{Status: status, Header: http.Header{"Content-Type": {kind}}, Body: answer}
		first := r.Request()
		inside(t, first, body)
		if r.Identity().Binding != a2a.REST {
			return
		}
		inside(t, r.Response(resp), answer)
		if binding.Streams("", resp.Kind()) {
			for _, frame := range framesOf(resp, document.MaxFrames) {
				inside(t, r.Event(frame), nil)
			}
		}
		r.Labels()
		if first.Call != nil && !flawed(first) && slices.Contains(r.Identity().Versions, registry.ReadAs(r.Identity())) {
			if d, ok := Speaks(registry.ReadAs(r.Identity()), a2a.REST); ok && r.Identity().Variant == "" {
				tripREST(t, d, first)
			}
		}
	})
}

// inside checks that problems lie in the body.
func inside(t *testing.T, r a2a.Reading, body []byte) {
	for _, p := range r.Problems {
		if p.Offset < -1 || body != nil && p.Offset > int64(len(body)) {
			t.Errorf("%s at %d of %d bytes: %s", p.Check, p.Offset, len(body), p.Message)
		}
	}
}
