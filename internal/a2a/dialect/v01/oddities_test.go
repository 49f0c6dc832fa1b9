package v01

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
		{"artifact in an array", `{"id":"t","artifact":[{"parts":[{"type":"text","text":"x"}],"index":3,"append":true}]}`, a2a.SubscribeToTask,
			"SSE-04 warning $.artifact@21", func(r *a2a.Result) bool {
				return r.Artifact.Artifact.ID == "3" && r.Artifact.Append && r.Artifact.Artifact.Parts[0].Text == "x"
			}},
		{"number as task id", `{"id":1,"status":{"state":"working"},"final":false}`, a2a.SendStreamingMessage,
			"SSE-04 warning $.id@6", func(r *a2a.Result) bool { return r.Status.TaskID == "1" && r.Status.Status.State == a2a.Working }},
		{"huge number as task id", `{"id":9007199254740993,"status":{"state":"working"},"final":false}`, a2a.SendStreamingMessage,
			"SSE-04 warning $.id@6", func(r *a2a.Result) bool { return r.Status.TaskID == "9007199254740993" }},
		{"no role, no zone", `{"id":"t","status":{"state":"working","timestamp":"2025-04-02T16:59:25.331844","message":{"parts":[{"type":"text","text":"x"}]}}}`, a2a.GetTask,
			"RES-14 warning $.status.timestamp@50; RES-22 warning $.status.message.role@89", func(r *a2a.Result) bool {
				return r.Task.Status.Message.Role == a2a.Agent && r.Task.Status.Timestamp == "2025-04-02T16:59:25.331844"
			}},
		{"state of another version", `{"id":"t","status":{"state":"TASK_STATE_CANCELLED"}}`, a2a.GetTask,
			"RES-19 error $.status.state@28", func(r *a2a.Result) bool { return r.Task.Status.State == a2a.Canceled }},
		{"state of none", `{"id":"t","status":{"state":"paused"}}`, a2a.GetTask,
			"RES-19 error $.status.state@28", func(r *a2a.Result) bool { return r.Task.Status.State == "paused" }},
		{"part without type", `{"id":"t","status":{"state":"failed","message":{"role":"agent","parts":[{"text":"x"}]}}}`, a2a.GetTask,
			"REQ-04 error $.status.message.parts[0].type@72", func(r *a2a.Result) bool { return r.Task.Status.Message.Parts[0].Kind == a2a.TextPart }},
		{"part of unknown type", `{"id":"t","status":{"state":"failed","message":{"role":"agent","parts":[{"type":"video","v":1}]}}}`, a2a.GetTask,
			"REQ-04 error $.status.message.parts[0]@72", func(r *a2a.Result) bool {
				p := r.Task.Status.Message.Parts[0]
				return p.Kind == a2a.UnknownPart && string(p.Raw) == `{"type":"video","v":1}`
			}},
		{"file in data, no base64", `{"id":"t","status":{"state":"failed","message":{"role":"agent","parts":[{"type":"file","file":{"mimeType":"image/png","data":"<base64>"}}]}}}`, a2a.GetTask,
			"REQ-05 warning $.status.message.parts[0].file.data@125; REQ-14 warning $.status.message.parts[0].file.data@125", func(r *a2a.Result) bool {
				p := r.Task.Status.Message.Parts[0]
				return p.Kind == a2a.FilePart && p.Encoded == "<base64>" && p.Bytes == nil && p.MediaType == "image/png"
			}},
		{"nulls", `{"id":"t","sessionId":null,"status":{"state":"working","message":null,"timestamp":null},"artifacts":null,"history":null,"metadata":null}`, a2a.GetTask,
			"", func(r *a2a.Result) bool { return r.Task.ContextID == "" && r.Task.Metadata == nil }},
		{"artifacts without index", `{"id":"t","status":{"state":"completed"},"artifacts":[{"parts":[]},{"parts":[]}]}`, a2a.GetTask,
			"ART-01 info $.artifacts[1].index@67", func(r *a2a.Result) bool { return r.Task.Artifacts[0].ID == "0" && r.Task.Artifacts[1].ID == "1" }},
		{"member twice", `{"id":"a","id":"b","status":{"state":"working"}}`, a2a.GetTask,
			"FORM-02 warning $.id@10", func(r *a2a.Result) bool { return r.Task.ID == "b" }},
		{"task in a stream", `{"id":"t","sessionId":"s","status":{"state":"working"},"history":[]}`, a2a.SendStreamingMessage,
			"SSE-04 warning $@0", func(r *a2a.Result) bool { return r.Task != nil && r.Task.ContextID == "s" }},
		{"empty", `null`, a2a.GetTask, "RES-01 error $@0", func(r *a2a.Result) bool { return r.Task == nil }},
		{"no object", `[1]`, a2a.GetTask, "RES-01 error $@0", func(r *a2a.Result) bool { return r.Task == nil }},
		{"repaired", "\u00a0{\"id\":\"t\",\"status\":{\"state\":\"late\",}}", a2a.GetTask,
			"", nil},
		{"not JSON", `hello`, a2a.GetTask, "FORM-03 error $@0", func(r *a2a.Result) bool { return r.Task == nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, problems := Dialect().ReadResult(c.op, raw(c.in))
			if c.holds == nil { // repaired: the last problem keeps its place in the original
				last := problems[len(problems)-1]
				if last.Check != "RES-19" || last.Offset != 30 || len(problems) != 3 {
					t.Errorf("problems %s", found(problems))
				}
				return
			}
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
		`{}`: "CARD-05 error $.name@0; CARD-05 error $.url@0; CARD-05 error $.version@0; CARD-05 error $.capabilities@0; CARD-05 error $.skills@0",
		`{"name":"a","url":"/x","version":"1","capabilities":{},"skills":[{"id":"s"},{"id":"s","name":"n"}],"provider":{},"authentication":{"schemes":"OAuth2"},"defaultInputModes":["text","any thing"],"iconUrl":null}`: "CARD-27 warning $.defaultInputModes[1]@179; CARD-21 error $.url@18; CARD-25 error $.provider.organization@110; CARD-09 warning $.authentication.schemes@141; CARD-23 error $.skills[0].name@65; CARD-24 warning $.skills[1].id@82; CARD-36 info $.iconUrl@202",
		`{"name":"a","url":"http://agent.test/","version":"1","capabilities":{},"skills":[]}`:                                                                                                                             "CARD-21 warning $.url@18",
		`[]`: "CARD-01 error $@0",
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
	for name, code := range map[a2a.ErrorName]int{a2a.ParseError: -32700, a2a.TaskNotFound: -32001, a2a.ContentTypeNotSupported: -32005, a2a.StreamingNotSupported: -32006, a2a.ResourceUnavailable: -32011} {
		if d.ErrorCode(name) != code || d.ErrorName(code) != name {
			t.Errorf("%s is %d, %d is %s", name, d.ErrorCode(name), code, d.ErrorName(code))
		}
	}
	if d.ErrorCode(a2a.VersionNotSupported) != -32004 || d.ErrorName(-1) != a2a.OtherError {
		t.Error("errors 0.1 lacks")
	}
	data := d.EncodeErrorData(&a2a.Error{Data: raw(`[{"@type":"x","metadata":{"taskId":"t"}}]`)})
	if string(data) != `{"taskId":"t"}` {
		t.Errorf("data %s", data)
	}
	if got := found(d.CheckErrorData(-32001, raw(`[1]`))); got != "ERR-09 warning $@0" {
		t.Error(got)
	}
}

func TestReadPush(t *testing.T) {
	d := Dialect()
	r, problems := d.ReadPush(raw(`{"eventType":"TASK_UPDATE","taskId":"t","status":{"state":"completed"},"summary":"done"}`))
	if len(problems) > 0 || r.Status == nil || r.Status.TaskID != "t" || r.Status.Status.Message.Parts[0].Text != "done" {
		t.Errorf("%+v %s", r, found(problems))
	}
	body, err := d.EncodePush(&a2a.Result{Task: &a2a.Task{ID: "t", Status: a2a.Status{State: a2a.Working}}})
	if err != nil || string(body) != `{"id":"t","status":{"state":"working"}}` {
		t.Errorf("%s %v", body, err)
	}
	if r, _ = d.ReadPush(body); r.Task == nil {
		t.Error("a bare task is a push body")
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
