package ui

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/compose"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// manifold is a card that offers everything the console speaks, and declares two extensions.
func manifold() *inspector.Discovery {
	d := cardOf("Manifold")
	d.Card.Interfaces = nil
	for _, v := range dialect.All() {
		for _, b := range dialect.Bindings(v.Version()) {
			d.Card.Interfaces = append(d.Card.Interfaces, a2a.Interface{URL: referenceOrigin + "/" + string(v.Version()) + "/" + string(b), Binding: b, Version: v.Version(), DeclaredVersion: string(v.Version())})
		}
	}
	for i, f := range d.Card.Interfaces {
		if f.Binding == a2a.GRPC {
			d.Card.Interfaces[i].URL = strings.TrimPrefix(referenceOrigin, "http://")
		}
	}
	d.Card.Capabilities.Extensions = []a2a.Extension{{URI: "https://x.test/must", Required: true}, {URI: "https://x.test/may"}}
	return d
}

// drafting is a server with a draft "d" to the manifold agent.
func drafting(t *testing.T) *Server {
	t.Helper()
	s := newTestServer(t, emptyRecord(), talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent = referenceOrigin })
	return s
}

// prepared returns what the draft would send.
func prepared(t *testing.T, s *Server) *compose.View {
	t.Helper()
	v, err := s.compose.Read(t.Context(), s.drafts.Get("d"))
	if err != nil {
		t.Fatal(err)
	}
	v.Release()
	return v
}

// TestPreviewFollowsTheEndpoint: the preview follows a change of the agent's endpoint, although
// nothing was typed.
func TestPreviewFollowsTheEndpoint(t *testing.T) {
	f := emptyRecord()
	s := newTestServer(t, f, talking("x"))
	s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent, d.Parts[0].Text = referenceOrigin, "hello" })
	prepared(t, s)
	const elsewhere = "http://127.0.0.1:7999/rpc"
	f.agents[0].Endpoint = elsewhere
	if v := prepared(t, s); v.Sent == nil || v.Sent.URL != elsewhere || v.Target.Endpoint != elsewhere {
		t.Errorf("%+v, %+v %s", v.Target, v.Sent, v.Refusal)
	}
}

// Every version and binding of the card can be chosen by a readable name; the address keeps the
// choice.
func TestEveryInterfaceCanBeChosen(t *testing.T) {
	s := drafting(t)
	page := get(t, s, "/compose?draft=d").Body.String()
	for _, option := range []string{`value="1.0 grpc">1.0 · gRPC<`, `value="0.3 rest">0.3 · HTTP+JSON<`, `value="0.2 jsonrpc">0.2 · JSON-RPC<`, `value="0.1 jsonrpc">0.1 · JSON-RPC<`} {
		if !strings.Contains(page, option) {
			t.Errorf("the menu has no %s", option)
		}
	}
	for _, w := range agents.Protocols(agents.Entry{CardInfo: s.agents.Cards.Get(referenceOrigin)}) {
		submit(t, s, "/compose/d/change", url.Values{"interface": {w.String()}, "part-1-text": {"hello"}})
		v := prepared(t, s)
		if v.Sent == nil || v.Sent.Version != w.Version || v.Sent.Binding != w.Binding {
			t.Fatalf("%s: %+v %s", w, v.Sent, v.Refusal)
		}
		m := dialect.Message{Method: v.Sent.Method, URL: v.Sent.URL, Header: v.Sent.Header, Body: v.Sent.Body}
		got := dialect.ReadRequest(dialect.Identify(m, dialect.Message{}, dialect.Hint{}), m)
		if got.Op != a2a.SendStreamingMessage || got.Call.Message.Parts[0].Text != "hello" {
			t.Errorf("%s: is read as %s %+v", w, got.Op, got.Call)
		}
		again := get(t, s, strings.Replace(v.PageURL, "draft=d", "draft=", 1))
		at, _ := url.Parse(again.Header().Get("Location"))
		if at == nil || at.Query().Get("as") != w.Path() {
			t.Errorf("%s: begun anew from %s goes to %s", w, v.PageURL, at)
		}
	}
	if again := get(t, s, "/compose?agent=x&as=9.9%2Fpigeon").Header().Get("Location"); strings.Contains(again, "pigeon") {
		t.Errorf("a version that nobody speaks is kept: %s", again)
	}
}

// Required extensions are sent unless switched off, which the page then says; others only when
// ticked; the header is the version's.
func TestExtensionsGoAlong(t *testing.T) {
	s := drafting(t)
	for _, c := range []struct {
		form         url.Values
		header, want string
		says         string
	}{
		{url.Values{"interface": {"1.0 rest"}}, "A2A-Extensions", "https://x.test/must", ""},
		{url.Values{"interface": {"0.3 jsonrpc"}, "extensions": {"urn:a, urn:b"}}, "X-A2A-Extensions", "https://x.test/must, urn:a, urn:b", ""},
		{url.Values{"interface": {"1.0 grpc"}, "extension-shown": {"https://x.test/must", "https://x.test/may"}, "extension": {"https://x.test/may"}}, "A2A-Extensions", "https://x.test/may, urn:a, urn:b", "requires 1 extension"},
		{url.Values{"interface": {"0.1 jsonrpc"}}, "A2A-Extensions", "", "extensions</code> is left out"},
	} {
		c.form.Set("part-1-text", "hello")
		submit(t, s, "/compose/d/change", c.form)
		v := prepared(t, s)
		if v.Sent == nil || v.Sent.Header.Get(c.header) != c.want {
			t.Errorf("%s: %+v %s", c.form.Get("interface"), v.Sent, v.Refusal)
		}
		if page := get(t, s, "/compose?draft=d").Body.String(); c.says != "" && !strings.Contains(page, c.says) {
			t.Errorf("%s: the page does not say %q", c.form.Get("interface"), c.says)
		}
	}
}

// What the version cannot express is listed next to the button.
func TestLossesAreSaid(t *testing.T) {
	s := drafting(t)
	submit(t, s, "/compose/d/change", url.Values{"part-1-text": {"hello"}, "tenant": {"acme"}, "interface": {"0.3 grpc"}})
	page := get(t, s, "/compose?draft=d").Body.String()
	if !strings.Contains(page, "<code>tenant</code> is left out: 0.3 has no tenants.") {
		t.Error("nothing says that the tenant is left out")
	}
	submit(t, s, "/compose/d/change", url.Values{"interface": {"1.0 rest"}})
	if v := prepared(t, s); v.Sent == nil || !strings.Contains(v.Sent.URL, "/acme/message:stream") || len(v.Sent.Losses) > 0 {
		t.Errorf("%+v", v.Sent)
	}
}

// A request over HTTP+JSON is edited whole: method, path, headers, body.
func TestRESTIsEditedWhole(t *testing.T) {
	s := drafting(t)
	submit(t, s, "/compose/d/raw", url.Values{"part-1-text": {"hello"}, "interface": {"1.0 rest"}})
	submit(t, s, "/compose/d/change", url.Values{"raw-method": {"GET"}, "raw-url": {referenceOrigin + "/1.0/rest/tasks/t-1"}, "raw-headers": {"A2A-Version: 1.0\nX-Odd: 1"}, "raw-body": {""}})
	v := prepared(t, s)
	if v.Sent == nil || v.Sent.Method != http.MethodGet || !strings.HasSuffix(v.Sent.URL, "/tasks/t-1") || v.Sent.Header.Get("X-Odd") != "1" || len(v.Sent.Body) != 0 {
		t.Errorf("%+v %s", v.Sent, v.Refusal)
	}
	submit(t, s, "/compose/d/change", url.Values{"raw-method": {"CONNECT\r\nX: y"}})
	if v = prepared(t, s); v.Sent.Method != http.MethodGet {
		t.Errorf("the method became %q", v.Sent.Method)
	}
}

// Over gRPC, the message's ProtoJSON is edited, and errors have their line.
func TestGRPCErrorsHaveTheirLine(t *testing.T) {
	s := drafting(t)
	submit(t, s, "/compose/d/raw", url.Values{"part-1-text": {"hello"}, "interface": {"0.3 grpc"}})
	for text, want := range map[string]string{"{\n\"request\": {\n]}": "line 3", "{\n\"message\": {\n\"role\": \"ROLE_ROBOT\"}}": "line 3"} {
		submit(t, s, "/compose/d/change", url.Values{"raw-body": {text}})
		if v := prepared(t, s); v.Sent != nil || !strings.Contains(v.Refusal, want) {
			t.Errorf("%s: %+v %q", text, v.Sent, v.Refusal)
		}
	}
	submit(t, s, "/compose/d/change", url.Values{"raw-url": {referenceOrigin + "/rpc"}, "raw-headers": {"Content-Type: application/json"}, "raw-body": {"{\n]"}})
	if v := prepared(t, s); v.Sent == nil || string(v.Sent.Body) != "{\n]" || !strings.Contains(v.Draft.Raw.Warning(), "line 2") {
		t.Errorf("broken JSON over HTTP: %+v %q", v.Sent, v.Draft.Raw.Warning())
	}
}

// Operations on a task use the tenant that its message named.
func TestTenantGoesAlong(t *testing.T) {
	c := talking("Reference agent")
	write, asked := c.prepare, a2a.Call{}
	c.prepare = func(t inspector.Target, call *a2a.Call) (inspector.PreparedRequest, error) {
		asked = *call
		return write(t, call)
	}
	s := newTestServer(t, normalRecord(), c)
	s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
	s.drafts.Update("d", func(d *draft.Draft) { d.Agent, d.Task, d.Tenant = referenceOrigin, "task-1", "acme" })
	for do, op := range map[string]a2a.Operation{"cancel": a2a.CancelTask, "get": a2a.GetTask, "subscribe": a2a.SubscribeToTask} {
		submit(t, s, "/compose/d/"+do, url.Values{"tenant": {"acme"}})
		if asked.Op != op || asked.TaskID != "task-1" || asked.Tenant != "acme" {
			t.Errorf("%s asks %+v", do, asked)
		}
	}
}
