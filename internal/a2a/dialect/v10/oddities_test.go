package v10

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func TestReadOddities(t *testing.T) {
	for _, c := range []struct {
		name, in string
		op       a2a.Operation
		problems string
		holds    func(*a2a.Result) bool
	}{
		{"bare task", `{"id":"t","status":{"state":"TASK_STATE_WORKING"}}`, a2a.SendMessage, "RES-06 error $@0", func(r *a2a.Result) bool { return r.Task.ID == "t" }},
		{"wrapped task", `{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}}}`, a2a.GetTask, "RES-07 error $@0", func(r *a2a.Result) bool { return r.Task.ID == "t" }},
		{"two members", `{"task":{"id":"t","status":{"state":"TASK_STATE_WORKING"}},"message":{}}`, a2a.SendStreamingMessage, "SSE-11 error $@0", func(r *a2a.Result) bool { return r.Task.ID == "t" && r.Message == nil }},
		{"nothing", `{}`, a2a.SendStreamingMessage, "SSE-11 error $@0", func(r *a2a.Result) bool { return r.Task == nil && r.Status == nil }},
		{"event for an answer", `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`, a2a.SendMessage, "RES-06 error $@0", func(r *a2a.Result) bool { return r.Status != nil }},
		{"old state and final", `{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"input-required"},"final":true}}`, a2a.SubscribeToTask,
			"SSE-19 warning $.statusUpdate.final@90; RES-19 error $.statusUpdate.status.state@64", func(r *a2a.Result) bool { return r.Status.Status.State == a2a.InputRequired }},
		{"both alphabets", `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"raw":"-_8"},{"raw":"+/8="}]}}`, a2a.SendMessage,
			"", func(r *a2a.Result) bool {
				return string(r.Message.Parts[0].Bytes) == "\xfb\xff" && string(r.Message.Parts[1].Bytes) == "\xfb\xff"
			}},
		{"no base64", `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"raw":"iVB..."}]}}`, a2a.SendMessage,
			"REQ-14 warning $.message.parts[0].raw@64", func(r *a2a.Result) bool {
				return r.Message.Parts[0].Encoded == "iVB..." && r.Message.Parts[0].Bytes == nil
			}},
		{"two contents", `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"a","url":"b"}]}}`, a2a.SendMessage,
			"REQ-11 error $.message.parts[0]@57", func(r *a2a.Result) bool { return r.Message.Parts[0].Text == "a" }},
		{"no content", `{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"video":1}]}}`, a2a.SendMessage,
			"REQ-11 error $.message.parts[0]@57", func(r *a2a.Result) bool {
				return r.Message.Parts[0].Kind == a2a.UnknownPart && string(r.Message.Parts[0].Raw) == `{"video":1}`
			}},
		{"old part", `{"message":{"messageId":"m","role":"agent","parts":[{"kind":"text","text":"a"}]}}`, a2a.SendMessage,
			"REQ-22 error $.message.role@35; REQ-13 warning $.message.parts[0].kind@60", func(r *a2a.Result) bool { return r.Message.Role == a2a.Agent && r.Message.Parts[0].Text == "a" }},
		{"list without token", `{"tasks":[],"pageSize":1,"totalSize":0}`, a2a.ListTasks, "LIST-01 error $.nextPageToken@0", func(r *a2a.Result) bool { return r.Tasks != nil }},
		{"list as array", `[{"taskId":"t","url":"https://x.test/"}]`, a2a.ListPushConfigs, "PUSH-06 error $@0", func(r *a2a.Result) bool { return len(r.Pushes) == 1 && r.Pushes[0].TaskID == "t" }},
		{"nested config", `{"taskId":"t","id":"p","pushNotificationConfig":{"url":"https://x.test/","authentication":{"schemes":["Bearer"]}}}`, a2a.GetPushConfig,
			"PUSH-04 error $.pushNotificationConfig@48; RES-21 error $.pushNotificationConfig.authentication.schemes@101", func(r *a2a.Result) bool { return r.Push.URL == "https://x.test/" && r.Push.Schemes[0] == "Bearer" }},
		{"zone that is not UTC", `{"id":"t","status":{"state":"TASK_STATE_WORKING","timestamp":"2025-11-09T10:30:00+01:00"}}`, a2a.GetTask,
			"RES-13 error $.status.timestamp@61", func(r *a2a.Result) bool { return r.Task.Status.Timestamp == "2025-11-09T10:30:00+01:00" }},
		{"enums by number", `{"id":"t","status":{"state":6},"history":[{"messageId":"m","role":1,"parts":[{"text":"a"}]}]}`, a2a.GetTask,
			"RES-19 warning $.status.state@28; REQ-22 warning $.history[0].role@66", func(r *a2a.Result) bool {
				return r.Task.Status.State == a2a.InputRequired && r.Task.History[0].Role == a2a.User
			}},
		{"no such number", `{"id":"t","status":{"state":9}}`, a2a.GetTask, "RES-19 error $.status.state@28", func(r *a2a.Result) bool { return r.Task.Status.State == "9" }},
		{"integers as texts", `{"tasks":[],"nextPageToken":"","pageSize":"2","totalSize":"many"}`, a2a.ListTasks,
			"FORM-01 warning $.pageSize@42; FORM-01 error $.totalSize@58", func(r *a2a.Result) bool { return r.PageSize == 2 && r.Total == 0 }},
		{"deleted", `null`, a2a.DeletePushConfig, "", func(r *a2a.Result) bool { return r.Push == nil }},
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

func TestReadCardFindings(t *testing.T) {
	for in, want := range map[string]string{
		`{}`: "CARD-08 error $.name@0; CARD-08 error $.description@0; CARD-08 error $.supportedInterfaces@0; CARD-08 error $.version@0; CARD-08 error $.capabilities@0; CARD-08 error $.defaultInputModes@0; CARD-08 error $.defaultOutputModes@0; CARD-08 error $.skills@0",
		`{"name":"a","description":"d","version":"1","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[{"id":"s","name":"n","description":"d","tags":[]}],"supportedInterfaces":[{"url":"/x","protocolBinding":"jsonrpc","protocolVersion":"1.0.0"}],"provider":{"url":"u"},"securitySchemes":{"a":{},"b":{"oauth2SecurityScheme":{"flows":{"implicit":{},"password":{}}}}},"securityRequirements":[{"schemes":{"c":{"list":null}}}]}`: "CARD-26 error $.provider.organization@296; CARD-21 error $.supportedInterfaces[0].url@224; CARD-20 warning $.supportedInterfaces[0].protocolVersion@275; CARD-13 error $.securitySchemes.a@331; CARD-35 error $.securitySchemes.b.oauth2SecurityScheme.flows@371; CARD-12 warning $.securityRequirements[0].schemes.c@444; CARD-36 info $.securityRequirements[0].schemes.c.list@452",
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
	for name, code := range map[a2a.ErrorName]int{a2a.ParseError: -32700, a2a.TaskNotFound: -32001, a2a.InvalidAgentResponse: -32006, a2a.VersionNotSupported: -32009} {
		if d.ErrorCode(name) != code || d.ErrorName(code) != name {
			t.Errorf("%s is %d, %d is %s", name, d.ErrorCode(name), code, d.ErrorName(code))
		}
	}
	if d.ErrorCode(a2a.InvalidTaskState) != -32004 || d.ErrorName(-1) != a2a.OtherError {
		t.Error("errors 1.0 lacks")
	}
	data := d.EncodeErrorData(&a2a.Error{Name: a2a.TaskNotFound, Data: raw(`{"taskId":"t","n":1}`)})
	want := `[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org","metadata":{"taskId":"t","n":"1"}}]`
	if string(data) != want {
		t.Errorf("data %s", data)
	}
	for in, want := range map[string]string{
		want:               "",
		"":                 "ERR-08 warning $@0",
		`{"a":1}`:          "ERR-07 error $@0; ERR-08 warning $@0",
		`[{"reason":"X"}]`: "ERR-07 error $[0][\"@type\"]@1; ERR-08 warning $@0",
		`[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"X","domain":"a2a-protocol.org"}]`: "ERR-18 warning $[0].reason@62",
	} {
		if got := found(d.CheckErrorData(-32001, raw(in))); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestLosses(t *testing.T) {
	d := Dialect()
	r := &a2a.Result{Status: &a2a.StatusUpdate{TaskID: "t", ContextID: "c", Final: true, Status: a2a.Status{State: "paused", Message: &a2a.Message{Role: a2a.Agent}}}}
	b, losses, err := d.EncodeResult(a2a.SubscribeToTask, r)
	if err != nil || fmt.Sprint(paths(losses)) != "[status.status.state status.status.message.id status.final]" {
		t.Errorf("%s %v %v", b, losses, err)
	}
	if _, _, err := d.EncodeResult(a2a.GetTask, &a2a.Result{}); err == nil {
		t.Error("a task operation needs a task")
	}
	if _, _, err := d.EncodeParams(&a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Metadata: raw(`{`)}}); err == nil {
		t.Error("metadata that is not JSON must be refused")
	}
}

func paths(losses []a2a.Loss) (all []string) {
	for _, l := range losses {
		all = append(all, l.Path)
	}
	return all
}

// found lists problems as "CHECK severity path@offset".
func found(problems []a2a.Problem) string {
	all := make([]string, len(problems))
	for i, p := range problems {
		all[i] = fmt.Sprintf("%s %s %s@%d", p.Check, p.Severity, p.Path, p.Offset)
	}
	return strings.Join(all, "; ")
}
