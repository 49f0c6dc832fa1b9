package jsonrpc

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadRequest reads a call. Of what is none it says why.
func (Binding) ReadRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	e := r.JSON()
	if !e.Call() {
		return readOther(id, r)
	}
	out := binding.Reading(id, a2a.KindCall, r.Body)
	out.ID, out.Repaired = e.ID.Raw, e.Doc.Repaired()
	found := slices.Concat(checkCall(id, r), binding.CheckVersion(id, r), checkDraft(e))
	d := registry.Speaker(id)
	switch {
	case id.Op == "":
		out.Kind = a2a.KindNone
		found = append(found, document.Problem("RPC-11/request", a2a.SeverityWarning, "$.method", e.Method, "JSON-RPC 2.0 §5.1",
			"no version has a method "+document.Brief(e.Method.Text())))
	case d == nil:
		out.Kind = a2a.KindNone
		found = append(found, binding.NotRead(id))
		r.Call = &a2a.Call{Op: id.Op, TaskID: genericTask(e.Params)}
	default:
		var ps []a2a.Problem
		r.Call, ps = d.ReadParamsAt(id.Op, e.Params)
		out.Call = r.Call
		found = append(found, document.Under("$.params", e.Params, ps)...)
	}
	out.Problems = append(e.Doc.Problems, e.Doc.Relocate(found)...)
	return out
}

// readOther reads a request that is no call: it says why.
func readOther(id a2a.Identity, r *binding.Request) a2a.Reading {
	out, e := binding.Reading(id, a2a.KindNone, r.Body), r.JSON()
	if out.Repaired = e.Doc.Repaired(); document.Blank(r.Body) {
		if id.Binding == a2a.JSONRPC {
			out.Problems = checkPost(r)
		}
		return out
	}
	say := func(severity a2a.Severity, spec, message string) {
		out.Problems = []a2a.Problem{document.Problem("RPC-04/object", severity, "$", e.Value, spec, message)}
	}
	switch {
	case e.Doc.Unreadable:
		out.Problems = e.Doc.Problems
	case e.Is('['):
		say(a2a.SeverityError, "JSON-RPC 2.0 §6", "an array of requests: no version of A2A has batches; send one object at a time")
	case !e.Object:
		out.Repaired = nil
		say(a2a.SeverityError, "JSON-RPC 2.0 §4", "not a JSON object, so no JSON-RPC request")
	default:
		say(a2a.SeverityInfo, "JSON-RPC 2.0 §4", "a JSON object without a method: no JSON-RPC request, and nothing else that is read here")
	}
	return out
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

// checkCall judges the envelope of a JSON-RPC request, and how it was sent.
func checkCall(id a2a.Identity, r *binding.Request) []a2a.Problem {
	ps, e := checkPost(r), r.JSON()
	if t := wire.MediaType(r.Header); r.Header != nil && t != "application/json" && t != "application/a2a+json" {
		ps = append(ps, document.Unplaced("RPC-02", a2a.SeverityError, sections(id).Envelope,
			"Content-Type is "+document.Brief(r.Header.Get("Content-Type"))+"; JSON-RPC requests are application/json"))
	}
	ps = append(ps, checkEnvelope("RPC-04", e)...)
	ps = append(ps, checkRequestID(id, e)...)
	if e.Params.Present() && !e.Params.Is('{') {
		ps = append(ps, document.Problem("RPC-12", a2a.SeverityError, "$.params", e.Params, sections(id).Request,
			"Member params is "+document.TypeName(e.Params)+"; it must be an object"))
	}
	return ps
}

func checkPost(r *binding.Request) []a2a.Problem {
	if r.Method == "" || r.Method == http.MethodPost {
		return nil
	}
	return []a2a.Problem{document.Unplaced("RPC-01", a2a.SeverityError, "JSON-RPC over HTTP", "sent as "+r.Method+"; JSON-RPC requests are POSTs")}
}

// checkEnvelope judges the jsonrpc member of a request or a response, and members that
// occur more than once: parsers differ in which one they take.
func checkEnvelope(check string, e *document.Envelope) (ps []a2a.Problem) {
	for _, name := range e.Duplicates {
		ps = append(ps, document.Problem("FORM-02", a2a.SeverityWarning, "$."+name, *e.Member(name), "RFC 8259 §4", "Member "+document.Brief(name)+" occurs more than once; the last one is read"))
	}
	if e.Version.Text() == "2.0" {
		return ps
	}
	is := "missing"
	if e.Version.Present() {
		is = document.Shown(e.Version)
	}
	return append(ps, document.Problem(check, a2a.SeverityError, "$.jsonrpc", e.Version, "JSON-RPC 2.0 §4", "Member jsonrpc is "+is+`; it must be "2.0"`))
}

// checkRequestID judges a request's id.
func checkRequestID(id a2a.Identity, e *document.Envelope) []a2a.Problem {
	say := func(check string, severity a2a.Severity, spec, message string) []a2a.Problem {
		return []a2a.Problem{document.Problem(check, severity, "$.id", e.ID, spec, message)}
	}
	const spec = "JSON-RPC 2.0 §4"
	switch {
	case !e.ID.Present():
		severity := a2a.SeverityError
		if registry.Rules(id).Calls.OptionalID {
			severity = a2a.SeverityWarning
		}
		return say("RPC-06", severity, sections(id).Request, "The id is missing: JSON-RPC calls this a notification, which nobody answers")
	case e.ID.Null():
		return say("RPC-07", a2a.SeverityWarning, spec, "The id is null; use a string or an integer")
	case e.ID.Is('0') && bytes.ContainsAny(e.ID.Raw, ".eE"):
		return say("RPC-07", a2a.SeverityWarning, spec, "The id "+document.Shown(e.ID)+" has a fraction or an exponent; use a string or an integer")
	case !e.ID.Is('"') && !e.ID.Is('0'):
		return say("RPC-06", a2a.SeverityError, spec, "The id is "+document.TypeName(e.ID)+"; it must be a string or an integer")
	}
	return nil
}

// checkDraft reports a method that is spelled as in a draft.
func checkDraft(e *document.Envelope) []a2a.Problem {
	method := e.Method.Text()
	d, v := registry.DraftOf(method)
	if v == nil {
		return nil
	}
	text := "method " + document.Brief(method) + " is of " + d.From + "; "
	if official, ok := v.Method(d.Op); ok {
		text += string(v.Version()) + " has " + official
	} else {
		text += string(v.Version()) + " has no such operation"
	}
	return []a2a.Problem{document.Problem("REQ-23", a2a.SeverityWarning, "$.method", e.Method, d.Spec, text)}
}
