package dialect

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/shape"
)

// readAnswer reads a JSON-RPC response: a whole body, or one event of a stream.
func readAnswer(id a2a.Identity, r *request, e *envelope) a2a.Reading {
	out := reading(id, a2a.KindNone, e.doc.raw)
	out.ID, out.Lenient = e.id.raw, e.doc.repaired()
	found := append(checkTwo("RPC-05", e), checkAnswerID(id, r, e)...)
	switch {
	case e.err.present() && !e.err.null():
		found = append(found, readError(id, r, e, &out)...)
		if !e.result.null() {
			found = append(found, problem("RPC-09", a2a.Fault, "$.result", e.result, "JSON-RPC 2.0 §5", "result beside error; exactly one of them is allowed"))
		}
	case !e.result.present():
		out.Kind = a2a.KindEmpty
		found = append(found, noResult(id, e))
	default:
		found = append(found, readResult(id, r, e, &out)...)
	}
	out.Problems = append(e.doc.problems, e.doc.home(found)...)
	return out
}

// noResult judges a success that carries neither result nor error, which
// official SDKs send where the result would be void.
func noResult(id a2a.Identity, e *envelope) a2a.Problem {
	if id.Op == a2a.DeletePushConfig && middle(id) {
		return problem("RPC-15", a2a.Warning, "$", e.value, spec(id, "§7.8", ""), "neither result nor error; a deletion is answered with result: null")
	}
	return problem("RPC-09", voidSeverity(id), "$", e.value, "JSON-RPC 2.0 §5", "neither result nor error; exactly one of them is required")
}

// voidSeverity is how bad it is that an answer carries nothing.
func voidSeverity(id a2a.Identity) a2a.Severity {
	if id.Op == a2a.DeletePushConfig {
		return a2a.Warning
	}
	return a2a.Fault
}

func readResult(id a2a.Identity, r *request, e *envelope, out *a2a.Reading) []a2a.Problem {
	d := speaker(id)
	var found []a2a.Problem
	switch {
	case id.Op == "" && r.env.call():
		found = append(found, problem("RPC-11", a2a.Fault, "$.result", e.result, "JSON-RPC 2.0 §5.1",
			"a result for method "+brief(r.env.method.text())+", which no version has; error -32601 was expected"))
	case d == nil && len(id.Versions) > 0:
		found = append(found, notRead(id))
	case d == nil:
		found = append(found, noPlace("", a2a.Info, "", "nothing tells which version this is, so it is not read"))
	default:
		result, ps := resultOf(d, opOf(id, e.result), e.result)
		out.Result, out.Kind = result, kindOf(result)
		if out.Kind == a2a.KindEmpty && id.Op != a2a.DeletePushConfig {
			out.Result, out.Kind = nil, a2a.KindNone // its problems say what it lacks
		}
		if result != nil && result.Card != nil {
			out.Card = result.Card
		}
		found = append(found, under(e.where, e.result, ps)...)
		found = append(found, checkTaskID(id, r, result, e)...)
	}
	if r.env.doc.unreadable {
		found = append(found, problem("RPC-13", a2a.Warning, "$.result", e.result, "JSON-RPC 2.0 §5.1",
			"a result for a request that is not JSON; error -32700 was expected"))
	}
	return found
}

// placer is a dialect that reads values of documents taken apart already. All
// that the console has are; to others the bytes are handed.
type placer interface {
	ReadResultAt(a2a.Operation, shape.Place) (*a2a.Result, []a2a.Problem)
	ReadParamsAt(a2a.Operation, shape.Place) (*a2a.Call, []a2a.Problem)
}

func resultOf(d a2a.Dialect, op a2a.Operation, v value) (*a2a.Result, []a2a.Problem) {
	if by, ok := d.(placer); ok {
		if p, ok := v.place(); ok {
			return by.ReadResultAt(op, p)
		}
	}
	return d.ReadResult(op, v.raw)
}

func callOf(d a2a.Dialect, op a2a.Operation, v value) (*a2a.Call, []a2a.Problem) {
	if by, ok := d.(placer); ok {
		if p, ok := v.place(); ok {
			return by.ReadParamsAt(op, p)
		}
	}
	return d.ReadParams(op, v.raw)
}

// opOf is the operation to read a result as. Where the request is not known,
// the result's shape tells: a task, or an event of a stream.
func opOf(id a2a.Identity, result value) a2a.Operation {
	switch {
	case id.Op != "":
		return id.Op
	case result.has("pushNotificationConfig") || result.has("url"):
		return a2a.GetPushConfig
	case result.has("configs"):
		return a2a.ListPushConfigs
	case result.has("tasks"):
		return a2a.ListTasks
	case result.has("final") || result.has("artifact") || wrapped(result) == "statusUpdate" || wrapped(result) == "artifactUpdate":
		return a2a.SendStreamingMessage
	case wrapped(result) != "":
		return a2a.SendMessage
	}
	return a2a.GetTask
}

// checkAnswerID judges a response's id against the request's.
func checkAnswerID(id a2a.Identity, r *request, e *envelope) []a2a.Problem {
	check := "RPC-08"
	if id.Op.Streams() {
		check = "SSE-03"
	}
	failed := e.err.present()
	switch {
	case !e.id.present() && failed:
		return []a2a.Problem{problem("RPC-14", a2a.Fault, "$.id", e.id, "JSON-RPC 2.0 §5", "The id is missing on the error; it must be the request's, or null")}
	case !e.id.present():
		return []a2a.Problem{problem(check, a2a.Fault, "$.id", e.id, "JSON-RPC 2.0 §5", "The id is missing; it must be the request's")}
	case !r.env.call() || r.env.id.null():
		return nil // nothing to compare with
	case sameJSON(e.id.raw, r.env.id.raw):
		return nil
	case e.id.null() && failed:
		return []a2a.Problem{problem(check, a2a.Fault, "$.id", e.id, "JSON-RPC 2.0 §5",
			"The id is null, although the request's, "+shown(r.env.id)+", could be read")}
	}
	return []a2a.Problem{problem(check, a2a.Fault, "$.id", e.id, "JSON-RPC 2.0 §5",
		"The id is "+shown(e.id)+"; the request's is "+shown(r.env.id))}
}

// checkTaskID compares the task that was answered with the one asked for.
func checkTaskID(id a2a.Identity, r *request, result *a2a.Result, e *envelope) []a2a.Problem {
	if r.call == nil || r.call.TaskID == "" || result == nil {
		return nil
	}
	got := taskOf(result)
	if got == "" || got == r.call.TaskID {
		return nil
	}
	at, path := taskPlace(e, got)
	if !at.is('"') {
		return nil // the dialect has said that this is no id
	}
	check, where := "RES-11", "1.0 §3.1.3"
	switch {
	case modern(id):
	case middle(id) && id.Op.Streams():
		check, where = "SSE-17", spec(id, "§7.9", "")
	case middle(id):
		where = spec(id, "§7.3", "")
	case id.Op.Streams():
		check, where = "SSE-04", "0.1 §7.2"
	default:
		check, where = "RES-01", "0.1 §7.1"
	}
	return []a2a.Problem{problem(check, a2a.Fault, path, at, where,
		"the task is "+brief(got)+"; the request was about "+brief(r.call.TaskID))}
}

// readError reads the error member into out.
func readError(id a2a.Identity, r *request, e *envelope, out *a2a.Reading) []a2a.Problem {
	out.Kind = a2a.KindError
	found := checkError(e.err)
	code, _ := codeOf(e.err)
	data := e.err.get("data")
	out.Error = &a2a.Error{Code: code, Message: e.err.get("message").text(), Name: nameOf(id, code)}
	if data.present() && !data.null() {
		out.Error.Data = data.raw
	}
	if inner := data.get("error"); inner.get("code").is('0') {
		found = append(found, nested(id, inner, out.Error))
	} else if d := speaker(id); d != nil && !data.null() {
		found = append(found, under("$.error.data", data, d.CheckErrorData(code, data.raw))...)
	}
	found = append(found, checkCode(id, r, e, out.Error)...)
	return found
}
