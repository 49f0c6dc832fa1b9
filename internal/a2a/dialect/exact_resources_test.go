package dialect_test

import (
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
)

func fullMessage() *a2a.Message {
	return &a2a.Message{ID: "m", ContextID: "c", TaskID: "t", Role: a2a.User, Metadata: raw(`{"k":9007199254740993}`), Extensions: []string{"https://x.test/ext"},
		Parts: []a2a.Part{
			{Kind: a2a.TextPart, Text: "<hi> é", Metadata: raw(`{}`)},
			{Kind: a2a.FilePart, Bytes: []byte{0, 255, 254}, Filename: "a.bin", MediaType: "application/octet-stream"},
			{Kind: a2a.FilePart, Bytes: []byte{}},
			{Kind: a2a.FilePart, URL: "https://x.test/f", Metadata: raw(`{}`)},
			{Kind: a2a.DataPart, Data: raw(`{"data":{"n":1}}`)},
			{Kind: a2a.DataPart, Data: raw(`{}`)},
			{Kind: a2a.DataPart, Data: raw(`[1,null]`), Metadata: raw(`{"a":1}`)},
			{Kind: a2a.DataPart, Data: raw(`null`)},
		}}
}

const fullMessageJSON = `{"messageId":"m","contextId":"c","taskId":"t","role":"ROLE_USER","content":[{"text":"<hi> é","metadata":{}},{"file":{"fileWithBytes":"AP/+","mimeType":"application/octet-stream","name":"a.bin"}},{"file":{"fileWithBytes":""}},{"file":{"fileWithUri":"https://x.test/f"},"metadata":{}},{"data":{"data":{"data":{"n":1}}}},{"data":{"data":{}}},{"data":{"data":{"value":[1,null]}},"metadata":{"a":1,"data_part_compat":true}},{"data":{"data":{"value":null}},"metadata":{"data_part_compat":true}}],"metadata":{"k":9007199254740993},"extensions":["https://x.test/ext"]}`

func fullTask() a2a.Task {
	return a2a.Task{ID: "t", ContextID: "c", Metadata: raw(`{}`), Status: a2a.Status{State: a2a.AuthRequired, Message: &a2a.Message{ID: "s", Role: a2a.Agent, Parts: []a2a.Part{text("sign in")}}, Timestamp: "2025-11-09T10:30:00.000Z"},
		Artifacts: []a2a.Artifact{{ID: "a", Name: "n", Description: "d", Parts: []a2a.Part{text("x")}, Extensions: []string{"e"}, Metadata: raw(`{}`)}},
		History:   []a2a.Message{{ID: "h", Role: a2a.User, Parts: []a2a.Part{text("hi")}}}}
}

const fullTaskJSON = `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_AUTH_REQUIRED","message":{"messageId":"s","role":"ROLE_AGENT","content":[{"text":"sign in"}]},"timestamp":"2025-11-09T10:30:00.000Z"},"artifacts":[{"artifactId":"a","name":"n","description":"d","parts":[{"text":"x"}],"metadata":{},"extensions":["e"]}],"history":[{"messageId":"h","role":"ROLE_USER","content":[{"text":"hi"}]}],"metadata":{}}`

func fullPush() *a2a.PushConfig {
	return &a2a.PushConfig{ID: "p", TaskID: "t", URL: "https://x.test/hook", Token: "k", Schemes: []string{"Bearer", "Basic"}, Credentials: "c"}
}

const (
	configJSON = `{"id":"p","url":"https://x.test/hook","token":"k","authentication":{"schemes":["Bearer","Basic"],"credentials":"c"}}`
	pushJSON   = `{"name":"tasks/t/pushNotificationConfigs/p","pushNotificationConfig":` + configJSON + `}`
)

func resourceCalls() []exact {
	ten := 10
	hello := &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{text("hi")}}
	helloJSON := `{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi"}]}`
	return []exact{
		{Op: a2a.SendMessage, Call: &a2a.Call{Message: fullMessage(), AcceptedOutputModes: []string{"text/plain"}, HistoryLength: &ten, Push: &a2a.PushConfig{URL: "https://x.test/hook"}, Metadata: raw(`{}`)},
			Want: `{"message":` + fullMessageJSON + `,"configuration":{"acceptedOutputModes":["text/plain"],"pushNotification":{"url":"https://x.test/hook"},"historyLength":10,"blocking":true},"metadata":{}}`},
		{Op: a2a.SendMessage, Call: &a2a.Call{Message: hello}, Want: `{"message":` + helloJSON + `,"configuration":{"blocking":true}}`},
		{Op: a2a.SendMessage, Call: &a2a.Call{Message: hello, ReturnImmediately: true}, Want: `{"message":` + helloJSON + `,"configuration":{}}`},
		{Op: a2a.SendStreamingMessage, Call: &a2a.Call{Message: hello}, Want: `{"message":` + helloJSON + `}`},
		{Op: a2a.GetTask, Call: &a2a.Call{TaskID: "t", HistoryLength: &ten}, Want: `{"name":"tasks/t","historyLength":10}`},
		{Op: a2a.CancelTask, Call: &a2a.Call{TaskID: "t"}, Want: `{"name":"tasks/t"}`},
		{Op: a2a.SubscribeToTask, Call: &a2a.Call{TaskID: "t"}, Want: `{"name":"tasks/t"}`},
		{Op: a2a.ListTasks, Call: &a2a.Call{HistoryLength: &ten, List: &a2a.ListQuery{ContextID: "c", State: a2a.Canceled, PageSize: 50, PageToken: "p", StatusTimestampAfter: "2025-11-09T10:30:00Z", IncludeArtifacts: true}},
			Want: `{"contextId":"c","status":"TASK_STATE_CANCELLED","pageSize":50,"pageToken":"p","historyLength":10,"lastUpdatedTime":"2025-11-09T10:30:00Z","includeArtifacts":true}`},
		{Op: a2a.CreatePushConfig, Call: &a2a.Call{TaskID: "t", Push: fullPush()}, Want: `{"parent":"tasks/t","configId":"p","config":` + pushJSON + `}`},
		{Op: a2a.GetPushConfig, Call: &a2a.Call{TaskID: "t", PushID: "p"}, Want: `{"name":"tasks/t/pushNotificationConfigs/p"}`},
		{Op: a2a.DeletePushConfig, Call: &a2a.Call{TaskID: "t", PushID: "p"}, Want: `{"name":"tasks/t/pushNotificationConfigs/p"}`},
		{Op: a2a.ListPushConfigs, Call: &a2a.Call{TaskID: "t", List: &a2a.ListQuery{PageSize: 5, PageToken: "n"}}, Want: `{"parent":"tasks/t","pageSize":5,"pageToken":"n"}`},
		{Op: a2a.GetExtendedCard, Call: &a2a.Call{}, Want: `{}`},
	}
}

func resourceResults() []exact {
	task := fullTask()
	return []exact{
		{Op: a2a.SendMessage, Result: &a2a.Result{Task: &task}, Want: `{"task":` + fullTaskJSON + `}`},
		{Op: a2a.SendMessage, Result: &a2a.Result{Message: &a2a.Message{ID: "m", Role: a2a.Agent, Parts: []a2a.Part{text("x")}}}, Want: `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"text":"x"}]}}`},
		{Op: a2a.GetTask, Result: &a2a.Result{Task: &task}, Want: fullTaskJSON},
		{Op: a2a.CancelTask, Result: &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Canceled}}}, Want: `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_CANCELLED"}}`},
		{Op: a2a.SendStreamingMessage, Result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Completed}, Final: true, Metadata: raw(`{}`)}},
			Want: `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"final":true,"metadata":{}}}`},
		{Op: a2a.SendStreamingMessage, Result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Working}}},
			Want: `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`},
		{Op: a2a.SubscribeToTask, Result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", ContextID: "c", Artifact: a2a.Artifact{ID: "a", Parts: []a2a.Part{text("x")}}, Append: true, LastChunk: true, Metadata: raw(`{}`)}},
			Want: `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"append":true,"lastChunk":true,"metadata":{}}}`},
		{Op: a2a.ListTasks, Result: &a2a.Result{Tasks: []a2a.Task{}, PageSize: 50}, Want: `{"tasks":[],"pageSize":50,"totalSize":0}`},
		{Op: a2a.ListTasks, Result: &a2a.Result{Tasks: []a2a.Task{task}, Next: "n", PageSize: 1, Total: 3}, Want: `{"tasks":[` + fullTaskJSON + `],"nextPageToken":"n","pageSize":1,"totalSize":3}`},
		{Op: a2a.CreatePushConfig, Result: &a2a.Result{Push: fullPush()}, Want: pushJSON},
		{Op: a2a.ListPushConfigs, Result: &a2a.Result{Pushes: []a2a.PushConfig{*fullPush()}, Next: "n"}, Want: `{"configs":[` + pushJSON + `],"nextPageToken":"n"}`},
		{Op: a2a.DeletePushConfig, Result: &a2a.Result{}, Want: `{}`},
	}
}

// FuzzResources: any input can be read, and what was understood can be written and read back unchanged.
func FuzzResources(f *testing.F) {
	for i, c := range append(resourceCalls(), resourceResults()...) {
		f.Add(uint8(i), []byte(c.Want))
	}
	f.Add(uint8(0), []byte(`{"request":{"message_id":"m","role":1,"content":[{"file":{"file_with_bytes":"YUdWc2JHOGdZbmwwWlhNPQ=="}}]},"configuration":null}`))
	f.Add(uint8(20), []byte(`{"status_update":{"task_id":"t","status":{"state":5,"update":{}}}}`))
	f.Add(uint8(10), []byte(`{"protocolVersion":"0.3.0","name":"A","url":"https://a.test/rest","skills":[],"supportsAuthenticatedExtendedCard":true}`))
	ops := append(v03p.Dialect().Operations(), a2a.ListTasks)
	f.Fuzz(func(t *testing.T, n uint8, doc []byte) {
		d := v03p.Dialect()
		op := ops[int(n)%len(ops)]
		if int(n)%2 == 0 {
			call, _ := d.ReadParams(op, doc)
			first, _, err := d.EncodeParams(call)
			if err != nil {
				return
			}
			again, _ := d.ReadParams(op, first)
			second, _, err := d.EncodeParams(again)
			if err != nil || string(first) != string(second) {
				t.Errorf("%s: %v\n%s\n%s", op, err, first, second)
			}
			return
		}
		result, _ := d.ReadResult(op, doc)
		first, _, err := d.EncodeResult(op, result)
		if err != nil {
			return
		}
		if !json.Valid(first) {
			t.Fatalf("%s is not JSON", first)
		}
		again, _ := d.ReadResult(op, first)
		second, _, err := d.EncodeResult(op, again)
		if err != nil || string(first) != string(second) {
			t.Errorf("%s: %v\n%s\n%s", op, err, first, second)
		}
	})
}
