package dialect

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// readRequest reads a request and remembers in r what it asks for.
func readRequest(id a2a.Identity, r *request) a2a.Reading {
	out := readBody(id, r)
	if r.call != nil {
		r.call.Extensions = Activated(r.Header)
		out.Problems = append(out.Problems, checkExtensions(id, r.Header)...)
	}
	if r.Cut {
		out.Problems = nil
	}
	return out
}

func readBody(id a2a.Identity, r *request) a2a.Reading {
	switch {
	case id.Op == a2a.PushNotification:
		return readPush(id, r)
	case id.Binding == "" && r.reads() && (id.Op == a2a.GetCard || id.Op == a2a.GetExtendedCard):
		r.call = &a2a.Call{Op: id.Op}
		out := reading(id, a2a.KindCall, r.Body)
		out.Call = r.call
		return out
	}
	return framingOf(id.Binding).request(id, r)
}

// readCall reads a JSON-RPC request.
func readCall(id a2a.Identity, r *request) a2a.Reading {
	doc := r.env.doc
	out := reading(id, a2a.KindCall, r.Body)
	out.ID, out.Lenient = r.env.id.raw, doc.repaired()
	found := append(checkCall(id, r), checkVersionHeader(id, r)...)
	found = append(found, checkDraft(r)...)
	d := speaker(id)
	switch {
	case id.Op == "":
		out.Kind = a2a.KindNone
		found = append(found, problem("RPC-11", a2a.Warning, "$.method", r.env.method, "JSON-RPC 2.0 §5.1",
			"no version has a method "+brief(r.env.method.text())))
	case d == nil:
		out.Kind = a2a.KindNone
		found = append(found, notRead(id))
		r.call = &a2a.Call{Op: id.Op, TaskID: genericTask(r.env.params)}
	default:
		var ps []a2a.Problem
		r.call, ps = callOf(d, id.Op, r.env.params)
		out.Call = r.call
		found = append(found, under("$.params", r.env.params, ps)...)
	}
	out.Problems = append(doc.problems, doc.home(found)...)
	return out
}

// readPush reads the body of a push notification.
func readPush(id a2a.Identity, r *request) a2a.Reading {
	out := reading(id, a2a.KindNone, r.Body)
	if r.reads() {
		out.Kind = a2a.KindEmpty
		return out
	}
	doc := r.env.doc
	out.Lenient, out.Problems = doc.repaired(), doc.problems
	d := speaker(id)
	if d == nil {
		out.Problems = append(out.Problems, notRead(id))
		return out
	}
	result, ps := d.ReadPush(doc.text)
	out.Result, out.Kind = result, kindOf(result)
	out.Problems = append(out.Problems, doc.home(ps)...)
	return out
}

// readOther reads a request that is no call: it says why.
func readOther(id a2a.Identity, r *request) a2a.Reading {
	out := reading(id, a2a.KindNone, r.Body)
	switch {
	case blank(r.Body):
		if id.Binding == a2a.JSONRPC && r.Method != "" && r.Method != http.MethodPost {
			out.Problems = []a2a.Problem{notPost(r.Method)}
		}
	case r.env.doc.unreadable:
		out.Problems = r.env.doc.problems
	case r.env.is('['):
		out.Lenient = r.env.doc.repaired()
		out.Problems = []a2a.Problem{problem("RPC-04", a2a.Fault, "$", r.env.value, "JSON-RPC 2.0 §6",
			"an array of requests: no version of A2A has batches; send one object at a time")}
	case !r.env.object:
		out.Problems = []a2a.Problem{problem("RPC-04", a2a.Fault, "$", r.env.value, "JSON-RPC 2.0 §4",
			"not a JSON object, so no JSON-RPC request")}
	default:
		out.Lenient = r.env.doc.repaired()
		out.Problems = []a2a.Problem{problem("RPC-04", a2a.Info, "$", r.env.value, "JSON-RPC 2.0 §4",
			"a JSON object without a method: no JSON-RPC request, and nothing else that is read here")}
	}
	return out
}

// notRead says that a version is recognised but not read.
func notRead(id a2a.Identity) a2a.Problem {
	return noPlace("", a2a.Info, "", fmt.Sprintf("version %s is not read yet: recorded and shown as it is (this console reads %s)", id.Label(), spoken()))
}

// genericTask is the task id in the params of a version that is not read.
func genericTask(params value) string {
	for _, path := range [][]string{{"id"}, {"taskId"}, {"message", "taskId"}} {
		if s := params.get(path...).text(); s != "" {
			return s
		}
	}
	return ""
}
