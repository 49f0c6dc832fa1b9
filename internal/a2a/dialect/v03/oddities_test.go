package v03

import (
	"fmt"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// found lists problems as "CHECK severity path".
func found(problems []a2a.Problem) string {
	s := ""
	for i, p := range problems {
		if i > 0 {
			s += "; "
		}
		s += fmt.Sprintf("%s %s %s", p.Check, p.Severity, p.Path)
	}
	return s
}

func TestReadOddities(t *testing.T) {
	for _, c := range []struct {
		name, in string
		op       a2a.Operation
		problems string
		holds    func(*a2a.Result) bool
	}{
		{"task without kind", `{"id":"t","contextId":"c","status":{"state":"working"}}`, a2a.SendMessage,
			"RES-04 warning $.kind", func(r *a2a.Result) bool { return r.Task.ID == "t" }},
		{"message without kind and role", `{"messageId":"m","parts":[{"text":"x"}]}`, a2a.SendMessage,
			"RES-05 warning $.kind; RES-05 warning $.role; REQ-07 error $.parts[0].kind", func(r *a2a.Result) bool {
				return r.Message.Role == a2a.Agent && r.Message.Parts[0].Text == "x"
			}},
		{"update without kind", `{"taskId":"t","contextId":"c","status":{"state":"working"},"final":false}`, a2a.SubscribeToTask,
			"SSE-07 warning $.kind", func(r *a2a.Result) bool { return r.Status.TaskID == "t" }},
		{"bare status", `{"state":"working"}`, a2a.SendStreamingMessage,
			"SSE-06 error $", func(r *a2a.Result) bool { return r.Status.Status.State == a2a.Working }},
		{"wrapped as in 1.0", `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_CANCELLED"}}}`, a2a.SendStreamingMessage,
			"SSE-06 error $.statusUpdate; SSE-07 warning $.statusUpdate.kind; SSE-07 warning $.statusUpdate.final; RES-19 error $.statusUpdate.status.state", func(r *a2a.Result) bool {
				return r.Status.Status.State == a2a.Canceled
			}},
		{"unknown kind", `{"kind":"taskStatusUpdate","taskId":"t","contextId":"c","status":{"state":"working"},"final":false}`, a2a.SendStreamingMessage,
			"SSE-06 error $.kind; SSE-07 error $.kind", func(r *a2a.Result) bool { return r.Status != nil }},
		{"event for a result", `{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"working"},"final":false}`, a2a.SendMessage,
			"RES-03 error $", func(r *a2a.Result) bool { return r.Status != nil }},
		{"artifact of 0.1", `{"id":"t","artifact":{"index":2,"append":true,"parts":[{"type":"text","text":"x"}]}}`, a2a.SubscribeToTask,
			"SSE-08 warning $.kind; SSE-08 error $.taskId; SSE-08 error $.contextId; RES-21 warning $.id; ART-04 error $.artifact.artifactId; RES-21 error $.artifact.parts[0].type; ART-09 error $.artifact.append; RES-21 warning $.artifact.index", func(r *a2a.Result) bool {
				u := r.Artifact
				return u.TaskID == "t" && u.Append && u.Artifact.ID == "2" && u.Artifact.Parts[0].Kind == a2a.TextPart
			}},
		{"file of ProtoJSON", `{"kind":"message","role":"agent","messageId":"m","parts":[{"kind":"file","file":{"fileWithBytes":"aGk","mimeType":"text/plain"}}]}`, a2a.SendMessage,
			"REQ-08 warning $.parts[0].file.fileWithBytes; REQ-14 warning $.parts[0].file.fileWithBytes", func(r *a2a.Result) bool {
				return string(r.Message.Parts[0].Bytes) == "hi"
			}},
		{"file of 1.0", `{"kind":"message","role":"agent","messageId":"m","parts":[{"raw":"aGk=","mediaType":"text/plain","filename":"f"}]}`, a2a.SendMessage,
			"REQ-07 error $.parts[0].kind", func(r *a2a.Result) bool {
				p := r.Message.Parts[0]
				return string(p.Bytes) == "hi" && p.MediaType == "text/plain" && p.Filename == "f"
			}},
		{"file with both", `{"kind":"message","role":"agent","messageId":"m","parts":[{"kind":"file","file":{"bytes":"aGk=","uri":"https://x.test/"}}]}`, a2a.SendMessage,
			"REQ-08 error $.parts[0].file", func(r *a2a.Result) bool { return r.Message.Parts[0].URL != "" && r.Message.Parts[0].Bytes != nil }},
		{"content for parts", `{"kind":"message","role":"ROLE_AGENT","messageId":"m","content":[{"kind":"text","text":"x"}]}`, a2a.SendMessage,
			"RES-05 error $.parts; REQ-03 error $.role; RES-21 error $.content", func(r *a2a.Result) bool { return r.Message.Parts[0].Text == "x" }},
		{"a user's answer", `{"kind":"message","role":"user","messageId":"m","parts":[]}`, a2a.SendMessage,
			"RES-05 error $.role", func(r *a2a.Result) bool { return r.Message.Role == a2a.User }},
		{"session of 0.1", `{"kind":"task","id":"t","sessionId":"s","status":{"state":"completed"}}`, a2a.GetTask,
			"RES-04 error $.contextId; RES-21 warning $.sessionId", func(r *a2a.Result) bool { return r.Task.ContextID == "s" }},
		{"nulls", `{"kind":"task","id":"t","contextId":"c","status":{"state":"working","message":null},"artifacts":null,"metadata":null}`, a2a.GetTask,
			"", func(r *a2a.Result) bool { return r.Task.Metadata == nil }},
		{"configs of 1.0", `{"configs":[{"id":"p","taskId":"t","url":"https://x.test/","authentication":{"scheme":"Bearer"}}]}`, a2a.ListPushConfigs,
			"PUSH-05 error $; PUSH-02 error $.configs[0]; RES-21 error $.configs[0].authentication.scheme", func(r *a2a.Result) bool {
				return len(r.Pushes) == 1 && r.Pushes[0].ID == "p" && r.Pushes[0].TaskID == "t" && r.Pushes[0].Schemes[0] == "Bearer"
			}},
		{"config of 0.1", `{"id":"t","pushNotificationConfig":{"url":"https://x.test/"}}`, a2a.GetPushConfig,
			"PUSH-02 error $.taskId; RES-21 warning $.id", func(r *a2a.Result) bool { return r.Push.TaskID == "t" }},
		{"list of a draft", `{"tasks":[{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}],"nextPageToken":"n","totalSize":3}`, a2a.ListTasks,
			"", func(r *a2a.Result) bool { return r.Tasks[0].ID == "t" && r.Next == "n" && r.Total == 3 }},
		{"empty", `null`, a2a.GetTask, "RES-04 error $", func(r *a2a.Result) bool { return r.Task == nil }},
		{"no object", `[1]`, a2a.SendMessage, "RES-03 error $", func(r *a2a.Result) bool { return r.Task == nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, problems := Dialect().ReadResult(c.op, raw(c.in))
			if got := found(problems); got != c.problems {
				t.Errorf("problems\n%s, want\n%s", got, c.problems)
			}
			if !c.holds(r) {
				t.Errorf("read %+v", r)
			}
		})
	}
}

func TestReadParams(t *testing.T) {
	for _, c := range []struct {
		in       string
		op       a2a.Operation
		early    bool
		problems string
		holds    func(*a2a.Call) bool
	}{
		{`{"message":{"role":"user","parts":[{"kind":"text","text":"x"}]},"messageId":"m"}`, a2a.SendMessage, false,
			"REQ-06 warning $.message.kind; REQ-06 warning $.message.messageId; REQ-06 warning $.messageId", func(c *a2a.Call) bool { return c.Message.ID == "m" && !c.ReturnImmediately }},
		{`{"message":{"kind":"message","messageId":"m","role":"user","parts":[]},"configuration":{"blocking":false,"historyLength":-1}}`, a2a.SendMessage, true,
			"REQ-09 info $.configuration.acceptedOutputModes; REQ-20 error $.configuration.historyLength", func(c *a2a.Call) bool { return c.ReturnImmediately }},
		{`{"message":{"kind":"message","messageId":"m","role":"agent","parts":[]},"configuration":{"blocking":true,"acceptedOutputModes":"text/plain"}}`, a2a.SendMessage, false,
			"REQ-03 error $.message; FORM-01 error $.configuration.acceptedOutputModes", func(c *a2a.Call) bool { return c.AcceptedOutputModes[0] == "text/plain" && !c.ReturnImmediately }},
		{`{"taskId":"t"}`, a2a.GetTask, false, "REQ-24 error $.id; REQ-24 error $.taskId", func(c *a2a.Call) bool { return c.TaskID == "t" }},
		{`{"id":"t"}`, a2a.DeletePushConfig, false, "REQ-24 error $.pushNotificationConfigId", func(c *a2a.Call) bool { return c.TaskID == "t" }},
		{`{"contextId":"c","status":"working","pageSize":5,"lastUpdatedAfter":1700000000000}`, a2a.ListTasks, false, "", func(c *a2a.Call) bool {
			return c.List.ContextID == "c" && c.List.State == a2a.Working && c.List.PageSize == 5 && c.List.StatusTimestampAfter == "2023-11-14T22:13:20Z"
		}},
		{``, a2a.GetExtendedCard, false, "", func(*a2a.Call) bool { return true }},
		{``, a2a.GetTask, false, "RPC-12 error $", func(*a2a.Call) bool { return true }},
	} {
		call, problems := edition(c.early).ReadParams(c.op, raw(c.in))
		if got := found(problems); got != c.problems {
			t.Errorf("%s: problems\n%s, want\n%s", c.in, got, c.problems)
		}
		if !c.holds(call) {
			t.Errorf("%s is read as %+v", c.in, call)
		}
	}
}

func TestReadCardFindings(t *testing.T) {
	const rest = `"name":"a","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]`
	for in, want := range map[string]string{
		`{}`: "CARD-06 error $.name; CARD-06 error $.description; CARD-06 error $.url; CARD-06 error $.version; CARD-06 error $.capabilities; CARD-06 error $.defaultInputModes; CARD-06 error $.defaultOutputModes; CARD-06 error $.skills; CARD-07 error $.protocolVersion",
		`{"protocolVersion":"0.3.0","url":"https://a.test/","preferredTransport":"JSONRPC",` + rest + `}`:                                                                                             "",
		`{"protocolVersion":"0.3.0","url":"https://a.test/",` + rest + `}`:                                                                                                                            "CARD-15 warning $.preferredTransport",
		`{"protocolVersion":"0.3.0","url":"https://a.test/","preferredTransport":"SOAP",` + rest + `}`:                                                                                                "CARD-18 warning $.preferredTransport",
		`{"protocolVersion":"0.3.0","url":"https://a.test/","preferredTransport":"JSONRPC","additionalInterfaces":[{"url":"https://a.test/","transport":"HTTP+JSON"}],` + rest + `}`:                  "CARD-16 error $.additionalInterfaces[0].url; CARD-17 warning $.additionalInterfaces",
		`{"protocolVersion":"0.3.0","url":"/rpc","preferredTransport":"JSONRPC","authentication":null,"securitySchemes":{"a":{"type":"jwt"}},"security":[{"b":null}],` + rest + `}`:                   "CARD-21 error $.url; CARD-10 info $.authentication; CARD-36 info $.authentication; CARD-11 error $.securitySchemes.a.type; CARD-12 warning $.security[0].b; CARD-36 info $.security[0].b",
		`{"protocolVersion":"0.3.0","url":"https://a.test/","preferredTransport":"JSONRPC","securitySchemes":{"a":{"httpAuthSecurityScheme":{"scheme":"bearer"}}},` + rest + `}`:                      "CARD-11 error $.securitySchemes.a.type; CARD-11 error $.securitySchemes.a.httpAuthSecurityScheme",
		`{"protocolVersion":"0.3.0","url":"https://a.test/","preferredTransport":"JSONRPC","signatures":[{"protected":"eyJhbGciOiJub25lIn0","signature":"x y"}],"provider":{"url":"u"},` + rest + `}`: "CARD-25 error $.provider.organization; CARD-29 error $.signatures[0].signature; CARD-31 error $.signatures[0].protected",
		`[]`: "CARD-01 error $",
	} {
		c, problems := Dialect().ReadCard(raw(in))
		if got := found(problems); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
		if string(c.Raw) != in {
			t.Error("the card's bytes are lost")
		}
	}
}

func TestErrors(t *testing.T) {
	d := Dialect()
	for name, code := range map[a2a.ErrorName]int{a2a.ParseError: -32700, a2a.TaskNotFound: -32001, a2a.InvalidAgentResponse: -32006, a2a.ExtendedCardNotConfigured: -32007} {
		if d.ErrorCode(name) != code || d.ErrorName(code) != name {
			t.Errorf("%s is %d, %d is %s", name, d.ErrorCode(name), code, d.ErrorName(code))
		}
	}
	if d.ErrorCode(a2a.VersionNotSupported) != -32004 || d.ErrorName(-32008) != a2a.OtherError || d.ErrorName(-31401) != a2a.AuthenticationRequired {
		t.Error("errors that 0.3 lacks")
	}
	for data, want := range map[string]string{`[{"@type":"x","metadata":{"taskId":"t"}}]`: `{"taskId":"t"}`, `"text"`: `"text"`, `null`: ``} {
		if got := string(d.EncodeErrorData(&a2a.Error{Data: raw(data)})); got != want {
			t.Errorf("data %s becomes %s", data, got)
		}
	}
	if got := string(d.EncodeErrorData(&a2a.Error{Fields: []a2a.Violation{{Field: "id", Reason: "missing"}}})); got != `{"violations":[{"field":"id","description":"missing"}]}` {
		t.Errorf("violations %s", got)
	}
}

func TestReadPush(t *testing.T) {
	d := Dialect()
	body, err := d.EncodePush(&a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Working}}})
	if err != nil || string(body) != `{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}` {
		t.Errorf("%s %v", body, err)
	}
	if r, problems := d.ReadPush(body); r.Task == nil || len(problems) > 0 {
		t.Errorf("%+v %s", r, found(problems))
	}
	r, problems := d.ReadPush(raw(`{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"working"},"final":false}`))
	if got := found(problems); r.Status == nil || got != "" {
		t.Errorf("%+v %s", r, got)
	}
}

func TestLosses(t *testing.T) {
	part := func(p a2a.Part) *a2a.Result {
		return &a2a.Result{Message: &a2a.Message{ID: "m", Role: a2a.Agent, Parts: []a2a.Part{p}}}
	}
	for lost, r := range map[string]*a2a.Result{
		"message.parts[0].mediaType": part(a2a.Part{Kind: a2a.TextPart, MediaType: "text/html"}),
		"message.parts[0].filename":  part(a2a.Part{Kind: a2a.DataPart, Data: raw(`{}`), Filename: "f"}),
		"message.parts[0].url":       part(a2a.Part{Kind: a2a.FilePart, Bytes: []byte{1}, URL: "u"}),
		"message.parts[0].kind":      part(a2a.Part{Kind: a2a.UnknownPart, Raw: raw(`{"kind":"video"}`)}),
		"message.id":                 {Message: &a2a.Message{Role: a2a.Agent}},
		"message.role":               {Message: &a2a.Message{ID: "m", Role: "robot"}},
		"task.status.state":          {Task: &a2a.Task{Status: a2a.Status{State: "napping"}}},
	} {
		_, losses, err := Dialect().EncodeResult(a2a.SendMessage, r)
		if err != nil || len(losses) != 1 || losses[0].Path != lost {
			t.Errorf("%s: %v, %v", lost, losses, err)
		}
	}
	for _, c := range []*a2a.Call{{Op: a2a.ListTasks}, {Op: a2a.SendMessage}, {Op: a2a.CreatePushConfig}} {
		if _, _, err := Dialect().EncodeParams(c); err == nil {
			t.Errorf("%s must be refused", c.Op)
		}
	}
}

// TestSecurityOf10 writes schemes read from a 1.0 card.
func TestSecurityOf10(t *testing.T) {
	card := fullCard(false)
	card.Security = nil
	card.SecuritySchemes = []a2a.SecurityScheme{
		{Name: "k", Type: "apiKey", In: "query", Param: "key", Raw: raw(`{"apiKeySecurityScheme":{"location":"query","name":"key"}}`)},
		{Name: "o", Type: "oauth2", Raw: raw(`{"oauth2SecurityScheme":{"flows":{"deviceCode":{"tokenUrl":"t"},"authorizationCode":{"authorizationUrl":"a","tokenUrl":"t","scopes":{},"pkceRequired":true}}}}`)},
		{Name: "m", Type: "mutualTLS", Raw: raw(`{"mtlsSecurityScheme":{}}`)},
	}
	b, losses, err := edition(false).EncodeCard(card)
	if err != nil {
		t.Fatal(err)
	}
	back, _ := edition(false).ReadCard(b)
	if got := fmt.Sprintf("%s %s %s", back.SecuritySchemes[0].Raw, back.SecuritySchemes[1].Raw, back.SecuritySchemes[2].Raw); got !=
		`{"type":"apiKey","name":"key","in":"query"} {"type":"oauth2","flows":{"authorizationCode":{"authorizationUrl":"a","tokenUrl":"t","scopes":{},"pkceRequired":true}}} {"type":"mutualTLS"}` {
		t.Error(got)
	}
	if len(losses) != 1 || losses[0].Path != "securitySchemes[1].flows.deviceCode" {
		t.Errorf("losses %v", losses)
	}
	if _, losses, _ = (edition(true)).EncodeCard(card); len(losses) != 5 { // a flow, mutual TLS, and the three interfaces of 0.3 that are dropped
		t.Errorf("losses of 0.2: %d %v", len(losses), losses)
	}
}
