package dialect

import (
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/secret"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestRESTCardIsRewritten: the tap rewrites the URLs of an extended card over HTTP+JSON, and nothing else on
// those routes.
func TestRESTCardIsRewritten(t *testing.T) {
	card := `{"name":"a","supportedInterfaces":[{"url":"http://agent.test/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}],"skills":[]}`
	for url, want := range map[string]bool{
		"http://agent.test/rest/extendedAgentCard":      true,
		"http://agent.test/rest/acme/extendedAgentCard": true,
		"http://agent.test/rest/v1/card":                true,
		"http://agent.test/rest/tasks/t-1":              false,
	} {
		req, resp := Message{Method: "GET", URL: url}, Message{Status: 200}
		if IsCard(req, resp) != want {
			t.Errorf("before the body, %s: %v", url, !want)
		}
		resp.Body = []byte(card)
		if want && !IsCard(req, resp) {
			t.Errorf("%s is none", url)
		}
	}
	out, found, _ := RewriteCard("", nil, []byte(card), func(u string) (string, bool) { return strings.Replace(u, "agent.test", "tap.test", 1), true })
	if len(found) != 1 || string(out) != strings.Replace(card, "agent.test", "tap.test", 1) {
		t.Errorf("%s", out)
	}
}

// TestRESTSecrets: all secrets of a push configuration are redacted, in any form, in requests and answers.
func TestRESTSecrets(t *testing.T) {
	s := secret.PlacesOf(nil).ForURL("http://agent.test/tasks/t/pushNotificationConfigs")
	for _, body := range []string{
		`{"url":"u","token":"HUSH","authentication":{"scheme":"Bearer","credentials":"HUSH"}}`,
		`{"message":{},"configuration":{"taskPushNotificationConfig":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}}`,
		`{"message":{},"configuration":{"pushNotification":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}}`,
		`{"name":"n","pushNotificationConfig":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}`,
		`{"parent":"p","config":{"name":"n","pushNotificationConfig":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}}`,
		`{"config":{"push_notification_config":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}}`,
		`{"push_notification_config":{"token":"HUSH"}}`,
		`{"message":{},"configuration":{"task_push_notification_config":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}}`,
		`{"jsonrpc":"2.0","params":{"configuration":{"task_push_notification_config":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}}}`,
		`{"jsonrpc":"2.0","params":{"push_notification_config":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}}`,
	} {
		if out := string(s.Redactor(wire.Request, redact.BodyKind{}, []byte(body), nil).Body([]byte(body))); strings.Contains(out, "HUSH") {
			t.Errorf("on record stays %s", out)
		}
	}
	for _, body := range []string{
		`{"taskId":"t","url":"u","token":"HUSH","authentication":{"credentials":"HUSH"}}`,
		`{"configs":[{"token":"HUSH","authentication":{"credentials":"HUSH"}}]}`,
		`{"configs":[{"name":"n","pushNotificationConfig":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}]}`,
		`{"name":"n","pushNotificationConfig":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}`,
		`{"name":"n","push_notification_config":{"token":"HUSH"}}`,
		`{"configs":[{"name":"n","push_notification_config":{"token":"HUSH","authentication":{"credentials":"HUSH"}}}]}`,
		`[{"taskId":"t","pushNotificationConfig":{"token":"HUSH"}}]`,
	} {
		if out := string(s.Redactor(wire.Response, redact.BodyKind{}, []byte(body), nil).Body([]byte(body))); strings.Contains(out, "HUSH") {
			t.Errorf("on record stays %s", out)
		}
	}
}

// TestRESTEmptyAnswerOnRecord: the labels name an error without a body, which only the end of the exchange
// shows.
func TestRESTEmptyAnswerOnRecord(t *testing.T) {
	r := NewLabeller(Message{Method: "GET", URL: "http://agent.test/tasks/t-1", Header: http.Header{"A2a-Version": {"1.0"}}}, Hint{})
	r.Response(Message{Status: 404, Header: http.Header{}})
	r.End(wire.ByAgent)
	if l := r.Labels(); l.Error != string(a2a.TaskNotFound) || l.Findings == 0 {
		t.Errorf("%+v", l)
	}
}

// TestRESTCardSpeaksForItsURL: an interface's URL may end in /v1, like the prefix of 0.3's paths. The version
// of such an interface in the card decides, even if the card has others at other URLs.
func TestRESTCardSpeaksForItsURL(t *testing.T) {
	card := &a2a.Card{Interfaces: []a2a.Interface{
		{URL: "http://agent.test/old", Binding: a2a.REST, Version: a2a.V03, DeclaredVersion: "0.3"},
		{URL: "http://agent.test/v1/", Binding: a2a.REST, Version: a2a.V10, DeclaredVersion: "1.0"},
	}}
	for url, want := range map[string]a2a.Version{
		"http://agent.test/v1/tasks/t":                     a2a.V10,
		"http://agent.test/v1/tasks/t?historyLength=1":     a2a.V10,
		"http://agent.test/old/v1/tasks/t":                 a2a.V03,
		"http://agent.test/old/v1/tasks/t?historyLength=1": a2a.V03,
	} {
		id := Identify(Message{Method: "GET", URL: url}, Message{}, Hint{Card: card})
		if len(id.Versions) != 1 || id.Versions[0] != want {
			t.Errorf("%s is %s: %+v", url, id.Label(), id.Evidence)
		}
		if last := id.Evidence[len(id.Evidence)-1]; last.Text != "the card, for this URL" {
			t.Errorf("%s: %+v", url, id.Evidence)
		}
	}
}

// TestRESTStatusOfErrors: an HTTP status other than the error's own is an error, or an info if
// 1.0.0 had it. The statuses of SDKs in 0.3 do not count.
func TestRESTStatusOfErrors(t *testing.T) {
	for _, c := range []struct {
		name   a2a.ErrorName
		status int
		want   a2a.Severity
	}{
		{a2a.TaskNotCancelable, 400, ""}, {a2a.TaskNotCancelable, 409, a2a.SeverityInfo},
		{a2a.ContentTypeNotSupported, 415, a2a.SeverityInfo}, {a2a.InvalidAgentResponse, 502, a2a.SeverityInfo},
		{a2a.PushNotSupported, 501, a2a.SeverityError}, {a2a.UnsupportedOperation, 501, a2a.SeverityError}, {a2a.ExtendedCardNotConfigured, 404, a2a.SeverityError},
	} {
		d, _ := ByName(a2a.V10)
		status, body := rest.Failure(d, &a2a.Error{Name: c.name}, c.status)
		req := Message{Method: "POST", URL: "http://agent.test/tasks/t:cancel"}
		resp := Message{Status: status, Header: http.Header{"Content-Type": {"application/a2a+json"}}, Body: body}
		got := a2a.Severity("")
		for _, p := range ReadResponse(Identify(req, resp, Hint{Version: a2a.V10}), req, resp).Problems {
			if p.Check == "REST-08" {
				got = p.Severity
			}
		}
		if got != c.want {
			t.Errorf("%s with HTTP %d is %q, want %q", c.name, c.status, got, c.want)
		}
	}
}

// TestExtensionsFoundOnce: the extensions header of another version is one finding in every binding.
func TestExtensionsFoundOnce(t *testing.T) {
	for _, b := range Bindings(a2a.V10) {
		h, _, err := Request(a2a.V10, b, "http://a.test", "1", &a2a.Call{Op: a2a.GetTask, TaskID: "t"})
		if err != nil {
			t.Fatal(err)
		}
		h.Header.Set("X-A2A-Extensions", "urn:x")
		req := Message{Method: h.Method, URL: h.URL, Header: h.Header, Body: h.Body}
		if ps := ReadRequest(Identify(req, Message{}, Hint{}), req).Problems; len(ps) != 1 || ps[0].Check != "HDR-05" {
			t.Errorf("%s: %+v", b, ps)
		}
	}
}

// TestRESTPathHoldsParams: the task and configuration in a path are read under the names of each form of
// bodies, for every method of a route.
func TestRESTPathHoldsParams(t *testing.T) {
	const config = "/tasks/t/pushNotificationConfigs/c"
	kinded := a2a.Identity{Versions: []a2a.Version{a2a.V03}, Binding: a2a.REST, Variant: a2a.KindJSON}
	resources := a2a.Identity{Versions: []a2a.Version{a2a.V03}, Binding: a2a.REST}
	wrapped := a2a.Identity{Versions: []a2a.Version{a2a.V10}, Binding: a2a.REST}
	for _, id := range []a2a.Identity{kinded, resources, wrapped} {
		root := "http://agent.test/v1"
		if id.Versions[0] == a2a.V10 {
			root = "http://agent.test"
		}
		for _, call := range []string{"GET /tasks/t", "POST /tasks/t:cancel", "POST /tasks/t:subscribe", "GET /tasks/t:subscribe",
			"GET /tasks/t/pushNotificationConfigs", "GET " + config, "DELETE " + config} {
			method, path, _ := strings.Cut(call, " ")
			r := ReadRequest(id, Message{Method: method, URL: root + path})
			if r.Call == nil || r.Call.TaskID != "t" || (r.Call.PushID == "c") != strings.HasSuffix(path, config) {
				t.Errorf("%v %s is read as %+v", id, call, r.Call)
			}
			for _, p := range r.Problems {
				if p.Check != "REST-12" { // the form with kinds is reported
					t.Errorf("%v %s: %s %s", id, call, p.Check, p.Message)
				}
			}
		}
	}
}
