// Package jsonrpc is the JSON-RPC binding, which every version has. A request is an envelope with method and
// params, a response an envelope with the result or an error, and each event of a stream is such a response.
package jsonrpc

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

type Binding struct{ binding.JSON }

// Identify weighs the evidence of the method, the bodies, the headers and the hint.
func (Binding) Identify(r *binding.Request, first *document.Envelope) (a2a.Identity, bool) {
	if !r.JSON().Call() {
		return a2a.Identity{}, false
	}
	v := evidence.Verdict{Evidence: make([]a2a.Evidence, 0, 8)}
	var asked, answered, said evidence.Verdict
	method := r.JSON().Method.Text()
	op, versions := registry.MethodOf(method)
	if binding.IsMCP(r, first.Result) {
		return a2a.Identity{Binding: a2a.JSONRPC, Evidence: []a2a.Evidence{{Text: "the method or headers belong to MCP"}}}, true
	}
	evidence.ParamsShape(&asked, method, r.JSON().Params)
	evidence.ResultShape(&answered, first.Result)
	binding.WeighVersion(&said, r.Message)
	others := []*evidence.Verdict{&asked, &answered, &said}
	outvoted := evidence.Outvotes(versions, others)
	if len(versions) == 0 {
		v.Add("method "+document.QuoteShort(method)+" belongs to no version", false)
	} else if !outvoted {
		v.Add("method "+method, true, versions...)
	}
	for _, of := range others {
		for _, e := range of.Evidence {
			v.Add(e.Text, e.Strong, e.Versions...)
		}
	}
	if outvoted {
		v.Add("method "+method, true, versions...)
	}
	binding.WeighHeaders(&v, r.Header)
	binding.WeighHint(&v, a2a.JSONRPC, r.URL, r.Hint)
	return a2a.Identity{Versions: v.Versions, Binding: a2a.JSONRPC, Op: op, Evidence: v.Evidence}, true
}

func (Binding) Write(d version.Dialect, endpoint, rpcID string, c *a2a.Call) (binding.HTTP, []a2a.Loss, error) {
	method, ok := d.Method(c.Op)
	if !ok {
		return binding.HTTP{}, nil, fmt.Errorf("version %s has no %s; choose a newer version", d.Version(), c.Op)
	}
	params, losses, err := binding.Params(d, c)
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	body := []byte(`{"jsonrpc":"2.0"`)
	if rpcID != "" {
		if !json.Valid([]byte(rpcID)) {
			return binding.HTTP{}, nil, fmt.Errorf("JSON-RPC id %q is not JSON: put quotes around a string", rpcID)
		}
		body = fmt.Appendf(body, `,"id":%s`, rpcID)
	}
	if params == nil {
		params = json.RawMessage(`{}`)
	}
	body = fmt.Appendf(body, `,"method":%s,"params":%s}`, document.Quoted(method), params)
	h := binding.Headers(d, binding.Accepts(c.Op))
	h.Set("Content-Type", "application/json")
	return binding.HTTP{Method: http.MethodPost, URL: endpoint, Header: h, Body: body}, losses, nil
}

// Result writes an agent's response for a success or, with a streaming op, the data of one event. id is the
// request's id as JSON; nil writes null.
func Result(d a2a.Dialect, id []byte, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	result, err := binding.Result(d, op, r)
	if err != nil {
		return nil, err
	}
	if result == nil {
		result = json.RawMessage(`null`)
	}
	return fmt.Appendf(answerTo(id), `,"result":%s}`, result), nil
}

// Failure writes an agent's response for an error. An error without its own code or data gets the version's.
func Failure(d a2a.Dialect, id []byte, e *a2a.Error) []byte {
	code := cmp.Or(e.Code, d.ErrorCode(e.Name))
	message, _ := json.Marshal(binding.Text(e)) // a string always encodes
	b := fmt.Appendf(answerTo(id), `,"error":{"code":%d,"message":%s`, code, message)
	if data := d.EncodeErrorData(e); data != nil {
		b = fmt.Appendf(b, `,"data":%s`, data)
	}
	return append(b, "}}"...)
}

func (b Binding) Fail(d version.Dialect, rpcID string, streamed bool, e *a2a.Error) (wire.Head, []byte) {
	return b.Failed(http.StatusOK, "application/json", streamed, Failure(d, []byte(rpcID), e))
}

func answerTo(id []byte) []byte {
	if len(id) == 0 {
		id = []byte("null")
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s`, id)
}

// ReadRequest reads a call. For anything else it reports why it is not one.
func (Binding) ReadRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	e := r.JSON()
	if !e.Call() {
		return readOther(id, r)
	}
	out := binding.Reading(id, a2a.KindCall, r.Body)
	out.ID = e.ID.Raw
	found := slices.Concat(checkCall(id, r), binding.CheckVersion(id, r), checkDraft(e))
	d := registry.Speaker(id)
	switch method := e.Method.Text(); {
	case id.Op == "" && binding.OtherProtocol(r) == "MCP":
		out.Kind, found = a2a.KindNone, []a2a.Problem{document.Unplaced("READ-01/relative", a2a.SeverityInfo, "",
			"method "+document.QuoteShort(method)+" belongs to MCP, which is not an A2A binding: recorded and shown as it is")}
	case id.Op == "":
		out.Kind = a2a.KindNone
		severity, more := a2a.SeverityWarning, ""
		if binding.OtherProtocol(r) != "" {
			severity, more = a2a.SeverityInfo, "; it may belong to an extension"
		}
		found = append(found, document.Problem("REQ-23/unknown", severity, "$.method", e.Method, "JSON-RPC 2.0 §5.1",
			"no version has a method "+document.QuoteShort(method)+more))
	case d == nil:
		out.Kind = a2a.KindNone
		found = append(found, binding.NotRead(id))
		r.Call = &a2a.Call{Op: id.Op}
	default:
		if _, of := registry.MethodOf(e.Method.Text()); len(of) > 0 && len(evidence.Common(id.Versions, of)) == 0 {
			own, _ := d.Method(id.Op)
			found = append(found, document.Problem("REQ-23", a2a.SeverityError, "$.method", e.Method, "JSON-RPC 2.0 §5.1",
				"method "+document.QuoteShort(e.Method.Text())+" belongs to "+a2a.Identity{Versions: of}.Label()+"; the rest is read as "+string(d.Version())+", which has "+cmp.Or(own, "no such operation")))
		}
		var ps []a2a.Problem
		r.Call, ps = d.ReadParamsAt(id.Op, e.Params)
		out.Call = r.Call
		if !e.Params.Present() || e.Params.IsKind('{') { // otherwise it has been reported
			found = append(found, document.Under("$.params", e.Params, ps)...)
		}
	}
	return binding.AddFound(out, e, found)
}

// readOther reports why a request is not a call.
func readOther(id a2a.Identity, r *binding.Request) a2a.Reading {
	out, e := binding.Reading(id, a2a.KindNone, r.Body), r.JSON()
	out.Repaired = e.Doc.Repaired()
	say := func(severity a2a.Severity, spec, message string) {
		out.Problems = []a2a.Problem{document.Problem("RPC-04/object", severity, "$", e.Value, spec, message)}
	}
	t := wire.MediaType(r.Header)
	switch blank := document.Blank(r.Body); {
	case blank && id.Binding == a2a.JSONRPC:
		if out.Problems = checkPost(r); out.Problems == nil && !r.Cut {
			out.Problems = []a2a.Problem{document.Unplaced("RPC-04/object", a2a.SeverityError, "JSON-RPC 2.0 §4", "the request has no body")}
		}
	case blank:
	case id.Binding == "" && e.Doc.Unreadable && t != "" && t != "text/plain" && !strings.HasSuffix(t, "json"):
		out.Problems = []a2a.Problem{document.Unplaced("READ-01/relative", a2a.SeverityInfo, "", "Content-Type is "+
			document.QuoteShort(t)+", which no A2A binding uses: recorded and shown as it is")}
	case e.Doc.Unreadable || e.Doc.CutOff():
		out.Problems = e.Doc.Problems
	case e.IsKind('['):
		say(a2a.SeverityError, "JSON-RPC 2.0 §6", "an array of requests: no version of A2A has batches; send one object at a time")
	case !e.Object:
		out.Repaired = nil
		say(a2a.SeverityError, "JSON-RPC 2.0 §4", "not a JSON object, so not a JSON-RPC request")
	case e.Version.Present() && !e.Result.Present() && !e.Err.Present():
		say(a2a.SeverityError, "JSON-RPC 2.0 §4", "the method is "+binding.OrMissing(e.Method)+"; it must be a string")
	default:
		say(a2a.SeverityInfo, "JSON-RPC 2.0 §4", "a JSON object without a method: not a JSON-RPC request, nor anything else that the console reads")
	}
	return out
}

// checkCall checks the envelope of a request, and how it was sent.
func checkCall(id a2a.Identity, r *binding.Request) []a2a.Problem {
	ps, e := checkPost(r), r.JSON()
	if t := wire.MediaType(r.Header); r.Header != nil && t != "application/json" && t != "application/a2a+json" {
		ps = append(ps, document.Unplaced("RPC-02", a2a.SeverityError, sections(id).Envelope,
			"Content-Type is "+document.QuoteShort(r.Header.Get("Content-Type"))+"; JSON-RPC requests are application/json"))
	}
	ps = append(ps, checkEnvelope("RPC-04", e)...)
	ps = append(ps, checkRequestID(id, e)...)
	if e.Params.Present() && !e.Params.IsKind('{') {
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

// checkEnvelope checks the jsonrpc member of a request or response, and reports duplicate members: parsers
// differ in which one they use.
func checkEnvelope(check string, e *document.Envelope) (ps []a2a.Problem) {
	for _, name := range e.Duplicates {
		ps = append(ps, document.Problem("FORM-02", a2a.SeverityWarning, "$."+name, *e.Member(name), "RFC 8259 §4", "Member "+document.QuoteShort(name)+" occurs more than once; the last one is read"))
	}
	if e.Version.Text() == "2.0" {
		return ps
	}
	return append(ps, document.Problem(check, a2a.SeverityError, "$.jsonrpc", e.Version, "JSON-RPC 2.0 §4", "Member jsonrpc is "+cmp.Or(document.Quote(e.Version), "missing")+`; it must be "2.0"`))
}

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
		return say("RPC-06", severity, sections(id).Request, "The id is missing: JSON-RPC calls this a notification, which gets no answer")
	case e.ID.Null():
		return say("RPC-07", a2a.SeverityWarning, spec, "The id is null; use a string or an integer")
	case e.ID.IsKind('0') && bytes.ContainsAny(e.ID.Raw, ".eE"):
		return say("RPC-07", a2a.SeverityWarning, spec, "The id "+document.Quote(e.ID)+" has a fraction or an exponent; use a string or an integer")
	case !e.ID.IsKind('"') && !e.ID.IsKind('0'):
		return say("RPC-06", a2a.SeverityError, spec, "The id is "+document.TypeName(e.ID)+"; it must be a string or an integer")
	}
	return nil
}

// checkDraft reports a method name that only a draft had.
func checkDraft(e *document.Envelope) []a2a.Problem {
	method := e.Method.Text()
	d, v := registry.DraftOf(method)
	if v == nil {
		return nil
	}
	official, _ := v.Method(d.Op)
	text := "method " + document.QuoteShort(method) + " belongs to " + d.From + "; " + string(v.Version()) + " has " + cmp.Or(official, "no such operation")
	return []a2a.Problem{document.Problem("REQ-23", a2a.SeverityWarning, "$.method", e.Method, d.Spec, text)}
}
