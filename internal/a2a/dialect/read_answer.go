package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// readAnswer reads a JSON-RPC response: a whole body, or one event of a stream.
func readAnswer(id a2a.Identity, r *request, e *document.Envelope) a2a.Reading {
	out := reading(id, a2a.KindNone, e.Doc.Raw)
	out.ID, out.Repaired = e.ID.Raw, e.Doc.Repaired()
	found := append(checkTwo("RPC-05", e), checkAnswerID(id, r, e)...)
	switch {
	case e.Err.Present() && !e.Err.Null():
		found = append(found, readError(id, r, e, &out)...)
		if !e.Result.Null() {
			found = append(found, document.Problem("RPC-09", a2a.SeverityError, "$.result", e.Result, "JSON-RPC 2.0 §5", "result beside error; exactly one of them is allowed"))
		}
	case !e.Result.Present():
		out.Kind = a2a.KindEmpty
		found = append(found, noResult(id, e))
	default:
		found = append(found, readResult(id, r, e, &out)...)
	}
	out.Problems = append(e.Doc.Problems, e.Doc.Home(found)...)
	return out
}

// noResult judges a success that carries neither result nor error, which
// official SDKs send where the result would be void.
func noResult(id a2a.Identity, e *document.Envelope) a2a.Problem {
	if id.Op == a2a.DeletePushConfig && registry.Rules(id).Calls.VoidDelete {
		return document.Problem("RPC-15", a2a.SeverityWarning, "$", e.Value, sections(id).Delete, "neither result nor error; a deletion is answered with result: null")
	}
	return document.Problem("RPC-09", voidSeverity(id), "$", e.Value, "JSON-RPC 2.0 §5", "neither result nor error; exactly one of them is required")
}

// voidSeverity is how bad it is that an answer carries nothing.
func voidSeverity(id a2a.Identity) a2a.Severity {
	if id.Op == a2a.DeletePushConfig {
		return a2a.SeverityWarning
	}
	return a2a.SeverityError
}

func readResult(id a2a.Identity, r *request, e *document.Envelope, out *a2a.Reading) []a2a.Problem {
	d := registry.Speaker(id)
	var found []a2a.Problem
	switch {
	case id.Op == "" && r.env.Call():
		found = append(found, document.Problem("RPC-11", a2a.SeverityError, "$.result", e.Result, "JSON-RPC 2.0 §5.1",
			"a result for method "+document.Brief(r.env.Method.Text())+", which no version has; error -32601 was expected"))
	case d == nil && len(id.Versions) > 0:
		found = append(found, notRead(id))
	case d == nil:
		found = append(found, document.Unplaced("READ-01", a2a.SeverityInfo, "", "nothing tells which version this is, so it is not read"))
	default:
		result, ps := d.ReadResultAt(opOf(id, e.Result), e.Result.Place())
		out.Result, out.Kind = result, kindOf(result)
		if out.Kind == a2a.KindEmpty && id.Op != a2a.DeletePushConfig {
			out.Result, out.Kind = nil, a2a.KindNone // its problems say what it lacks
		}
		if result != nil && result.Card != nil {
			out.Card = result.Card
		}
		found = append(found, document.Under(e.Where, e.Result, ps)...)
		found = append(found, checkTaskID(id, r, result, e)...)
	}
	if r.env.Doc.Unreadable {
		found = append(found, document.Problem("RPC-13", a2a.SeverityWarning, "$.result", e.Result, "JSON-RPC 2.0 §5.1",
			"a result for a request that is not JSON; error -32700 was expected"))
	}
	return found
}

// opOf is the operation to read a result as. Where the request is not known,
// the result's shape tells: a task, or an event of a stream.
func opOf(id a2a.Identity, result document.Value) a2a.Operation {
	switch {
	case id.Op != "":
		return id.Op
	case result.Has("pushNotificationConfig") || result.Has("url"):
		return a2a.GetPushConfig
	case result.Has("configs"):
		return a2a.ListPushConfigs
	case result.Has("tasks"):
		return a2a.ListTasks
	case result.Has("final") || result.Has("artifact") || evidence.Wrapped(result) == "statusUpdate" || evidence.Wrapped(result) == "artifactUpdate":
		return a2a.SendStreamingMessage
	case evidence.Wrapped(result) != "":
		return a2a.SendMessage
	}
	return a2a.GetTask
}

// checkAnswerID judges a response's id against the request's.
func checkAnswerID(id a2a.Identity, r *request, e *document.Envelope) []a2a.Problem {
	check := "RPC-08"
	if id.Op.Streams() {
		check = "SSE-03"
	}
	failed := e.Err.Present()
	switch {
	case !e.ID.Present() && failed:
		return []a2a.Problem{document.Problem("RPC-14", a2a.SeverityError, "$.id", e.ID, "JSON-RPC 2.0 §5", "The id is missing on the error; it must be the request's, or null")}
	case !e.ID.Present():
		return []a2a.Problem{document.Problem(check, a2a.SeverityError, "$.id", e.ID, "JSON-RPC 2.0 §5", "The id is missing; it must be the request's")}
	case !r.env.Call() || r.env.ID.Null():
		return nil // nothing to compare with
	case e.ID.Null() && failed && !r.env.ID.Is('"') && !r.env.ID.Is('0'):
		return nil // the request's is none that JSON-RPC allows: it cannot be told
	case document.SameJSON(e.ID.Raw, r.env.ID.Raw):
		return nil
	case e.ID.Null() && failed:
		return []a2a.Problem{document.Problem(check, a2a.SeverityError, "$.id", e.ID, "JSON-RPC 2.0 §5",
			"The id is null, although the request's, "+document.Shown(r.env.ID)+", could be read")}
	}
	return []a2a.Problem{document.Problem(check, a2a.SeverityError, "$.id", e.ID, "JSON-RPC 2.0 §5",
		"The id is "+document.Shown(e.ID)+"; the request's is "+document.Shown(r.env.ID))}
}

// checkTaskID compares the task that was answered with the one asked for.
func checkTaskID(id a2a.Identity, r *request, result *a2a.Result, e *document.Envelope) []a2a.Problem {
	if r.call == nil || r.call.TaskID == "" || result == nil {
		return nil
	}
	got := fold.TaskOf(result)
	if got == "" || got == r.call.TaskID {
		return nil
	}
	at, path := fold.TaskPlace(e, got)
	if !at.Is('"') {
		return nil // the dialect has said that this is no id
	}
	v := registry.Rules(id)
	check, where := v.Checks.Task, v.Sections.Task
	if id.Op.Streams() {
		check, where = v.Checks.Subscription, v.Sections.Subscription
	}
	return []a2a.Problem{document.Problem(check, a2a.SeverityError, path, at, where,
		"the task is "+document.Brief(got)+"; the request was about "+document.Brief(r.call.TaskID))}
}

// readError reads the error member into out.
func readError(id a2a.Identity, r *request, e *document.Envelope, out *a2a.Reading) []a2a.Problem {
	out.Kind = a2a.KindError
	found := checkError(e.Err)
	code, _ := codeOf(e.Err)
	data := e.Err.Get("data")
	out.Error = &a2a.Error{Code: code, Message: e.Err.Get("message").Text(), Name: nameOf(id, code)}
	if data.Present() && !data.Null() {
		out.Error.Data = data.Raw
	}
	if inner := data.Get("error"); inner.Get("code").Is('0') {
		found = append(found, nested(id, inner, out.Error))
	} else if d := registry.Speaker(id); d != nil && !data.Null() {
		found = append(found, document.Under("$.error.data", data, d.CheckErrorData(code, data.Raw))...)
	}
	found = append(found, checkCode(id, r, e, out.Error)...)
	return found
}
