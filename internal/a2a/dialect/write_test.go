package dialect

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/jsonrpc"
)

func hello(op a2a.Operation) *a2a.Call {
	return &a2a.Call{Op: op, TaskID: "t1", Message: &a2a.Message{ID: "m1", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hello"}}}}
}

func TestRequest(t *testing.T) {
	for _, c := range []struct {
		v    a2a.Version
		op   a2a.Operation
		id   string
		body string
		head map[string]string
	}{
		{a2a.V01, a2a.SendMessage, "7", `{"jsonrpc":"2.0","id":7,"method":"tasks/send","params":{"id":"t1",`, map[string]string{"Accept": "application/json", "A2A-Version": ""}},
		{a2a.V01, a2a.SendStreamingMessage, `"x"`, `{"jsonrpc":"2.0","id":"x","method":"tasks/sendSubscribe"`, map[string]string{"Accept": "text/event-stream"}},
		{a2a.V02, a2a.SendStreamingMessage, "7", `{"jsonrpc":"2.0","id":7,"method":"message/stream","params":{"message":{"kind":"message",`, map[string]string{"Accept": "text/event-stream", "X-A2A-Extensions": "urn:x, urn:y", "A2A-Version": ""}},
		{a2a.V03, a2a.GetExtendedCard, "7", `{"jsonrpc":"2.0","id":7,"method":"agent/getAuthenticatedExtendedCard","params":{}}`, map[string]string{"X-A2A-Extensions": "urn:x, urn:y"}},
		{a2a.V10, a2a.SendMessage, "", `{"jsonrpc":"2.0","method":"SendMessage"`, map[string]string{"A2A-Version": "1.0", "Content-Type": "application/json", "A2A-Extensions": "urn:x, urn:y", "X-A2A-Extensions": ""}},
		{a2a.V10, a2a.GetExtendedCard, "1", `{"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard","params":{}}`, nil},
	} {
		call := hello(c.op)
		call.Extensions = []string{"urn:x", "urn:y"}
		got, losses, err := Request(c.v, a2a.JSONRPC, "http://agent.test/", c.id, call)
		if lost := slices.ContainsFunc(losses, func(l a2a.Loss) bool { return l.Path == "extensions" }); lost != (c.v == a2a.V01) {
			t.Errorf("%s %s: losses %v", c.v, c.op, losses)
		}
		if err != nil || !strings.HasPrefix(string(got.Body), c.body) || got.Method != "POST" {
			t.Errorf("%s %s: %s %v\nwant %s", c.v, c.op, got.Body, err, c.body)
		}
		for name, want := range c.head {
			if got.Header.Get(name) != want {
				t.Errorf("%s %s: %s is %q", c.v, c.op, name, got.Header.Get(name))
			}
		}
	}
}

// TestExtendedCardIsFetched: 0.2 serves the extended card at a path, and the answer is read as that card.
func TestExtendedCardIsFetched(t *testing.T) {
	got, _, err := Request(a2a.V02, a2a.JSONRPC, "https://agent.test/a2a/rpc", "1", &a2a.Call{Op: a2a.GetExtendedCard})
	if err != nil || got.Method != "GET" || got.URL != "https://agent.test/a2a/agent/authenticatedExtendedCard" || got.Body != nil {
		t.Errorf("%+v, %v", got, err)
	}
	id := Identify(Message{Method: got.Method, URL: got.URL, Header: got.Header}, Message{}, Hint{})
	if id.Op != a2a.GetExtendedCard || id.Label() != "0.2" {
		t.Errorf("identified as %s of %q", id.Op, id.Label())
	}
}

// TestCardTellsTwoVersionsApart: 0.2 and 0.3 look alike on the wire; the card decides if it declares its
// version, but not if that was a guess.
func TestCardTellsTwoVersionsApart(t *testing.T) {
	req, _, err := Request(a2a.V03, a2a.JSONRPC, "http://agent.test/", "1", hello(a2a.SendMessage))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		version a2a.Version
		said    string
		want    string
	}{{a2a.V02, "0.2.5", "0.2"}, {a2a.V03, "0.3.0", "0.3"}, {a2a.V02, "", "0.2|0.3"}, {a2a.V10, "1.0", "0.2|0.3"}} {
		card := &a2a.Card{Interfaces: []a2a.Interface{{URL: "http://agent.test/", Binding: a2a.JSONRPC, Version: c.version, DeclaredVersion: c.said}}}
		id := Identify(Message{Method: req.Method, URL: req.URL, Header: req.Header, Body: req.Body}, Message{}, Hint{Card: card})
		if id.Label() != c.want {
			t.Errorf("by a card of %q: %s, want %s", c.said, id.Label(), c.want)
		}
	}
}

// TestCardWithEmptyVersion: members that only 0.3 has show a card's version, and an empty protocolVersion is
// one. Without them, members that 0.2 adopted late show nothing.
func TestCardWithEmptyVersion(t *testing.T) {
	req, _, err := Request(a2a.V03, a2a.JSONRPC, "http://agent.test/", "1", hello(a2a.SendMessage))
	if err != nil {
		t.Fatal(err)
	}
	for member, want := range map[string]string{`"protocolVersion":"",`: "0.3", `"protocolVersion":null,`: "0.2|0.3", ``: "0.2|0.3"} {
		card, _, _ := ReadCard([]byte(`{` + member + `"name":"a","description":"d","version":"1","url":"http://agent.test/","preferredTransport":"JSONRPC",` +
			`"capabilities":{},"defaultInputModes":[],"defaultOutputModes":[],"skills":[]}`))
		id := Identify(Message{Method: req.Method, URL: req.URL, Header: req.Header, Body: req.Body}, Message{}, Hint{Card: card})
		if id.Label() != want {
			t.Errorf("by a card with %s: %s, want %s", member, id.Label(), want)
		}
	}
}

// TestLabelSettles: the label decides where an exchange itself does not, before the card, so that pages read
// it as it was labelled.
func TestLabelSettles(t *testing.T) {
	card := &a2a.Card{Interfaces: []a2a.Interface{{URL: "http://agent.test/rpc", Version: a2a.V03, DeclaredVersion: "0.3.0", Binding: a2a.JSONRPC}}}
	rpc := Message{Method: "POST", URL: "http://agent.test/rpc", Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"t"}}`)}
	rest := Message{Method: "GET", URL: "http://agent.test/v1/tasks/t"}
	for _, c := range []struct {
		m     Message
		label string
		want  string
	}{
		{rpc, "", "0.3"}, {rpc, "0.1", "0.1"}, {rpc, "0.1|0.2", "0.1|0.2"}, {rpc, "1.0", "0.3"},
		{rest, "", "0.3"}, {rest, "0.3", "0.3"}, {rest, "1.0", "1.0"}, {rest, "0.1", "0.3"},
	} {
		id := Identify(c.m, Message{}, HintOf(c.label, card))
		if id.Label() != c.want {
			t.Errorf("%s labelled %q is %s, want %s", c.m.URL, c.label, id.Label(), c.want)
		}
		for _, e := range id.Evidence {
			if id.Certain() && c.label == "0.3" && e.Text == "the label on record" {
				t.Errorf("%s: its label is a reason for what it says itself", c.m.URL)
			}
		}
	}
}

func TestRequestRefuses(t *testing.T) {
	for _, c := range []struct {
		v    a2a.Version
		b    a2a.Binding
		op   a2a.Operation
		id   string
		says string
	}{
		{"0.9", a2a.JSONRPC, a2a.SendMessage, "1", "this console speaks"},
		{a2a.V01, a2a.GRPC, a2a.SendMessage, "1", "choose an interface"},
		{a2a.V01, a2a.JSONRPC, a2a.ListTasks, "1", "choose a newer version"},
		{a2a.V10, a2a.JSONRPC, a2a.SendMessage, "abc", "put quotes around"},
	} {
		if _, _, err := Request(c.v, c.b, "http://agent.test/", c.id, hello(c.op)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s %s: %v", c.v, c.b, c.op, err)
		}
	}
}

// TestAnswers writes an agent's answers and reads them back, with every error that a version has.
func TestAnswers(t *testing.T) {
	for _, d := range All() {
		req, _, err := Request(d.Version(), a2a.JSONRPC, "http://agent.test/", `"r1"`, hello(a2a.SendMessage))
		if err != nil {
			t.Fatal(err)
		}
		asked := Message{Method: req.Method, URL: req.URL, Header: req.Header, Body: req.Body}
		answer := func(body []byte) a2a.Reading {
			resp := Message{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: body}
			return NewReader(asked, Hint{}).Response(resp)
		}
		body, err := jsonrpc.Result(d, []byte(`"r1"`), a2a.SendMessage, &a2a.Result{Task: &a2a.Task{ID: "t1", ContextID: "c1", Status: a2a.Status{State: a2a.Completed}}})
		got := answer(body)
		if err != nil || got.Kind != a2a.KindTask || got.Result.Task.ID != "t1" || len(got.Problems) > 0 {
			t.Errorf("%s: %s: %v %+v", d.Version(), body, err, got.Problems)
		}
		for _, name := range []a2a.ErrorName{a2a.TaskNotFound, a2a.TaskNotCancelable, a2a.MethodNotFound, a2a.InvalidParams, a2a.InternalError, a2a.ContentTypeNotSupported, a2a.PushNotSupported, a2a.UnsupportedOperation} {
			got := answer(jsonrpc.Failure(d, []byte(`"r1"`), &a2a.Error{Name: name}))
			if got.Kind != a2a.KindError || got.Error.Name != name || len(got.Problems) > 0 {
				t.Errorf("%s %s: %+v %+v", d.Version(), name, got.Error, got.Problems)
			}
		}
	}
	d := All()[0]
	if got := string(jsonrpc.Failure(d, nil, &a2a.Error{Code: -1, Message: "<no>", Data: []byte(`[]`)})); got != `{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"\u003cno\u003e","data":[]}}` {
		t.Error(got)
	}
}
