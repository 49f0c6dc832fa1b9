package v03

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/schema"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

// exact is a value, 0.3's JSON for it, and the schema's name for that JSON. Each must be read back unchanged.
type exact struct {
	op     a2a.Operation
	call   *a2a.Call
	result *a2a.Result
	schema string
	want   string
}

func exacts() []exact {
	ten := 10
	send := &a2a.Call{Message: &a2a.Message{
		ID: "m", ContextID: "c", TaskID: "t", Role: a2a.User, References: []string{"t0"}, Extensions: []string{"urn:x"}, Metadata: raw(`{}`),
		Parts: []a2a.Part{
			text("<hi> \"you\" é\n"),
			{Kind: a2a.FilePart, Bytes: []byte{0, 255}, Filename: "a.bin", MediaType: "application/octet-stream"},
			{Kind: a2a.FilePart, URL: "https://x.test/f"},
			{Kind: a2a.DataPart, Data: raw(`{"n":9007199254740993}`), Metadata: raw(`{"k":1}`)},
			{Kind: a2a.DataPart, Data: raw(`[1,null]`)},
		}},
		AcceptedOutputModes: []string{"text/plain"}, HistoryLength: &ten, ReturnImmediately: true, Metadata: raw(`{"a":1}`),
		Push: &a2a.PushConfig{ID: "p", URL: "https://x.test/hook", Token: "k", Schemes: []string{"jwt", "Bearer"}, Credentials: "s"}}
	reply := a2a.Message{ID: "r", ContextID: "c", TaskID: "t", Role: a2a.Agent, Parts: []a2a.Part{text("which?")}}
	asked := a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{text("hi")}}
	task := &a2a.Task{ID: "t", ContextID: "c", Metadata: raw(`{}`), Status: a2a.Status{State: a2a.AuthRequired, Message: &reply, Timestamp: "2025-08-02T16:59:25.331Z"},
		Artifacts: []a2a.Artifact{{ID: "a", Name: "joke", Description: "d", Extensions: []string{"urn:x"}, Parts: []a2a.Part{text("ha")}, Metadata: raw(`{}`)}}, History: []a2a.Message{asked}}
	push := a2a.PushConfig{ID: "p", TaskID: "t", URL: "https://x.test/", Schemes: []string{"jwt"}}
	const pushJSON = `{"taskId":"t","pushNotificationConfig":{"id":"p","url":"https://x.test/","authentication":{"schemes":["jwt"]}}}`
	const replyJSON = `{"kind":"message","messageId":"r","role":"agent","parts":[{"kind":"text","text":"which?"}],"contextId":"c","taskId":"t"}`
	return []exact{
		{op: a2a.SendMessage, call: send, schema: "MessageSendParams", want: `{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"<hi> \"you\" é\n"},{"kind":"file","file":{"name":"a.bin","mimeType":"application/octet-stream","bytes":"AP8="}},{"kind":"file","file":{"uri":"https://x.test/f"}},{"kind":"data","data":{"n":9007199254740993},"metadata":{"k":1}},{"kind":"data","data":{"value":[1,null]},"metadata":{"data_part_compat":true}}],"contextId":"c","taskId":"t","referenceTaskIds":["t0"],"extensions":["urn:x"],"metadata":{}},"configuration":{"acceptedOutputModes":["text/plain"],"blocking":false,"historyLength":10,"pushNotificationConfig":{"id":"p","url":"https://x.test/hook","token":"k","authentication":{"schemes":["jwt","Bearer"],"credentials":"s"}}},"metadata":{"a":1}}`},
		{op: a2a.SendStreamingMessage, call: &a2a.Call{Message: &asked}, schema: "MessageSendParams", want: `{"message":{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}}`},
		{op: a2a.GetTask, call: &a2a.Call{TaskID: "t", HistoryLength: &ten}, schema: "TaskQueryParams", want: `{"id":"t","historyLength":10}`},
		{op: a2a.CancelTask, call: &a2a.Call{TaskID: "t", Metadata: raw(`{"a":1}`)}, schema: "TaskIdParams", want: `{"id":"t","metadata":{"a":1}}`},
		{op: a2a.SubscribeToTask, call: &a2a.Call{TaskID: "t"}, schema: "TaskIdParams", want: `{"id":"t"}`},
		{op: a2a.CreatePushConfig, call: &a2a.Call{TaskID: "t", Push: &push}, schema: "TaskPushNotificationConfig", want: pushJSON},
		{op: a2a.GetPushConfig, call: &a2a.Call{TaskID: "t", PushID: "p"}, schema: "GetTaskPushNotificationConfigParams", want: `{"id":"t","pushNotificationConfigId":"p"}`},
		{op: a2a.ListPushConfigs, call: &a2a.Call{TaskID: "t"}, schema: "ListTaskPushNotificationConfigParams", want: `{"id":"t"}`},
		{op: a2a.DeletePushConfig, call: &a2a.Call{TaskID: "t", PushID: "p"}, schema: "DeleteTaskPushNotificationConfigParams", want: `{"id":"t","pushNotificationConfigId":"p"}`},
		{op: a2a.SendMessage, result: &a2a.Result{Message: &reply}, schema: "Message", want: replyJSON},
		{op: a2a.GetTask, result: &a2a.Result{Task: task}, schema: "Task", want: `{"kind":"task","id":"t","contextId":"c","status":{"state":"auth-required","message":` + replyJSON + `,"timestamp":"2025-08-02T16:59:25.331Z"},"artifacts":[{"artifactId":"a","name":"joke","description":"d","parts":[{"kind":"text","text":"ha"}],"extensions":["urn:x"],"metadata":{}}],"history":[{"kind":"message","messageId":"m","role":"user","parts":[{"kind":"text","text":"hi"}]}],"metadata":{}}`},
		{op: a2a.SendStreamingMessage, result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Working}}}, schema: "TaskStatusUpdateEvent", want: `{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"working"},"final":false}`},
		{op: a2a.SubscribeToTask, result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Rejected}, Final: true, Metadata: raw(`{}`)}}, schema: "TaskStatusUpdateEvent", want: `{"kind":"status-update","taskId":"t","contextId":"c","status":{"state":"rejected"},"final":true,"metadata":{}}`},
		{op: a2a.SubscribeToTask, result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", ContextID: "c", Artifact: a2a.Artifact{ID: "a", Parts: []a2a.Part{text("x")}}, Append: true}}, schema: "TaskArtifactUpdateEvent", want: `{"kind":"artifact-update","taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"kind":"text","text":"x"}]},"append":true,"lastChunk":false}`},
		{op: a2a.GetPushConfig, result: &a2a.Result{Push: &push}, schema: "TaskPushNotificationConfig", want: pushJSON},
		{op: a2a.ListPushConfigs, result: &a2a.Result{Pushes: []a2a.PushConfig{push}}, want: `[` + pushJSON + `]`},
		{op: a2a.ListPushConfigs, result: &a2a.Result{Pushes: []a2a.PushConfig{}}, want: `[]`},
		{op: a2a.DeletePushConfig, result: &a2a.Result{}, want: `null`},
	}
}

func TestExact(t *testing.T) {
	for _, early := range []bool{false, true} {
		d := edition(early)
		for _, c := range exacts() {
			var got json.RawMessage
			var losses []a2a.Loss
			var err error
			var back, want any
			var problems []a2a.Problem
			if c.call != nil {
				c.call.Op = c.op
				got, losses, err = d.EncodeParams(c.call)
				back, problems = d.ReadParams(c.op, got)
				want = c.call
			} else {
				got, losses, err = d.EncodeResult(c.op, c.result)
				back, problems = d.ReadResult(c.op, got)
				want = c.result
			}
			if err != nil || len(losses) > 0 || len(problems) > 0 {
				t.Errorf("%s in %s: %v, losses %v, problems %v", c.op, d.Version(), err, losses, problems)
			}
			if string(got) != c.want {
				t.Errorf("%s in %s writes\n%s, want\n%s", c.op, d.Version(), got, c.want)
			}
			if strip(t, back) != strip(t, want) {
				t.Errorf("%s in %s comes back as\n%s, want\n%s", c.op, d.Version(), strip(t, back), strip(t, want))
			}
		}
	}
}

// strip returns a value without what a reader adds: the wire form of parts.
func strip(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var any any
	if err := json.Unmarshal(b, &any); err != nil {
		t.Fatal(err)
	}
	b, _ = json.Marshal(unraw(any))
	return string(b)
}

func unraw(v any) any {
	switch x := v.(type) {
	case map[string]any:
		delete(x, "Raw")
		for k, e := range x {
			x[k] = unraw(e)
		}
	case []any:
		for i, e := range x {
			x[i] = unraw(e)
		}
	}
	return v
}

// TestSchema validates written JSON against the schemas of the version and of all predecessors from 0.2.0 on,
// as far as they define it.
func TestSchema(t *testing.T) {
	for version, early := range map[string]bool{
		"v0.2.0": true, "v0.2.1": true, "v0.2.2": true, "v0.2.3": true, "v0.2.4": true, "v0.2.5": true, "v0.2.6": true, "v0.3.0": false,
	} {
		check := schemas(t, version)
		if check == nil {
			continue // the schemas are not everywhere
		}
		for _, c := range exacts() {
			if c.schema != "" {
				check(c.schema, c.want)
			}
		}
		configured := &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{text("x")}}, ReturnImmediately: true}
		params, _, err := edition(early).EncodeParams(configured)
		if err != nil {
			t.Fatal(err)
		}
		check("MessageSendParams", string(params))
		card, _, err := edition(early).EncodeCard(fullCard(early))
		if err != nil {
			t.Fatal(err)
		}
		check("AgentCard", string(card))
	}
}

// schemas returns a validator for a definition of a version's schema, nil when the schema is not available.
// Definitions that the version lacks accept anything.
func schemas(t *testing.T, version string) func(name, value string) {
	t.Helper()
	file, err := os.Open("../../../testdata/shared/protocol/oracles/" + version + "/a2a.json")
	if err != nil {
		return nil
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	defined := doc.(map[string]any)["definitions"].(map[string]any)
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("a2a.json", doc); err != nil {
		t.Fatal(err)
	}
	return func(name, value string) {
		t.Helper()
		if _, ok := defined[name]; !ok {
			if name == "Message" || name == "Task" || name == "AgentCard" {
				t.Errorf("%s defines no %s", version, name)
			}
			return
		}
		var v any
		if err := json.Unmarshal([]byte(value), &v); err != nil {
			t.Fatal(err)
		}
		if err := compiler.MustCompile("a2a.json#/definitions/" + name).Validate(v); err != nil {
			t.Errorf("%s does not fit %s of %s: %v", value, name, version, err)
		}
	}
}

func fullCard(early bool) *a2a.Card {
	version, said := a2a.V03, "0.3.0"
	if early {
		version, said = a2a.V02, "0.2.5"
	}
	c := &a2a.Card{
		Name: "A", Description: "d", Version: "1", Provider: &a2a.Provider{Organization: "O", URL: "https://o.test"}, DocumentationURL: "https://o.test/doc", IconURL: "https://o.test/i.png",
		Interfaces: []a2a.Interface{
			{URL: "https://a.test/rpc", Binding: a2a.JSONRPC, Version: version, DeclaredVersion: said},
			{URL: "https://a.test/rest", Binding: a2a.REST, Version: version, DeclaredVersion: said},
			{URL: "a.test:443", Binding: a2a.GRPC, Version: version, DeclaredVersion: said},
			{URL: "wss://a.test/ws", Custom: "urn:ws", Version: version, DeclaredVersion: said},
		},
		Capabilities: a2a.Capabilities{Streaming: true, Push: true, StateHistory: true, ExtendedCard: true,
			Extensions: []a2a.Extension{{URI: "urn:x", Description: "x", Required: true, Params: raw(`{"a":1}`)}}},
		InputModes: []string{"text/plain"}, OutputModes: []string{"image/png"},
		Skills: []a2a.Skill{{ID: "s", Name: "S", Description: "d", Tags: []string{"x"}, Examples: []string{"e"}, InputModes: []string{"text/plain"}, OutputModes: []string{"text/html"}}},
		SecuritySchemes: []a2a.SecurityScheme{
			{Name: "key", Type: "apiKey", In: "header", Param: "X-Key", Description: "k", Raw: raw(`{"type":"apiKey","name":"X-Key","in":"header","description":"k"}`)},
			{Name: "web", Type: "http", HTTPScheme: "bearer", Raw: raw(`{"type":"http","scheme":"bearer","bearerFormat":"JWT"}`)},
			{Name: "oidc", Type: "openIdConnect", Raw: raw(`{"type":"openIdConnect","openIdConnectUrl":"https://o.test/.well-known/openid-configuration"}`)},
			{Name: "oauth", Type: "oauth2", Raw: raw(`{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://o.test/token","scopes":{"read":"r"}}}}`)},
		},
		Security: []a2a.Requirement{{"key": {}, "web": {}}, {"oauth": {"read"}}},
	}
	if !early {
		c.SecuritySchemes = append(c.SecuritySchemes, a2a.SecurityScheme{Name: "tls", Type: "mutualTLS", Raw: raw(`{"type":"mutualTLS"}`)})
	}
	return c
}

func TestCardComesBack(t *testing.T) {
	for _, early := range []bool{false, true} {
		d := edition(early)
		b, losses, err := d.EncodeCard(fullCard(early))
		if err != nil || len(losses) > 0 {
			t.Fatal(err, losses)
		}
		got, problems := d.ReadCard(b)
		if len(problems) > 0 {
			t.Errorf("problems %+v", problems)
		}
		got.Raw = nil
		if want := fullCard(early); !reflect.DeepEqual(got, want) {
			t.Errorf("card comes back as\n%+v, want\n%+v", got, want)
		}
	}
}

// edition returns 0.3's schema, or 0.2's, whose table is the difference.
func edition(early bool) *schema.Schema {
	if !early {
		return Dialect()
	}
	b, err := os.ReadFile("../v02/schema.txt")
	if err != nil {
		panic(err)
	}
	return schema.Compile("v02/schema.txt", string(b), Dialect())
}
