package dialect_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v03p"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v10"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/v11"
)

// exact is a call or result and a version's JSON for it.
type exact struct {
	Op     a2a.Operation
	Call   *a2a.Call
	Result *a2a.Result
	Want   string
}

// TestExact writes each value and reads it back: the bytes match, nothing is lost, no problem is found, and
// the value is unchanged.
func TestExact(t *testing.T) {
	for _, v := range []struct {
		name    string
		dialect a2a.Dialect
		cases   []exact
	}{
		{"0.3 as ProtoJSON", v03p.Dialect(), append(resourceCalls(), resourceResults()...)},
		{"1.0", v10.Dialect(), wrappedValues()},
		{"1.1 draft", v11.Dialect(), draftValues()},
	} {
		t.Run(v.name, func(t *testing.T) {
			for _, c := range v.cases {
				checkExact(t, v.dialect, c)
			}
		})
	}
}

func checkExact(t *testing.T, d a2a.Dialect, c exact) {
	t.Helper()
	var got json.RawMessage
	var losses []a2a.Loss
	var problems []a2a.Problem
	var err error
	var back, want any
	if c.Call != nil {
		c.Call.Op = c.Op
		got, losses, err = d.EncodeParams(c.Call)
		back, problems = d.ReadParams(c.Op, got)
		want = c.Call
	} else {
		got, losses, err = d.EncodeResult(c.Op, c.Result)
		back, problems = d.ReadResult(c.Op, got)
		want = c.Result
	}
	if err != nil || len(losses) > 0 || len(problems) > 0 {
		t.Errorf("%s: %v, losses %v, problems %v", c.Op, err, losses, problems)
	}
	if string(got) != c.Want {
		t.Errorf("%s writes\n%s, want\n%s", c.Op, got, c.Want)
	}
	if back = bare(back); !reflect.DeepEqual(back, want) {
		a, _ := json.Marshal(back)
		b, _ := json.Marshal(want)
		t.Errorf("%s comes back as\n%s, want\n%s", c.Op, a, b)
	}
}

// bare removes what a reader adds to a *a2a.Call or *a2a.Result: the wire form of parts.
func bare(v any) any {
	var parts [][]a2a.Part
	message := func(m *a2a.Message) {
		if m != nil {
			parts = append(parts, m.Parts)
		}
	}
	task := func(t *a2a.Task) {
		message(t.Status.Message)
		for _, a := range t.Artifacts {
			parts = append(parts, a.Parts)
		}
		for i := range t.History {
			message(&t.History[i])
		}
	}
	switch v := v.(type) {
	case *a2a.Call:
		message(v.Message)
	case *a2a.Result:
		message(v.Message)
		if v.Task != nil {
			task(v.Task)
		}
		if v.Artifact != nil {
			parts = append(parts, v.Artifact.Artifact.Parts)
		}
		for i := range v.Tasks {
			task(&v.Tasks[i])
		}
	}
	for _, list := range parts {
		for i := range list {
			list[i].Raw = nil
		}
	}
	return v
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

func wrappedValues() []exact {
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
	return []exact{
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

// draftValues are values with the draft's additions.
func draftValues() []exact {
	n := int64(1) << 53 // above this, a float skips integers
	status := a2a.Status{State: a2a.Working}
	task := &a2a.Task{ID: "t", Status: status, Generation: n, Timeline: []byte(`[1]`), Elicitations: []byte(`{"a":1}`)}
	parts := []a2a.Part{{Kind: a2a.TextPart, Text: "x"}}
	return []exact{
		{Op: a2a.GetTask, Call: &a2a.Call{TaskID: "t", CurrentGeneration: &n}, Want: `{"id":"t","currentGeneration":"9007199254740992"}`},
		{Op: a2a.GetTask, Call: &a2a.Call{TaskID: "t", CurrentGeneration: new(int64)}, Want: `{"id":"t","currentGeneration":"0"}`},
		{Op: a2a.SendMessage, Call: &a2a.Call{Message: &a2a.Message{ID: "m", Role: a2a.User, Parts: parts}, IfGenerationMatch: &n},
			Want: `{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"x"}]},"configuration":{"ifGenerationMatch":"9007199254740992"}}`},
		{Op: a2a.GetTask, Result: &a2a.Result{Task: task}, Want: `{"id":"t","status":{"state":"TASK_STATE_WORKING"},"generation":"9007199254740992","timeline":[1],"elicitations":{"a":1}}`},
		{Op: a2a.SubscribeToTask, Result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: status, Generation: 2}},
			Want: `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"},"generation":"2"}}`},
		{Op: a2a.SubscribeToTask, Result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", ContextID: "c", Artifact: a2a.Artifact{ID: "a", Parts: parts}, Generation: 3}},
			Want: `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","parts":[{"text":"x"}]},"generation":"3"}}`},
	}
}
