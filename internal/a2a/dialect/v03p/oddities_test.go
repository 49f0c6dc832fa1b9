package v03p

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Messages of real peers (a2a-python's clients, a2a-js, a2a-go), and the findings in them.
func TestReadResultOddities(t *testing.T) {
	for _, c := range []struct {
		name, in string
		op       a2a.Operation
		problems string
		holds    func(*a2a.Result) bool
	}{
		{"proto names", `{"status_update":{"task_id":"t","context_id":"c","status":{"state":"TASK_STATE_WORKING","update":{"message_id":"m","role":"ROLE_AGENT","content":[{"file":{"file_with_uri":"https://x.test/","mime_type":"image/png"}}]}}}}`, a2a.SendStreamingMessage,
			"REST-12 warning $.status_update@1; REST-12 warning $.status_update.task_id@18; REST-12 warning $.status_update.context_id@32; REST-12 warning $.status_update.status.update@88; REST-12 warning $.status_update.status.update.message_id@98; REST-12 warning $.status_update.status.update.content[0].file.mime_type@189; REST-12 warning $.status_update.status.update.content[0].file.file_with_uri@155",
			func(r *a2a.Result) bool {
				m := r.Status.Status.Message
				return r.Status.TaskID == "t" && m.ID == "m" && m.Parts[0].URL == "https://x.test/" && m.Parts[0].MediaType == "image/png"
			}},
		{"msg", `{"msg":{"messageId":"m","role":"ROLE_AGENT","content":[{"text":"hi"}]}}`, a2a.SendMessage, "REST-12 warning $.msg@1", func(r *a2a.Result) bool { return r.Message.ID == "m" }},
		{"a task that is not wrapped", `{"kind":"task","id":"t","contextId":"c","status":{"state":"working"}}`, a2a.SendMessage,
			"REST-05 error $@0; RES-21 warning $.kind@8; RES-19 error $.status.state@58", func(r *a2a.Result) bool { return r.Task.Status.State == a2a.Working }},
		{"a task that is", `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, a2a.GetTask, "REST-05 error $@0", func(r *a2a.Result) bool { return r.Task.ID == "t" }},
		{"parts of JSON-RPC", `{"message":{"messageId":"m","role":"agent","parts":[{"kind":"file","file":{"bytes":"aGk=","name":"a"}},{"kind":"data","data":{"n":1}}]}}`, a2a.SendMessage,
			"REST-12 error $.message.role@35; REST-12 error $.message.parts@51; RES-21 warning $.message.parts[0].kind@60; REST-12 error $.message.parts[0].file.bytes@83; RES-21 warning $.message.parts[1].kind@111; REST-12 error $.message.parts[1].data@125",
			func(r *a2a.Result) bool {
				p := r.Message.Parts
				return r.Message.Role == a2a.Agent && string(p[0].Bytes) == "hi" && p[0].Filename == "a" && string(p[1].Data) == `{"n":1}`
			}},
		{"base64 of base64", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"file":{"fileWithBytes":"YUdWc2JHOGdZbmwwWlhNPQ==","mimeType":"text/plain"}}]}}`, a2a.SendMessage,
			"REST-13 info $.message.content[0].file.fileWithBytes@84", func(r *a2a.Result) bool { return string(r.Message.Parts[0].Bytes) == "hello bytes" }},
		{"a word that is base64 as well", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"file":{"fileWithBytes":"cGFzc3dvcmQ=","mimeType":"text/plain"}}]}}`, a2a.SendMessage,
			"", func(r *a2a.Result) bool { return string(r.Message.Parts[0].Bytes) == "password" }},
		{"a hash in hex", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"file":{"fileWithBytes":"OWUxMDdkOWQzNzJiYjY4MjZiZDgxZDM1NDJhNDE5ZDY=","mimeType":"application/octet-stream"}}]}}`, a2a.SendMessage,
			"", func(r *a2a.Result) bool {
				return string(r.Message.Parts[0].Bytes) == "9e107d9d372bb6826bd81d3542a419d6"
			}},
		{"a hash in hex, encoded twice", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"file":{"fileWithBytes":"T1dVeE1EZGtPV1F6TnpKaVlqWTRNalppWkRneFpETTFOREpoTkRFNVpEWT0="}}]}}`, a2a.SendMessage,
			"REST-13 info $.message.content[0].file.fileWithBytes@84", func(r *a2a.Result) bool {
				return string(r.Message.Parts[0].Bytes) == "9e107d9d372bb6826bd81d3542a419d6"
			}},
		{"no base64", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"file":{"fileWithBytes":"iVB..."}}]}}`, a2a.SendMessage,
			"REQ-14 warning $.message.content[0].file.fileWithBytes@84", func(r *a2a.Result) bool { return r.Message.Parts[0].Encoded == "iVB..." }},
		{"enums by number", `{"task":{"id":"t","contextId":"c","status":{"state":5},"history":[{"messageId":"m","role":1,"content":[{"text":""}]}]}}`, a2a.SendMessage,
			"RES-19 warning $.task.status.state@52; REST-12 warning $.task.history[0].role@90",
			func(r *a2a.Result) bool {
				return r.Task.Status.State == a2a.Canceled && r.Task.History[0].Role == a2a.User
			}},
		{"1.0's spelling of canceled", `{"id":"t","contextId":"c","status":{"state":"TASK_STATE_CANCELED"}}`, a2a.CancelTask, "RES-19 error $.status.state@44", func(r *a2a.Result) bool { return r.Task.Status.State == a2a.Canceled }},
		{"nulls and defaults", `{"id":"t","contextId":null,"status":{},"artifacts":null,"history":null}`, a2a.GetTask,
			"REST-12 info $.contextId@22; REST-12 info $.artifacts@51; REST-12 info $.history@66; RES-04 warning $.contextId@22; STM-10 warning $.status.state@36", func(r *a2a.Result) bool { return r.Task.Status.State == a2a.Unspecified }},
		{"a final event without its flag", `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}`, a2a.SubscribeToTask, "", func(r *a2a.Result) bool { return !r.Status.Final }},
		{"artifact with content and index", `{"artifactUpdate":{"taskId":"t","contextId":"c","artifact":{"artifactId":"a","content":[{"text":"x"}],"append":true}}}`, a2a.SubscribeToTask,
			"ART-09 error $.artifactUpdate.artifact.append@111; REST-12 error $.artifactUpdate.artifact.content@87", func(r *a2a.Result) bool { return r.Artifact.Artifact.Parts[0].Text == "x" }},
		{"two payloads", `{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}},"message":{}}`, a2a.SendStreamingMessage, "REST-05 error $@0", func(r *a2a.Result) bool { return r.Task != nil && r.Message == nil }},
		{"event for an answer", `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, a2a.SendMessage, "REST-05 error $@0", func(r *a2a.Result) bool { return r.Status != nil }},
		{"two contents", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"text":"a","data":{"data":{}}}]}}`, a2a.SendMessage, "REST-12 error $.message.content[0]@59", func(r *a2a.Result) bool { return r.Message.Parts[0].Text == "a" }},
		{"a file of 1.0", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"raw":"aGk=","filename":"a"}]}}`, a2a.SendMessage, "REST-12 error $.message.content[0]@59", func(r *a2a.Result) bool {
			return string(r.Message.Parts[0].Bytes) == "hi" && r.Message.Parts[0].Filename == "a"
		}},
		{"unknown part", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"video":1}]}}`, a2a.SendMessage, "REST-12 error $.message.content[0]@59", func(r *a2a.Result) bool { return string(r.Message.Parts[0].Raw) == `{"video":1}` }},
		{"configs as an array of JSON-RPC's", `[{"taskId":"t","pushNotificationConfig":{"id":"p","url":"https://x.test/"}}]`, a2a.ListPushConfigs,
			"REST-12 error $@0; PUSH-02 warning $[0].name@1; RES-21 warning $[0].taskId@11", func(r *a2a.Result) bool {
				return len(r.Pushes) == 1 && r.Pushes[0].TaskID == "t" && r.Pushes[0].ID == "p"
			}},
		{"configs null", `{"configs":null}`, a2a.ListPushConfigs, "REST-12 info $.configs@11", func(r *a2a.Result) bool { return r.Pushes != nil && len(r.Pushes) == 0 }},
		{"config of 1.0", `{"name":"tasks/t/pushNotificationConfigs/p","url":"https://x.test/","authentication":{"scheme":"Bearer"}}`, a2a.GetPushConfig,
			"PUSH-02 error $@0; RES-21 error $.authentication.scheme@95", func(r *a2a.Result) bool {
				return r.Push.ID == "p" && r.Push.TaskID == "t" && r.Push.Schemes[0] == "Bearer"
			}},
		{"tasks as an array", `[{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}]`, a2a.ListTasks, "", func(r *a2a.Result) bool { return r.Tasks[0].ID == "t" }},
		{"deleted", ``, a2a.DeletePushConfig, "", func(r *a2a.Result) bool { return r.Push == nil }},
		{"not JSON", `<html>`, a2a.GetTask, "FORM-03 error $@0", func(r *a2a.Result) bool { return r.Task == nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, problems := Dialect().ReadResult(c.op, raw(c.in))
			if got := found(problems); got != c.problems {
				t.Errorf("problems %s, want %s", got, c.problems)
			}
			if !c.holds(r) {
				t.Errorf("read %+v", r)
			}
		})
	}
}

func TestReadParamsOddities(t *testing.T) {
	const message = `{"messageId":"m","role":"ROLE_USER","content":[{"text":"hi"}]}`
	for _, c := range []struct {
		name, in string
		op       a2a.Operation
		problems string
		holds    func(*a2a.Call) bool
	}{
		{"a2a-python's client", `{"request":{"message_id":"m","role":"ROLE_USER","content":[{"text":"hi"}]},"configuration":{"accepted_output_modes":["text/plain"],"history_length":3,"blocking":true}}`, a2a.SendMessage,
			"REST-12 warning $.request@1; REST-12 warning $.request.message_id@12; REST-12 warning $.configuration.accepted_output_modes@92; REST-12 warning $.configuration.history_length@131",
			func(c *a2a.Call) bool {
				return c.Message.ID == "m" && *c.HistoryLength == 3 && !c.ReturnImmediately && c.AcceptedOutputModes[0] == "text/plain"
			}},
		{"blocking is false where it is not said", `{"message":` + message + `,"configuration":{"historyLength":0}}`, a2a.SendMessage, "", func(c *a2a.Call) bool { return c.ReturnImmediately && c.HistoryLength == nil }},
		{"without configuration", `{"message":` + message + `}`, a2a.SendMessage, "", func(c *a2a.Call) bool { return !c.ReturnImmediately }},
		{"a stream does not block", `{"message":` + message + `,"configuration":{}}`, a2a.SendStreamingMessage, "", func(c *a2a.Call) bool { return !c.ReturnImmediately }},
		{"an agent's role", `{"message":{"messageId":"m","role":"ROLE_AGENT","content":[{"text":"hi"}]}}`, a2a.SendMessage, "REQ-03 error $.message@11", func(c *a2a.Call) bool { return c.Message.Role == a2a.Agent }},
		{"configuration of 1.0", `{"message":` + message + `,"configuration":{"taskPushNotificationConfig":{"url":"https://x.test/"},"blocking":true}}`, a2a.SendMessage,
			"RES-21 warning $.configuration.taskPushNotificationConfig@120", func(c *a2a.Call) bool { return c.Push.URL == "https://x.test/" }},
		{"push, only the config", `{"parent":"tasks/t","name":"tasks/t/pushNotificationConfigs/p","pushNotificationConfig":{"url":"https://x.test/"}}`, a2a.CreatePushConfig,
			"PUSH-02 info $@0", func(c *a2a.Call) bool {
				return c.TaskID == "t" && c.Push.ID == "p" && c.Push.URL == "https://x.test/"
			}},
		{"push, config without a name", `{"parent":"tasks/t","configId":"p","config":{"pushNotificationConfig":{"url":"https://x.test/"}}}`, a2a.CreatePushConfig,
			"", func(c *a2a.Call) bool { return c.TaskID == "t" && c.Push.ID == "p" && c.Push.TaskID == "t" }},
		{"push, bare", `{"parent":"tasks/t","id":"p","url":"https://x.test/"}`, a2a.CreatePushConfig, "PUSH-02 error $@0", func(c *a2a.Call) bool { return c.TaskID == "t" && c.Push.ID == "p" }},
		{"push, nothing", `{"parent":"tasks/t"}`, a2a.CreatePushConfig, "PUSH-02 error $.config@0", func(c *a2a.Call) bool { return c.TaskID == "t" && c.Push != nil }},
		{"bare id", `{"name":"t","history_length":2}`, a2a.GetTask, "REST-12 error $.name@8; REST-12 warning $.history_length@12", func(c *a2a.Call) bool { return c.TaskID == "t" && *c.HistoryLength == 2 }},
		{"no name", `{}`, a2a.GetTask, "REST-12 error $.name@0", func(c *a2a.Call) bool { return c.TaskID == "" }},
		{"nothing", ``, a2a.CancelTask, "REST-12 error $@0", func(c *a2a.Call) bool { return c.TaskID == "" }},
		{"no card to name", ``, a2a.GetExtendedCard, "", func(c *a2a.Call) bool { return true }},
		{"list by other names", `{"status":"TASK_STATE_WORKING","lastUpdatedAfter":1000,"pageSize":"7"}`, a2a.ListTasks,
			"REST-12 warning $.pageSize@66; REST-12 error $.lastUpdatedAfter@50", func(c *a2a.Call) bool {
				return c.List.State == a2a.Working && c.List.PageSize == 7 && c.List.StatusTimestampAfter == "1000"
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			call, problems := Dialect().ReadParams(c.op, raw(c.in))
			if got := found(problems); got != c.problems {
				t.Errorf("problems %s, want %s", got, c.problems)
			}
			if !c.holds(call) {
				t.Errorf("read %+v", call)
			}
		})
	}
}

// What this form cannot express of a neutral value is a loss, by path.
func TestLosses(t *testing.T) {
	zero := 0
	m := &a2a.Message{Role: "ROLE_OTHER", References: []string{"r"}, Parts: []a2a.Part{
		{Kind: a2a.TextPart, Text: "x", MediaType: "text/markdown", Filename: "a"},
		{Kind: a2a.FilePart, Bytes: []byte("x"), URL: "https://x.test/"},
		{Kind: a2a.FilePart, Encoded: "iVB..."},
		{Kind: a2a.UnknownPart, Raw: raw(`{"video":1}`)},
	}}
	_, losses, err := Dialect().EncodeParams(&a2a.Call{Op: a2a.SendMessage, Tenant: "x", TaskID: "t", Message: m, HistoryLength: &zero})
	if err != nil {
		t.Fatal(err)
	}
	paths := ""
	for _, l := range losses {
		paths += l.Path + " "
	}
	want := "tenant taskId message.id message.role message.parts[0].mediaType message.parts[0].filename message.parts[1].url message.parts[2].bytes message.parts[3].kind message.references historyLength "
	if paths != want {
		t.Errorf("losses at\n%s, want\n%s", paths, want)
	}
}

func TestNamesOfMethods(t *testing.T) {
	d := Dialect()
	for _, op := range d.Operations() {
		name, ok := d.Method(op)
		if back, known := d.Operation(name); !ok || !known || back != op {
			t.Errorf("%s is %q, which is %q", op, name, back)
		}
	}
	if op, ok := d.Operation("ListTaskPushNotification"); !ok || op != a2a.ListPushConfigs {
		t.Errorf("the name of 0.2.4 is %q", op)
	}
	if _, ok := d.Method(a2a.ListTasks); ok {
		t.Error("the proto has no ListTasks")
	}
	if d.Version() != a2a.V03 || d.ErrorCode(a2a.TaskNotFound) != -32001 {
		t.Error("this is not 0.3")
	}
}

// found lists problems as "CHECK severity path@offset".
func found(problems []a2a.Problem) string {
	all := make([]string, len(problems))
	for i, p := range problems {
		all[i] = fmt.Sprintf("%s %s %s@%d", p.Check, p.Severity, p.Path, p.Offset)
	}
	return strings.Join(all, "; ")
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }
