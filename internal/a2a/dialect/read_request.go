package dialect

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
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
	doc := r.env.Doc
	out := reading(id, a2a.KindCall, r.Body)
	out.ID, out.Repaired = r.env.ID.Raw, doc.Repaired()
	found := append(checkCall(id, r), checkVersionHeader(id, r)...)
	found = append(found, checkDraft(r)...)
	d := registry.Speaker(id)
	switch {
	case id.Op == "":
		out.Kind = a2a.KindNone
		found = append(found, document.Problem("RPC-11", a2a.SeverityWarning, "$.method", r.env.Method, "JSON-RPC 2.0 §5.1",
			"no version has a method "+document.Brief(r.env.Method.Text())))
	case d == nil:
		out.Kind = a2a.KindNone
		found = append(found, notRead(id))
		r.call = &a2a.Call{Op: id.Op, TaskID: genericTask(r.env.Params)}
	default:
		var ps []a2a.Problem
		r.call, ps = d.ReadParamsAt(id.Op, r.env.Params.Place())
		out.Call = r.call
		found = append(found, document.Under("$.params", r.env.Params, ps)...)
	}
	out.Problems = append(doc.Problems, doc.Home(found)...)
	return out
}

// readPush reads the body of a push notification.
func readPush(id a2a.Identity, r *request) a2a.Reading {
	out := reading(id, a2a.KindNone, r.Body)
	if r.reads() {
		out.Kind = a2a.KindEmpty
		return out
	}
	doc := r.env.Doc
	out.Repaired, out.Problems = doc.Repaired(), doc.Problems
	d := registry.Speaker(id)
	if d == nil {
		out.Problems = append(out.Problems, notRead(id))
		return out
	}
	result, ps := d.ReadPush(doc.Text)
	out.Result, out.Kind = result, kindOf(result)
	out.Problems = append(out.Problems, doc.Home(ps)...)
	return out
}

// readOther reads a request that is no call: it says why.
func readOther(id a2a.Identity, r *request) a2a.Reading {
	out := reading(id, a2a.KindNone, r.Body)
	switch {
	case document.Blank(r.Body):
		if id.Binding == a2a.JSONRPC && r.Method != "" && r.Method != http.MethodPost {
			out.Problems = []a2a.Problem{notPost(r.Method)}
		}
	case r.env.Doc.Unreadable:
		out.Problems = r.env.Doc.Problems
	case r.env.Is('['):
		out.Repaired = r.env.Doc.Repaired()
		out.Problems = []a2a.Problem{document.Problem("RPC-04", a2a.SeverityError, "$", r.env.Value, "JSON-RPC 2.0 §6",
			"an array of requests: no version of A2A has batches; send one object at a time")}
	case !r.env.Object:
		out.Problems = []a2a.Problem{document.Problem("RPC-04", a2a.SeverityError, "$", r.env.Value, "JSON-RPC 2.0 §4",
			"not a JSON object, so no JSON-RPC request")}
	default:
		out.Repaired = r.env.Doc.Repaired()
		out.Problems = []a2a.Problem{document.Problem("RPC-04", a2a.SeverityInfo, "$", r.env.Value, "JSON-RPC 2.0 §4",
			"a JSON object without a method: no JSON-RPC request, and nothing else that is read here")}
	}
	return out
}

// notRead says that a version is recognised but not read.
func notRead(id a2a.Identity) a2a.Problem {
	return document.Unplaced("READ-01", a2a.SeverityInfo, "", fmt.Sprintf("version %s is not read yet: recorded and shown as it is (this console reads %s)", id.Label(), spoken()))
}

// genericTask is the task id in the params of a version that is not read.
func genericTask(params document.Value) string {
	for _, path := range [][]string{{"id"}, {"taskId"}, {"message", "taskId"}} {
		if s := params.Get(path...).Text(); s != "" {
			return s
		}
	}
	return ""
}
