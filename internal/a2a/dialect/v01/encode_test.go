package v01

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func message(role a2a.Role, parts ...a2a.Part) *a2a.Message {
	return &a2a.Message{Role: role, Parts: parts}
}

func text(s string) a2a.Part { return a2a.Part{Kind: a2a.TextPart, Text: s} }

// written is a value, 0.1's JSON for it, and the schema's name for that JSON. Each must be read back
// unchanged.
type written struct {
	op     a2a.Operation
	call   *a2a.Call
	result *a2a.Result
	schema string
	want   string
}

func exacts() []written {
	ten := 10
	all := []a2a.Part{
		text("<hi> \"you\" é\n"),
		{Kind: a2a.FilePart, Bytes: []byte{0, 255}, Filename: "a.bin", MediaType: "application/octet-stream"},
		{Kind: a2a.FilePart, URL: "https://x.test/f"},
		{Kind: a2a.DataPart, Data: raw(`{"n":9007199254740993}`), Metadata: raw(`{"k":1}`)},
		{Kind: a2a.DataPart, Data: raw(`[1,null]`)},
	}
	call := &a2a.Call{TaskID: "t", Message: message(a2a.User, all...), HistoryLength: &ten, Metadata: raw(`{}`),
		Push: &a2a.PushConfig{URL: "https://x.test/hook", Token: "k", Schemes: []string{"jwt"}, Credentials: "c"}}
	call.Message.ContextID = "s"
	task := &a2a.Task{ID: "t", ContextID: "s", Metadata: raw(`{}`), Status: a2a.Status{State: a2a.InputRequired, Message: message(a2a.Agent, text("which?")), Timestamp: "2025-04-02T16:59:25.331Z"},
		Artifacts: []a2a.Artifact{{ID: "0", Name: "joke", Parts: []a2a.Part{text("ha")}}}, History: []a2a.Message{*message(a2a.User, text("hi"))}}
	return []written{
		{op: a2a.SendMessage, call: call, schema: "TaskSendParams", want: `{"id":"t","sessionId":"s","message":{"role":"user","parts":[{"type":"text","text":"<hi> \"you\" é\n"},{"type":"file","file":{"name":"a.bin","mimeType":"application/octet-stream","bytes":"AP8="}},{"type":"file","file":{"uri":"https://x.test/f"}},{"type":"data","data":{"n":9007199254740993},"metadata":{"k":1}},{"type":"data","data":{"value":[1,null]},"metadata":{"data_part_compat":true}}]},"pushNotification":{"url":"https://x.test/hook","token":"k","authentication":{"schemes":["jwt"],"credentials":"c"}},"historyLength":10,"metadata":{}}`},
		{op: a2a.GetTask, call: &a2a.Call{TaskID: "t", HistoryLength: &ten}, schema: "TaskQueryParams", want: `{"id":"t","historyLength":10}`},
		{op: a2a.CancelTask, call: &a2a.Call{TaskID: "t"}, schema: "TaskIdParams", want: `{"id":"t"}`},
		{op: a2a.SubscribeToTask, call: &a2a.Call{TaskID: "t", Metadata: raw(`{"a":1}`)}, schema: "TaskQueryParams", want: `{"id":"t","metadata":{"a":1}}`},
		{op: a2a.CreatePushConfig, call: &a2a.Call{TaskID: "t", Push: &a2a.PushConfig{TaskID: "t", URL: "https://x.test/"}}, schema: "TaskPushNotificationConfig", want: `{"id":"t","pushNotificationConfig":{"url":"https://x.test/"}}`},
		{op: a2a.GetPushConfig, call: &a2a.Call{TaskID: "t"}, schema: "TaskIdParams", want: `{"id":"t"}`},
		{op: a2a.GetTask, result: &a2a.Result{Task: task}, schema: "Task", want: `{"id":"t","sessionId":"s","status":{"state":"input-required","message":{"role":"agent","parts":[{"type":"text","text":"which?"}]},"timestamp":"2025-04-02T16:59:25.331Z"},"artifacts":[{"name":"joke","parts":[{"type":"text","text":"ha"}],"index":0}],"history":[{"role":"user","parts":[{"type":"text","text":"hi"}]}],"metadata":{}}`},
		{op: a2a.SendStreamingMessage, result: &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", Status: a2a.Status{State: a2a.Completed}, Final: true}}, schema: "TaskStatusUpdateEvent", want: `{"id":"t","status":{"state":"completed"},"final":true}`},
		{op: a2a.SubscribeToTask, result: &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", Artifact: a2a.Artifact{ID: "2", Parts: []a2a.Part{text("x")}}, Append: true}}, schema: "TaskArtifactUpdateEvent", want: `{"id":"t","artifact":{"parts":[{"type":"text","text":"x"}],"index":2,"append":true,"lastChunk":false}}`},
		{op: a2a.GetPushConfig, result: &a2a.Result{Push: &a2a.PushConfig{TaskID: "t", URL: "https://x.test/", Schemes: []string{"jwt"}}}, schema: "TaskPushNotificationConfig", want: `{"id":"t","pushNotificationConfig":{"url":"https://x.test/","authentication":{"schemes":["jwt"]}}}`},
	}
}

func TestExact(t *testing.T) {
	d := Dialect()
	for _, c := range exacts() {
		var got json.RawMessage
		var losses []a2a.Loss
		var err error
		var back any
		var want any
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
		if err != nil || len(losses) > 0 {
			t.Errorf("%s: %v, losses %v", c.op, err, losses)
		}
		if string(got) != c.want {
			t.Errorf("%s writes\n%s, want\n%s", c.op, got, c.want)
		}
		if back, want = bare(t, back), bare(t, want); !reflect.DeepEqual(back, want) {
			a, _ := json.Marshal(back)
			b, _ := json.Marshal(want)
			t.Errorf("%s comes back as\n%s, want\n%s", c.op, a, b)
		}
		for _, p := range problems {
			if p.Severity != a2a.SeverityInfo {
				t.Errorf("%s: %+v", c.op, p)
			}
		}
	}
}

// bare returns a value as JSON, without what a reader adds: the wire form of parts.
func bare(t *testing.T, v any) (out any) {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	leaveOut(out, "Raw")
	return out
}

func leaveOut(v any, name string) {
	switch v := v.(type) {
	case map[string]any:
		delete(v, name)
		for _, m := range v {
			leaveOut(m, name)
		}
	case []any:
		for _, e := range v {
			leaveOut(e, name)
		}
	}
}

// TestSchema validates written JSON against the version's own schema.
func TestSchema(t *testing.T) {
	file, err := os.Open("../../../testdata/shared/protocol/oracles/v0.1.0/a2a.json")
	if err != nil {
		t.Skip("the protocol's schema is not here")
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("a2a.json", doc); err != nil {
		t.Fatal(err)
	}
	check := func(name, value string) {
		t.Helper()
		schema, err := compiler.Compile("a2a.json#/$defs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal([]byte(value), &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s does not fit %s: %v", value, name, err)
		}
	}
	for _, c := range exacts() {
		check(c.schema, c.want)
	}
	card, _, err := Dialect().EncodeCard(fullCard())
	if err != nil {
		t.Fatal(err)
	}
	check("AgentCard", string(card))
}

func fullCard() *a2a.Card {
	return &a2a.Card{
		Name: "A", Description: "d", Version: "1", Provider: &a2a.Provider{Organization: "O", URL: "https://o.test"}, DocumentationURL: "https://o.test/doc",
		Interfaces:   []a2a.Interface{{URL: "https://a.test/", Binding: a2a.JSONRPC, Version: a2a.V01}},
		Capabilities: a2a.Capabilities{Streaming: true, Push: true, StateHistory: true},
		InputModes:   []string{"text/plain"}, OutputModes: []string{"image/png"},
		Skills:          []a2a.Skill{{ID: "s", Name: "S", Description: "d", Tags: []string{"x"}, Examples: []string{"e"}, InputModes: []string{"text/plain"}, OutputModes: []string{"text"}}},
		SecuritySchemes: []a2a.SecurityScheme{{Name: "bearer", Type: "bearer"}},
		Security:        []a2a.Requirement{{"bearer": {}}},
	}
}

func TestCardComesBack(t *testing.T) {
	d := Dialect()
	b, losses, err := d.EncodeCard(fullCard())
	if err != nil || len(losses) > 0 {
		t.Fatal(err, losses)
	}
	got, problems := d.ReadCard(b)
	if len(problems) > 0 {
		t.Errorf("problems %+v", problems)
	}
	got.Raw = nil
	got.SecuritySchemes[0].Raw = nil
	if !reflect.DeepEqual(got, fullCard()) {
		t.Errorf("card comes back as %+v", got)
	}
}

func TestLosses(t *testing.T) {
	d := Dialect()
	for _, c := range []struct {
		name string
		r    *a2a.Result
		op   a2a.Operation
		want string
		loss string
	}{
		{"message", &a2a.Result{Message: &a2a.Message{TaskID: "t", Role: a2a.Agent, Parts: []a2a.Part{text("x")}}}, a2a.SendMessage, `{"id":"t","status":{"state":"completed","message":{"role":"agent","parts":[{"type":"text","text":"x"}]}}}`, "message"},
		{"auth required", &a2a.Result{Task: &a2a.Task{ID: "t", Status: a2a.Status{State: a2a.AuthRequired}}}, a2a.GetTask, `{"id":"t","status":{"state":"input-required"}}`, "task.status.state"},
		{"rejected", &a2a.Result{Task: &a2a.Task{ID: "t", Status: a2a.Status{State: a2a.Rejected}}}, a2a.GetTask, `{"id":"t","status":{"state":"failed"}}`, "task.status.state"},
		{"artifact id", &a2a.Result{Artifact: &a2a.ArtifactUpdate{TaskID: "t", Artifact: a2a.Artifact{ID: "x"}}}, a2a.SubscribeToTask, `{"id":"t","artifact":{"parts":[],"index":0,"append":false,"lastChunk":false}}`, "artifact.artifact.id"},
		{"interrupted is final", &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Status: a2a.Status{State: a2a.InputRequired}}}, a2a.SubscribeToTask, `{"id":"t","status":{"state":"input-required"},"final":true}`, "status.contextId"},
	} {
		got, losses, err := d.EncodeResult(c.op, c.r)
		if err != nil || string(got) != c.want || len(losses) != 1 || losses[0].Path != c.loss {
			t.Errorf("%s: %s, losses %v, %v", c.name, got, losses, err)
		}
	}
	if _, _, err := d.EncodeParams(&a2a.Call{Op: a2a.ListTasks}); err == nil {
		t.Error("0.1 has no list")
	}
	if _, _, err := d.EncodeParams(&a2a.Call{Op: a2a.SendMessage, Message: message(a2a.User)}); err == nil {
		t.Error("a send without a task id must be refused")
	}
}

// TestContextOfLaterVersions: a message may have a contextId, as in later versions. A sessionId
// replaces it.
func TestContextOfLaterVersions(t *testing.T) {
	for params, want := range map[string]string{
		`{"id":"t","message":{"role":"user","contextId":"c","parts":[]}}`:                 "c",
		`{"id":"t","sessionId":"s","message":{"role":"user","contextId":"c","parts":[]}}`: "s",
	} {
		c, _ := Dialect().ReadParams(a2a.SendMessage, raw(params))
		if c.Message.ContextID != want {
			t.Errorf("%s: context %q, want %q", params, c.Message.ContextID, want)
		}
	}
}

func TestMetadataIsAnObject(t *testing.T) {
	c := &a2a.Call{Op: a2a.GetTask, TaskID: "t", Metadata: raw(`"x"`)}
	got, losses, err := Dialect().EncodeParams(c)
	if err != nil || string(got) != `{"id":"t"}` || len(losses) != 1 || losses[0].Path != "metadata" {
		t.Errorf("%s, %v, %v", got, losses, err)
	}
}
