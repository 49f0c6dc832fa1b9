package v03p

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/a2a"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

// exact is a value and the JSON that 0.3's ProtoJSON writes for it. Every one
// must come back as it went.
type exact struct {
	op     a2a.Operation
	call   *a2a.Call
	result *a2a.Result
	want   string
}

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

func exactCalls() []exact {
	ten := 10
	hello := &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{text("hi")}}
	helloJSON := `{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi"}]}`
	return []exact{
		{op: a2a.SendMessage, call: &a2a.Call{Message: fullMessage(), AcceptedOutputModes: []string{"text/plain"}, HistoryLength: &ten, Push: &a2a.PushConfig{URL: "https://x.test/hook"}, Metadata: raw(`{}`)},
			want: `{"message":` + fullMessageJSON + `,"configuration":{"acceptedOutputModes":["text/plain"],"pushNotification":{"url":"https://x.test/hook"},"historyLength":10,"blocking":true},"metadata":{}}`},
		{op: a2a.SendMessage, call: &a2a.Call{Message: hello}, want: `{"message":` + helloJSON + `,"configuration":{"blocking":true}}`},
		{op: a2a.SendMessage, call: &a2a.Call{Message: hello, ReturnImmediately: true}, want: `{"message":` + helloJSON + `,"configuration":{}}`},
		{op: a2a.SendStreamingMessage, call: &a2a.Call{Message: hello}, want: `{"message":` + helloJSON + `}`},
		{op: a2a.GetTask, call: &a2a.Call{TaskID: "t", HistoryLength: &ten}, want: `{"name":"tasks/t","historyLength":10}`},
		{op: a2a.CancelTask, call: &a2a.Call{TaskID: "t"}, want: `{"name":"tasks/t"}`},
		{op: a2a.SubscribeToTask, call: &a2a.Call{TaskID: "t"}, want: `{"name":"tasks/t"}`},
		{op: a2a.ListTasks, call: &a2a.Call{HistoryLength: &ten, List: &a2a.ListQuery{ContextID: "c", State: a2a.Canceled, PageSize: 50, PageToken: "p", StatusTimestampAfter: "2025-11-09T10:30:00Z", IncludeArtifacts: true}},
			want: `{"contextId":"c","status":"TASK_STATE_CANCELLED","pageSize":50,"pageToken":"p","historyLength":10,"lastUpdatedTime":"2025-11-09T10:30:00Z","includeArtifacts":true}`},
		{op: a2a.CreatePushConfig, call: &a2a.Call{TaskID: "t", Push: fullPush()}, want: `{"parent":"tasks/t","configId":"p","config":` + pushJSON + `}`},
		{op: a2a.GetPushConfig, call: &a2a.Call{TaskID: "t", PushID: "p"}, want: `{"name":"tasks/t/pushNotificationConfigs/p"}`},
		{op: a2a.DeletePushConfig, call: &a2a.Call{TaskID: "t", PushID: "p"}, want: `{"name":"tasks/t/pushNotificationConfigs/p"}`},
		{op: a2a.ListPushConfigs, call: &a2a.Call{TaskID: "t", List: &a2a.ListQuery{PageSize: 5, PageToken: "n"}}, want: `{"parent":"tasks/t","pageSize":5,"pageToken":"n"}`},
		{op: a2a.GetExtendedCard, call: &a2a.Call{}, want: `{}`},
	}
}

func exactResults() []exact {
	task := fullTask()
	return []exact{
		{op: a2a.SendMessage, result: &a2a.Result{Task: &task}, want: `{"task":` + fullTaskJSON + `}`},
		{op: a2a.SendMessage, result: &a2a.Result{Message: &a2a.Message{ID: "m", Role: a2a.Agent, Parts: []a2a.Part{text("x")}}}, want: `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"text":"x"}]}}`},
		{op: a2a.GetTask, result: &a2a.Result{Task: &task}, want: fullTaskJSON},
		{op: a2a.CancelTask, result: &a2a.Result{Task: &a2a.Task{ID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Canceled}}}, want: `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_CANCELLED"}}`},
		{op: a2a.SendStreamingMessage, result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Completed}, Final: true, Metadata: raw(`{}`)}},
			want: `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"},"final":true,"metadata":{}}}`},
		{op: a2a.SendStreamingMessage, result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.Working}}},
			want: `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`},
		{op: a2a.SubscribeToTask, result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", ContextID: "c", Artifact: a2a.Artifact{ID: "a", Parts: []a2a.Part{text("x")}}, Append: true, LastChunk: true, Metadata: raw(`{}`)}},
			want: `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"append":true,"lastChunk":true,"metadata":{}}}`},
		{op: a2a.ListTasks, result: &a2a.Result{Tasks: []a2a.Task{}, PageSize: 50}, want: `{"tasks":[],"pageSize":50,"totalSize":0}`},
		{op: a2a.ListTasks, result: &a2a.Result{Tasks: []a2a.Task{task}, Next: "n", PageSize: 1, Total: 3}, want: `{"tasks":[` + fullTaskJSON + `],"nextPageToken":"n","pageSize":1,"totalSize":3}`},
		{op: a2a.CreatePushConfig, result: &a2a.Result{Push: fullPush()}, want: pushJSON},
		{op: a2a.ListPushConfigs, result: &a2a.Result{Pushes: []a2a.PushConfig{*fullPush()}, Next: "n"}, want: `{"configs":[` + pushJSON + `],"nextPageToken":"n"}`},
		{op: a2a.DeletePushConfig, result: &a2a.Result{}, want: `{}`},
	}
}

func TestExact(t *testing.T) {
	d := Dialect{}
	for _, c := range append(exactCalls(), exactResults()...) {
		var got json.RawMessage
		var losses []a2a.Loss
		var problems []a2a.Problem
		var err error
		var back, want any
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
			t.Errorf("%s: %v, losses %v, problems %s", c.op, err, losses, found(problems))
		}
		if string(got) != c.want {
			t.Errorf("%s writes\n%s, want\n%s", c.op, got, c.want)
		}
		if back = bare(back); !reflect.DeepEqual(back, want) {
			a, _ := json.Marshal(back)
			b, _ := json.Marshal(want)
			t.Errorf("%s comes back as\n%s, want\n%s", c.op, a, b)
		}
	}
}

// bare takes out what a reader adds: the wire form of parts.
func bare(v any) any {
	strip := func(m *a2a.Message) {
		if m == nil {
			return
		}
		for i := range m.Parts {
			m.Parts[i].Raw = nil
		}
	}
	artifact := func(a *a2a.Artifact) {
		for i := range a.Parts {
			a.Parts[i].Raw = nil
		}
	}
	task := func(t *a2a.Task) {
		strip(t.Status.Message)
		for i := range t.Artifacts {
			artifact(&t.Artifacts[i])
		}
		for i := range t.History {
			strip(&t.History[i])
		}
	}
	switch v := v.(type) {
	case *a2a.Call:
		strip(v.Message)
	case *a2a.Result:
		if v.Task != nil {
			task(v.Task)
		}
		strip(v.Message)
		if v.Artifact != nil {
			artifact(&v.Artifact.Artifact)
		}
		for i := range v.Tasks {
			task(&v.Tasks[i])
		}
	}
	return v
}
