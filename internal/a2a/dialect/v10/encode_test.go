package v10

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/dialecttest"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

func exacts() []dialecttest.Case {
	ten, none := 10, 0
	full := &a2a.Message{ID: "m", ContextID: "c", TaskID: "t", Role: a2a.User, Metadata: raw(`{"k":9007199254740993}`), Extensions: []string{"https://x.test/ext"}, References: []string{"r"},
		Parts: []a2a.Part{
			{Kind: a2a.TextPart, Text: "<hi> é", MediaType: "text/markdown"},
			{Kind: a2a.FilePart, Bytes: []byte{0, 255, 254}, Filename: "a.bin", MediaType: "application/octet-stream"},
			{Kind: a2a.FilePart, Bytes: []byte{}},
			{Kind: a2a.FilePart, URL: "https://x.test/f", Metadata: raw(`{}`)},
			{Kind: a2a.DataPart, Data: raw(`[1,null]`)},
			{Kind: a2a.DataPart, Data: raw(`null`)},
		}}
	task := a2a.Task{ID: "t", ContextID: "c", Metadata: raw(`{}`), Status: a2a.Status{State: a2a.AuthRequired, Message: &a2a.Message{ID: "s", Role: a2a.Agent, Parts: []a2a.Part{text("sign in")}}, Timestamp: "2025-11-09T10:30:00.000Z"},
		Artifacts: []a2a.Artifact{{ID: "a", Name: "n", Description: "d", Parts: []a2a.Part{text("x")}, Extensions: []string{"e"}, Metadata: raw(`{}`)}},
		History:   []a2a.Message{{ID: "h", Role: a2a.User, Parts: []a2a.Part{text("hi")}}}}
	taskJSON := `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_AUTH_REQUIRED","message":{"messageId":"s","role":"ROLE_AGENT","parts":[{"text":"sign in"}]},"timestamp":"2025-11-09T10:30:00.000Z"},"artifacts":[{"artifactId":"a","name":"n","description":"d","parts":[{"text":"x"}],"metadata":{},"extensions":["e"]}],"history":[{"messageId":"h","role":"ROLE_USER","parts":[{"text":"hi"}]}],"metadata":{}}`
	push := &a2a.PushConfig{ID: "p", TaskID: "t", URL: "https://x.test/hook", Token: "k", Schemes: []string{"Bearer"}, Credentials: "c"}
	pushJSON := `{"taskId":"t","id":"p","url":"https://x.test/hook","token":"k","authentication":{"scheme":"Bearer","credentials":"c"}}`
	return []dialecttest.Case{
		{Op: a2a.SendMessage, Call: &a2a.Call{Tenant: "x", Message: full, AcceptedOutputModes: []string{"text/plain"}, HistoryLength: &none, ReturnImmediately: true, Push: &a2a.PushConfig{URL: "https://x.test/hook"}, Metadata: raw(`{}`)},
			Want: `{"tenant":"x","message":{"messageId":"m","contextId":"c","taskId":"t","role":"ROLE_USER","parts":[{"text":"<hi> é","mediaType":"text/markdown"},{"raw":"AP/+","filename":"a.bin","mediaType":"application/octet-stream"},{"raw":""},{"url":"https://x.test/f","metadata":{}},{"data":[1,null]},{"data":null}],"metadata":{"k":9007199254740993},"extensions":["https://x.test/ext"],"referenceTaskIds":["r"]},"configuration":{"acceptedOutputModes":["text/plain"],"taskPushNotificationConfig":{"url":"https://x.test/hook"},"historyLength":0,"returnImmediately":true},"metadata":{}}`},
		{Op: a2a.GetTask, Call: &a2a.Call{TaskID: "t", HistoryLength: &ten}, Want: `{"id":"t","historyLength":10}`},
		{Op: a2a.CancelTask, Call: &a2a.Call{TaskID: "t", Metadata: raw(`{"a":1}`)}, Want: `{"id":"t","metadata":{"a":1}}`},
		{Op: a2a.SubscribeToTask, Call: &a2a.Call{Tenant: "x", TaskID: "t"}, Want: `{"tenant":"x","id":"t"}`},
		{Op: a2a.ListTasks, Call: &a2a.Call{HistoryLength: &ten, List: &a2a.ListQuery{ContextID: "c", State: a2a.Working, PageSize: 50, PageToken: "p", StatusTimestampAfter: "2025-11-09T10:30:00Z", IncludeArtifacts: true}},
			Want: `{"contextId":"c","status":"TASK_STATE_WORKING","pageSize":50,"pageToken":"p","historyLength":10,"statusTimestampAfter":"2025-11-09T10:30:00Z","includeArtifacts":true}`},
		{Op: a2a.CreatePushConfig, Call: &a2a.Call{TaskID: "t", Push: push}, Want: pushJSON},
		{Op: a2a.GetPushConfig, Call: &a2a.Call{TaskID: "t", PushID: "p"}, Want: `{"taskId":"t","id":"p"}`},
		{Op: a2a.DeletePushConfig, Call: &a2a.Call{TaskID: "t", PushID: "p"}, Want: `{"taskId":"t","id":"p"}`},
		{Op: a2a.ListPushConfigs, Call: &a2a.Call{TaskID: "t", List: &a2a.ListQuery{PageSize: 5, PageToken: "n"}}, Want: `{"taskId":"t","pageSize":5,"pageToken":"n"}`},
		{Op: a2a.GetExtendedCard, Call: &a2a.Call{}, Want: `{}`},
		{Op: a2a.SendMessage, Result: &a2a.Result{Task: &task}, Want: `{"task":` + taskJSON + `}`},
		{Op: a2a.SendMessage, Result: &a2a.Result{Message: &a2a.Message{ID: "m", Role: a2a.Agent, Parts: []a2a.Part{text("x")}}}, Want: `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"x"}]}}`},
		{Op: a2a.GetTask, Result: &a2a.Result{Task: &task}, Want: taskJSON},
		{Op: a2a.SendStreamingMessage, Result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Completed}}}, Want: `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`},
		{Op: a2a.SubscribeToTask, Result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", ContextID: "c", Artifact: a2a.Artifact{ID: "a", Parts: []a2a.Part{text("x")}}, Append: true, LastChunk: true, Metadata: raw(`{}`)}},
			Want: `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"append":true,"lastChunk":true,"metadata":{}}}`},
		{Op: a2a.ListTasks, Result: &a2a.Result{Tasks: []a2a.Task{}, PageSize: 50}, Want: `{"tasks":[],"nextPageToken":"","pageSize":50,"totalSize":0}`},
		{Op: a2a.ListTasks, Result: &a2a.Result{Tasks: []a2a.Task{task}, Next: "n", PageSize: 1, Total: 3}, Want: `{"tasks":[` + taskJSON + `],"nextPageToken":"n","pageSize":1,"totalSize":3}`},
		{Op: a2a.CreatePushConfig, Result: &a2a.Result{Push: push}, Want: pushJSON},
		{Op: a2a.ListPushConfigs, Result: &a2a.Result{Pushes: []a2a.PushConfig{*push}}, Want: `{"configs":[` + pushJSON + `],"nextPageToken":""}`},
		{Op: a2a.DeletePushConfig, Result: &a2a.Result{}, Want: `{}`},
	}
}

// TestExact: every value is written as 1.0 writes it, and comes back as it went.
func TestExact(t *testing.T) { dialecttest.Check(t, Dialect(), exacts()) }

func fullCard() *a2a.Card {
	return &a2a.Card{
		Name: "A", Description: "d", Version: "1", Provider: &a2a.Provider{Organization: "O", URL: "https://o.test"}, IconURL: "https://o.test/i.png", DocumentationURL: "https://o.test/doc",
		Interfaces: []a2a.Interface{
			{URL: "https://a.test/", Binding: a2a.JSONRPC, Version: a2a.V10, Said: "1.0", Tenant: "x"},
			{URL: "a.test:443", Binding: a2a.GRPC, Version: a2a.V10, Said: "1.0"},
			{URL: "wss://a.test/", Custom: "https://x.test/ws", Version: a2a.V03, Said: "0.3"},
		},
		Capabilities: a2a.Capabilities{Streaming: true, Push: true, ExtendedCard: true, Extensions: []a2a.Extension{{URI: "https://x.test/e", Description: "d", Required: true, Params: raw(`{"a":1}`)}}},
		InputModes:   []string{"text/plain"}, OutputModes: []string{"image/png"},
		Skills: []a2a.Skill{{ID: "s", Name: "S", Description: "d", Tags: []string{"x"}, Examples: []string{"e"}, InputModes: []string{"text/plain"}, OutputModes: []string{"text/plain"}}},
		SecuritySchemes: []a2a.SecurityScheme{
			{Name: "key", Type: "apiKey", In: "header", Param: "X-Key"},
			{Name: "web", Type: "http", HTTPScheme: "Bearer", Description: "d"},
			{Name: "tls", Type: "mutualTLS"},
		},
		Security: []a2a.Requirement{{"key": {}, "web": {"a", "b"}}},
	}
}

func TestCardComesBack(t *testing.T) {
	d := Dialect()
	b, losses, err := d.EncodeCard(fullCard())
	if err != nil || len(losses) > 0 {
		t.Fatal(err, losses)
	}
	want := `{"name":"A","description":"d","supportedInterfaces":[{"url":"https://a.test/","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"x"},{"url":"a.test:443","protocolBinding":"GRPC","protocolVersion":"1.0"},{"url":"wss://a.test/","protocolBinding":"https://x.test/ws","protocolVersion":"0.3"}],"provider":{"organization":"O","url":"https://o.test"},"iconUrl":"https://o.test/i.png","version":"1","documentationUrl":"https://o.test/doc","capabilities":{"streaming":true,"pushNotifications":true,"extensions":[{"uri":"https://x.test/e","description":"d","required":true,"params":{"a":1}}],"extendedAgentCard":true},"securitySchemes":{"key":{"apiKeySecurityScheme":{"location":"header","name":"X-Key"}},"web":{"httpAuthSecurityScheme":{"description":"d","scheme":"Bearer"}},"tls":{"mtlsSecurityScheme":{}}},"securityRequirements":[{"schemes":{"key":{"list":[]},"web":{"list":["a","b"]}}}],"defaultInputModes":["text/plain"],"defaultOutputModes":["image/png"],"skills":[{"id":"s","name":"S","description":"d","tags":["x"],"examples":["e"],"inputModes":["text/plain"],"outputModes":["text/plain"]}]}`
	if string(b) != want {
		t.Errorf("card is\n%s, want\n%s", b, want)
	}
	got, problems := d.ReadCard(b)
	if len(problems) > 0 {
		t.Errorf("problems %s", dialecttest.Found(problems))
	}
	got.Raw = nil
	for i := range got.SecuritySchemes {
		got.SecuritySchemes[i].Raw = nil
	}
	if !reflect.DeepEqual(got, fullCard()) {
		t.Errorf("card comes back as %+v", got)
	}
}
