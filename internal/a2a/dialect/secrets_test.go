package dialect

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/secret"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// TestSecretsSpareContent: no path of secrets reaches into messages, artifacts or metadata.
func TestSecretsSpareContent(t *testing.T) {
	s := secret.PlacesOf(nil).ForURL("http://agent.test/")
	for _, p := range slices.Concat(s.Request.Paths(), s.Response.Paths(), s.Events.Paths()) {
		if p == "data.?" || p == "error.data.?" {
			continue // data at the root, or of an error; the data of a part is elsewhere
		}
		for _, step := range strings.Split(p, ".") {
			switch step {
			case "message", "parts", "artifact", "artifacts", "data", "metadata", "history", "status":
				t.Errorf("%s reaches into content", p)
			}
		}
		if strings.Contains(p, "result.*") || strings.HasPrefix(p, "params.*") || strings.HasPrefix(p, "*") {
			t.Errorf("%s matches members it does not know", p)
		}
	}
}

// TestSecretsOfLists redacts a list of push configurations, but not members with the same names in metadata.
func TestSecretsOfLists(t *testing.T) {
	s := secret.PlacesOf(nil).ForURL("http://agent.test/")
	for _, c := range []struct{ in, secret string }{
		{`{"result":[{"taskId":"t","pushNotificationConfig":{"url":"u","token":"abcdef"}}]}`, "abcdef"},
		{`{"result":{"configs":[{"token":"abcdef"}]}}`, "abcdef"},
		{`{"result":{"id":"t","metadata":{"pushNotificationConfig":{"token":"kept"}}}}`, ""},
	} {
		out := string(s.Redactor(wire.Response, redact.BodyKind{}, []byte(c.in), nil).Body([]byte(c.in)))
		if c.secret == "" && out != c.in || c.secret != "" && strings.Contains(out, c.secret) {
			t.Errorf("%s became %s", c.in, out)
		}
	}
}

func TestSecretsOfCard(t *testing.T) {
	card := &a2a.Card{SecuritySchemes: []a2a.SecurityScheme{
		{Type: "apiKey", In: "header", Param: "X-Secret"}, {Type: "apiKey", In: "query", Param: "k"}, {Type: "http"},
		{Type: "apiKey", In: "Header", Param: "X-Odd"}, {Type: "apiKey", In: "QUERY", Param: "odd"},
	}}
	s := secret.PlacesOf(card).ForURL("http://agent.test/")
	if !slices.Contains(s.Headers, "X-Secret") || !slices.Contains(s.Query, "k") || !slices.Contains(s.Headers, "X-Odd") || !slices.Contains(s.Query, "odd") || !slices.Contains(s.Headers, "Authorization") {
		t.Errorf("%+v", s)
	}
	for _, want := range []string{
		"params.pushNotification.token", "params.pushNotificationConfig.authentication.credentials",
		"params.configuration.taskPushNotificationConfig.token", "params.token",
	} {
		if !slices.Contains(s.Request.Paths(), want) {
			t.Errorf("no %s", want)
		}
	}
}

// TestSecretsOfEveryVersion: secrets are redacted in every place of a push configuration in every version,
// and in an authorization server's answers.
func TestSecretsOfEveryVersion(t *testing.T) {
	const root, rest = "http://agent.test/", "http://agent.test/v1/tasks/t/pushNotificationConfigs"
	config := `{"url":"https://me.test","token":"HUSH","authentication":{"schemes":["Bearer"],"credentials":"HUSH"}}`
	flat := config[1:]
	for _, c := range []struct {
		what, url, body string
		side            wire.Side
	}{
		{"0.1 send", root, `{"jsonrpc":"2.0","method":"tasks/send","params":{"id":"t","message":{},"pushNotification":CONFIG}}`, wire.Request},
		{"0.1 set", root, `{"method":"tasks/pushNotification/set","params":{"id":"t","pushNotificationConfig":CONFIG}}`, wire.Request},
		{"0.1 set, get", root, `{"id":1,"result":{"id":"t","pushNotificationConfig":CONFIG}}`, wire.Response},
		{"0.1 card", root + ".well-known/agent.json", `{"name":"a","authentication":{"schemes":["x"],"credentials":"HUSH"}}`, wire.Response},
		{"0.2, 0.3 send", root, `{"method":"message/send","params":{"message":{},"configuration":{"pushNotificationConfig":CONFIG}}}`, wire.Request},
		{"0.3 send by proto names", root, `{"method":"message/send","params":{"configuration":{"push_notification":CONFIG}}}`, wire.Request},
		{"0.2, 0.3 set", root, `{"method":"tasks/pushNotificationConfig/set","params":{"taskId":"t","pushNotificationConfig":CONFIG}}`, wire.Request},
		{"0.2, 0.3 set, get", root, `{"result":{"taskId":"t","pushNotificationConfig":CONFIG}}`, wire.Response},
		{"0.2, 0.3 list", root, `{"result":[{"taskId":"t","pushNotificationConfig":CONFIG},{"pushNotificationConfig":CONFIG}]}`, wire.Response},
		{"1.0 send", root, `{"method":"SendMessage","params":{"configuration":{"taskPushNotificationConfig":CONFIG}}}`, wire.Request},
		{"1.0 create", root, `{"method":"CreateTaskPushNotificationConfig","params":{"taskId":"t",FLAT}`, wire.Request},
		{"1.0 create, get", root, `{"result":{"taskId":"t",FLAT}`, wire.Response},
		{"1.0 list", root, `{"result":{"configs":[CONFIG,CONFIG],"nextPageToken":"kept"}}`, wire.Response},
		{"1.0 candidate create", root, `{"params":{"parent":"tasks/t","config":{"name":"n","pushNotificationConfig":CONFIG}}}`, wire.Request},
		{"1.0 candidate list", root, `{"result":{"configs":[{"name":"n","pushNotificationConfig":CONFIG}]}}`, wire.Response},
		{"batch", root, `[{"result":{"taskId":"t","pushNotificationConfig":CONFIG}},{"result":CONFIG}]`, wire.Response},
		{"0.3 REST send", root + "v1/message:send", `{"message":{},"configuration":{"pushNotification":CONFIG}}`, wire.Request},
		{"0.3 REST create", rest, `{"parent":"tasks/t","config":{"name":"n","pushNotificationConfig":CONFIG}}`, wire.Request},
		{"0.3 REST create, only its config", rest, `{"pushNotificationConfig":CONFIG}`, wire.Request},
		{"0.3 REST create, get", rest + "/p", `{"name":"n","push_notification_config":CONFIG}`, wire.Response},
		{"0.3 REST list", rest, `{"configs":[{"name":"n","pushNotificationConfig":CONFIG}]}`, wire.Response},
		{"1.0 REST send", root + "message:send", `{"message":{},"configuration":{"taskPushNotificationConfig":CONFIG}}`, wire.Request},
		{"1.0 REST create", root + "tasks/t/pushNotificationConfigs", `{"taskId":"t",FLAT`, wire.Request},
		{"1.0 REST create, get", root + "tasks/t/pushNotificationConfigs/p", `{"taskId":"t",FLAT`, wire.Response},
		{"1.0 REST list", root + "tasks/t/pushNotificationConfigs", `{"configs":[CONFIG],"nextPageToken":"kept"}`, wire.Response},
		{"OAuth token endpoint", root + "token", `{"access_token":"HUSH","refresh_token":"HUSH","id_token":"HUSH","token_type":"Bearer","expires_in":3600}`, wire.Response},
		{"OAuth registration", root + "register", `{"client_id":"kept","client_secret":"HUSH","registration_access_token":"HUSH"}`, wire.Response},
		{"OAuth device", root + "device", `{"device_code":"HUSH","user_code":"kept"}`, wire.Response},
		{"configs in a list", root, `{"method":"message/send","params":{"message":{},"configuration":{"pushNotificationConfig":[CONFIG,CONFIG]}}}`, wire.Request},
		{"authentication in a list", root, `{"params":{"pushNotificationConfig":{"url":"u","authentication":[{"scheme":"kept","credentials":"HUSH"}]}}}`, wire.Request},
		{"headers of a push", root, `{"params":{"pushNotificationConfig":{"url":"u","headers":{"Authorization":"HUSH","X-A":["HUSH"]}}}}`, wire.Request},
		{"headers of a push, listed", root + "message:send", `{"configuration":{"taskPushNotificationConfig":{"url":"u","headers":[{"value":"HUSH"}]}}}`, wire.Request},
		{"headers of a push, answered", root, `{"result":[{"taskId":"t","pushNotificationConfig":{"headers":{"Authorization":"HUSH"}}}]}`, wire.Response},
		{"OAuth token request", root + "token", `{"grant_type":"authorization_code","code":"HUSH","redirect_uri":"kept","client_id":"kept","client_secret":"HUSH"}`, wire.Request},
		{"signing in", root + "login", `{"user":"kept","pass":"HUSH","pwd":"HUSH","password_confirmation":"HUSH","API Key":"HUSH","SAMLResponse":"HUSH"}`, wire.Request},
		{"an agent's own sign-in", root + "login", `{"token":"HUSH"}`, wire.Response},
		{"signed in, wrapped", root + "login", `{"data":{"access_token":"HUSH","id":"kept"}}`, wire.Response},
		{"signed in, several", root + "login", `{"tokens":{"access_token":"HUSH","refreshToken":"HUSH","input":5}}`, wire.Response},
		{"asked for, wrapped", root + "register", `{"data":{"client_secret":"HUSH","client_id":"kept"},"session":{"refresh_token":"HUSH"},"tokens":{"refreshToken":"HUSH","input":5}}`, wire.Request},
		{"a session to go on with", root, `{"method":"x","params":{"session":{"refresh_token":"HUSH"},"tokens":{"access_token":"HUSH"}}}`, wire.Request},
		{"a user's token", root + "login", `{"user":{"name":"kept","token":"HUSH"}}`, wire.Request},
		{"MCP call", root, `{"method":"tools/call","params":{"name":"kept","arguments":{"password":"HUSH","token":"kept"},"_meta":{"authorization":"HUSH","progressToken":"kept"}}}`, wire.Request},
		{"MCP answer", root, `{"result":{"content":["kept"],"_meta":{"authorization":"HUSH"}}}`, wire.Response},
		{"error", root, `{"error":{"code":-32000,"message":"kept","data":{"access_token":"HUSH"}}}`, wire.Response},
		{"0.3 card", root, `{"url":"https://a.test/?token=HUSH","additionalInterfaces":[{"url":"https://me:HUSH@a.test/?token=HUSH&a=b","transport":"GRPC"}]}`, wire.Response},
		{"a card's signed addresses", root, `{"iconUrl":"https://s.test/i?X-Amz-Date=kept&X-Amz-Signature=HUSH","documentationUrl":"https://s.test/d?se=1&sig=HUSH","provider":{"organization":"o","url":"https://s.test/?X-Goog-Signature=HUSH"}}`, wire.Response},
		{"1.0 card's signed addresses", root, `{"result":{"iconUrl":"https://s.test/i?X-Oss-Signature=HUSH","provider":{"url":"https://s.test/?hdnts=HUSH&token=HUSH"}}}`, wire.Response},
		{"1.0 card", root, `{"result":{"supportedInterfaces":[{"url":"https://a.test/?a=b"},{"url":"https://a.test/?token=HUSH"}]}}`, wire.Response},
	} {
		body := strings.NewReplacer("CONFIG", config, "FLAT", flat).Replace(c.body)
		s := secret.PlacesOf(nil).ForURL(c.url)
		for _, kind := range []struct{ media, body string }{{"application/json", body}, {"text/event-stream", "data: " + body + "\r\n\r\n"}} {
			stream := kind.media == "text/event-stream"
			if stream && (c.side == wire.Request || strings.HasPrefix(c.what, "an agent's own")) {
				continue
			}
			head := map[string][]string{"Content-Type": {kind.media}}
			r := s.Redactor(c.side, redact.BodyKindOf(head, wire.FramingOf(head)), []byte(kind.body), nil)
			out := string(r.Body([]byte(kind.body)))
			if want := strings.ReplaceAll(kind.body, "HUSH", "****"); out != want {
				t.Errorf("%s as %s:\n got %s\nwant %s", c.what, kind.media, out, want)
			}
		}
	}
}

// TestSecretsSpareWords: A2A's own words that resemble secrets stay, in every place of secrets.
func TestSecretsSpareWords(t *testing.T) {
	words := `"contextId":"c","messageId":"m","taskId":"t","id":"i","kind":"task","state":"s","text":"the password is: x, Bearer abc","token_count":5,"tokens":7,"maxTokens":9,"passed":true,"compass":"n",` +
		`"pageToken":"p","nextPageToken":"n","historyLength":3,"tenant":"a","name":"n","url":"https://a.test/x?a=b","metadata":{"token":"kept","API Key":"kept","headers":{"a":"kept"}},` +
		`"message":{"parts":[{"text":"kept","data":{"password":"kept","code":"kept","pass":"kept","headers":["kept"]}}],"extensions":["kept"]},"status":{"message":{"parts":[{"data":{"secret":"kept"}}]}},` +
		`"artifacts":[{"parts":[{"data":{"api_key":"kept"}}]}],"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"header","name":"X-Api-Key"}}},"security":[{"k":["kept"]}]`
	for _, c := range []struct {
		side wire.Side
		body string
	}{
		{wire.Request, `{WORDS}`}, {wire.Request, `{"jsonrpc":"2.0","method":"SendMessage","params":{WORDS}}`}, {wire.Request, `{"params":{"configuration":{WORDS}}}`}, {wire.Request, `{"params":{"configuration":{"taskPushNotificationConfig":{WORDS}}}}`},
		{wire.Response, `{WORDS,"code":5}`}, {wire.Response, `{"result":{WORDS,"code":5}}`}, {wire.Response, `{"result":[{WORDS}]}`}, {wire.Response, `{"result":{"tasks":[{WORDS}],"configs":[{WORDS}]}}`}, {wire.Response, `{"error":{"code":-32001,"message":"token expired","data":[{WORDS}]}}`},
		{wire.Response, "data: {\"result\":{WORDS}}\n\ndata: {WORDS}\n\n"},
	} {
		s := secret.PlacesOf(nil).ForURL("http://agent.test/")
		body := strings.Replace(c.body, "WORDS", words, 2)
		if out := string(redacted(&s, c.side, nil, []byte(body), 50)); out != body {
			t.Errorf("%s:\n got %s\nfrom %s", c.side, out, body)
		}
	}
}

// TestSecretsSpareTokenStreams: a model's output, token by token, is no secret, in any form.
func TestSecretsSpareTokenStreams(t *testing.T) {
	for url, media := range map[string]string{
		"http://agent.test/": "text/event-stream", "http://agent.test/v1/message:stream": "text/event-stream", "http://agent.test/generate": "application/x-ndjson",
	} {
		s := secret.PlacesOf(nil).ForURL(url)
		body := strings.Repeat("data: {\"token\":\" hello\"}\n\ndata: {\"choices\":[{\"token\":\"x\"}],\"tokens\":[\"y\"]}\n\n", 3)
		if media == "application/x-ndjson" {
			body = strings.NewReplacer("data: ", "", "\n\n", "\n").Replace(body)
		}
		head := map[string][]string{"Content-Type": {media}}
		r := s.Redactor(wire.Response, redact.BodyKindOf(head, wire.FramingOf(head)), []byte(body), nil)
		out := string(r.Body([]byte(body)))
		if r.Close(); out != body || len(r.Take()) > 0 {
			t.Errorf("%s: %s", url, out)
		}
	}
}

// TestGRPCSecretsOfEveryMethod: the fields of push configurations are found for all methods with one, in both
// services.
func TestGRPCSecretsOfEveryMethod(t *testing.T) {
	got := map[string]int{}
	for _, s := range registry.Services() {
		for _, op := range s.Operations() {
			method, _ := s.Method(op)
			x := secret.PlacesOf(nil).ForURL("http://x/" + s.Service() + "/" + method)
			got[s.Service()+"/"+method] = 10*len(x.RequestFields) + len(x.ResponseFields)
		}
	}
	want := map[string]int{
		"a2a.v1.A2AService/SendMessage": 30, "a2a.v1.A2AService/SendStreamingMessage": 30,
		"a2a.v1.A2AService/CreateTaskPushNotificationConfig": 33, "a2a.v1.A2AService/GetTaskPushNotificationConfig": 3, "a2a.v1.A2AService/ListTaskPushNotificationConfig": 3,
		"a2a.v1.A2AService/GetAgentCard": 5, "lf.a2a.v1.A2AService/GetExtendedAgentCard": 4, // its url, and those of its interfaces, icon, documentation and provider
		"lf.a2a.v1.A2AService/SendMessage": 30, "lf.a2a.v1.A2AService/SendStreamingMessage": 30,
		"lf.a2a.v1.A2AService/CreateTaskPushNotificationConfig": 33, "lf.a2a.v1.A2AService/GetTaskPushNotificationConfig": 3, "lf.a2a.v1.A2AService/ListTaskPushNotificationConfigs": 3,
	}
	for method, n := range got {
		if n != want[method] {
			t.Errorf("%s has %d fields, request and answer; want %d", method, n, want[method])
		}
	}
	if len(got) < 20 {
		t.Errorf("%d methods", len(got))
	}
	if s := secret.PlacesOf(nil).ForURL("http://x/lf.a2a.v1.A2AService/ListTaskPushNotificationConfig"); len(s.ResponseFields) != 3 {
		t.Error("the release candidate's name has no fields")
	}
}

// TestSecretsAreMadeOnce: finding the places of secrets allocates nothing per exchange.
func TestSecretsAreMadeOnce(t *testing.T) {
	places := secret.PlacesOf(&a2a.Card{SecuritySchemes: []a2a.SecurityScheme{{Type: "apiKey", In: "header", Param: "X-Secret"}}})
	for _, url := range []string{"http://agent.test/", "http://agent.test/v1/tasks/t/pushNotificationConfigs", "http://agent.test/lf.a2a.v1.A2AService/SendMessage"} {
		if got := testing.AllocsPerRun(100, func() { places.ForURL(url) }); got > 0 {
			t.Errorf("%v allocations for %s", got, url)
		}
	}
	a, b := secret.PlacesOf(nil).ForURL("http://agent.test/"), places.ForURL("http://agent.test/")
	if a.Request != b.Request || slices.Contains(a.Headers, "X-Secret") || !slices.Contains(b.Headers, "X-Secret") {
		t.Error("what is shared is not, or what is one card's is")
	}
}
