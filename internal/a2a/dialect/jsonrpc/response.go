package jsonrpc

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// readAnswer reads a JSON-RPC response: a whole body, or one event of a stream.
func readAnswer(id a2a.Identity, r *binding.Request, e *document.Envelope) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, e.Doc.Raw)
	out.ID = e.ID.Raw
	found := append(checkEnvelope("RPC-05", e), checkAnswerID(id, r, e)...)
	switch {
	case e.Err.Present() && !e.Err.Null() && !(e.Err.IsKind('f') && e.Result.IsKind('{')):
		found = append(found, readError(id, r, e, &out)...)
		if e.Result.Present() && e.Result.Null() {
			found = append(found, besides("result", e.Result))
		} else if !e.Result.Null() {
			found = append(found, document.Problem("RPC-09", a2a.SeverityError, "$.result", e.Result, "JSON-RPC 2.0 §5", "result beside error; exactly one of them is allowed"))
		}
	case !e.Result.Present():
		out.Kind = a2a.KindEmpty
		found = append(found, noResult(id, e))
	default:
		if e.Err.Present() {
			found = append(found, besides("error", e.Err))
		}
		found = append(found, binding.ReadResult(id, r, e, &out)...)
	}
	return binding.AddFound(out, e, found)
}

// besides reports a result or error that is null or false while the other is present. Most clients accept null.
func besides(name string, v document.Value) a2a.Problem {
	severity := a2a.SeverityWarning
	if !v.Null() {
		severity = a2a.SeverityError
	}
	return document.Problem("RPC-09", severity, "$."+name, v, "JSON-RPC 2.0 §5", "member "+name+" is "+document.Quote(v)+"; leave out the one of result and error that does not apply")
}

// noResult reports a success with neither result nor error. Official SDKs send it where the result would be
// void.
func noResult(id a2a.Identity, e *document.Envelope) a2a.Problem {
	if id.Op == a2a.DeletePushConfig && registry.Rules(id).Calls.VoidDelete {
		return document.Problem("RPC-15", a2a.SeverityWarning, "$", e.Value, sections(id).Delete, "neither result nor error; a deletion is answered with result: null")
	}
	return document.Problem("RPC-09", voidSeverity(id), "$", e.Value, "JSON-RPC 2.0 §5", "neither result nor error; exactly one of them is required")
}

// voidSeverity returns the severity of an answer that carries nothing.
func voidSeverity(id a2a.Identity) a2a.Severity {
	if id.Op == a2a.DeletePushConfig {
		return a2a.SeverityWarning
	}
	return a2a.SeverityError
}

func checkAnswerID(id a2a.Identity, r *binding.Request, e *document.Envelope) []a2a.Problem {
	asked, failed := r.JSON(), e.Err.Present()
	check, message := "RPC-08", ""
	if id.Op.Streams() {
		check = "SSE-03"
	}
	switch {
	case asked.Call() && !asked.ID.Present(): // a notification needs no answer
		return nil
	case !e.ID.Present() && failed:
		check, message = "RPC-14", "The id is missing from the error; it must be the request's, or null"
	case !e.ID.Present():
		message = "The id is missing; it must be the request's"
	case !asked.Call() || asked.ID.Null(): // nothing to compare with
		return nil
	case repeatsID(asked, e.ID), e.ID.Null() && unreadable(r):
		return nil
	case e.ID.Null() && failed:
		message = "The id is null, although the request's, " + document.Quote(asked.ID) + ", could be read"
	default:
		message = "The id is " + document.Quote(e.ID) + "; the request's is " + document.Quote(asked.ID)
	}
	return []a2a.Problem{document.Problem(check, a2a.SeverityError, "$.id", e.ID, "JSON-RPC 2.0 §5", message)}
}

// repeatsID reports whether id is the request's. Of a request with several ids any one will do: parsers
// differ in which one they use.
func repeatsID(asked *document.Envelope, id document.Value) (found bool) {
	asked.Each(func(name string, member document.Value) bool {
		found = name == "id" && document.SameJSON(id.Raw, member.Raw)
		return !found
	})
	return found
}

// unreadable reports whether an agent may be unable to read the request's id: JSON-RPC does not allow that
// id, the body is not strict JSON, nests too deeply for most parsers or has duplicate members, or its media
// type or encoding is wrong.
func unreadable(r *binding.Request) bool {
	asked := r.JSON()
	return r.Coding != nil || !asked.ID.IsKind('"') && !asked.ID.IsKind('0') || !asked.Doc.Strict() || len(asked.Duplicates) > 0 || r.Header != nil && wire.MediaType(r.Header) != "application/json"
}

func readError(id a2a.Identity, r *binding.Request, e *document.Envelope, out *a2a.Reading) []a2a.Problem {
	out.Kind = a2a.KindError
	found := checkError(e.Err)
	code, _ := binding.CodeOf(e.Err)
	data := e.Err.Get("data")
	out.Error = &a2a.Error{Code: code, Message: e.Err.Get("message").Text(), Name: binding.NameOf(id, code)}
	if data.Present() && !data.Null() {
		out.Error.Data = data.Raw
	}
	if inner := data.Get("error"); inner.Get("code").IsKind('0') {
		found = append(found, nested(id, inner, out.Error))
	} else if d := registry.Speaker(id); d != nil && (!data.Present() || !data.Null()) {
		found = append(found, document.Under("$.error.data", data, d.CheckErrorData(code, data.Raw))...)
	}
	return append(found, checkCode(id, r, e, out.Error)...)
}

// ReadResponse reads a plain response or the head of a stream.
func (Binding) ReadResponse(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	if binding.Streams("", resp.Kind()) {
		return binding.ReadStreamHead(id, resp, sections(id).StreamBody, "RPC-03/stream", sections(id).Envelope)
	}
	if document.Blank(resp.Body) {
		return readNothing(id, r, resp)
	}
	var head []a2a.Problem
	if t := wire.MediaType(resp.Header); resp.Header != nil && t != "application/json" {
		head = append(head, binding.CheckType("RPC-03", a2a.SeverityError, resp, sections(id).Envelope, "JSON-RPC responses are application/json"))
	}
	e := r.Response(resp.Body, "RPC-09/json", "JSON-RPC 2.0 §5")
	if !e.Answer() {
		return readNoAnswer(id, r, resp, e, head)
	}
	out := readAnswer(id, r, e)
	if id.Op.Streams() && out.Kind != a2a.KindError {
		head = binding.NoStream(head, resp, sections(id).StreamBody)
	}
	if own := wire.DeniesAccess(resp.Status) || binding.IsOfHTTP(resp.Status); out.Kind == a2a.KindError && resp.Status != 0 && resp.Status != http.StatusOK && !own {
		head = append(head, document.Unplaced("RPC-16", a2a.SeverityInfo, "JSON-RPC over HTTP",
			fmt.Sprintf("the error was sent with HTTP %d; most agents send JSON-RPC errors with 200", resp.Status)))
	}
	out.Problems = slices.Concat(head, binding.CheckChallenge(resp), out.Problems)
	return out
}

func readNothing(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	out, moved := binding.ReadMoved(id, resp, sections(id).Envelope)
	switch {
	case moved:
	case wire.DeniesAccess(resp.Status):
		out.Problems = []a2a.Problem{binding.CheckBarred(r, resp)}
	case binding.IsHTTPRefusal(id, r, resp, http.MethodPost):
		out.Problems = nil
	case resp.Status < 400 && r.JSON().Call() && !r.JSON().ID.Present(): // a notification, by its request
		out.Kind, out.Problems = a2a.KindEmpty, nil
	default:
		if id.Op == a2a.DeletePushConfig && resp.Status < 400 {
			out.Kind = a2a.KindEmpty
		}
		brings := "without a body"
		if len(resp.Body) > 0 {
			brings = "with a blank body"
		}
		out.Problems = []a2a.Problem{document.Unplaced("RPC-09", voidSeverity(id), "JSON-RPC 2.0 §5",
			fmt.Sprintf("HTTP %d %s; a JSON-RPC response was expected", resp.Status, brings))}
	}
	return out
}

// readNoAnswer reports why a body is not a JSON-RPC response. Where HTTP itself refuses the request, by access
// control or by the status, the body may have any form.
func readNoAnswer(id a2a.Identity, r *binding.Request, resp binding.Message, e *document.Envelope, head []a2a.Problem) a2a.Reading {
	as := a2a.Identity{Versions: id.Versions, Binding: a2a.REST, Op: id.Op} // in case the server speaks HTTP+JSON here
	failure, failed := rest.ReadFailure(as, resp.Status, e)
	out := binding.Reading(id, a2a.KindNone, resp.Body)
	if failed {
		out.Kind, out.Error = a2a.KindError, failure.Error
	}
	if wire.DeniesAccess(resp.Status) {
		out.Problems = []a2a.Problem{binding.CheckBarred(r, resp)}
		return out
	}
	if binding.IsHTTPRefusal(id, r, resp, http.MethodPost) {
		return out
	}
	out.Repaired = e.Doc.Repaired()
	say := func(check, message string) a2a.Problem {
		return document.Problem(check, a2a.SeverityError, "$", e.Value, "JSON-RPC 2.0 §5", message)
	}
	const elsewhere = " in the form of HTTP+JSON answers a JSON-RPC call: this URL seems to be for HTTP+JSON"
	switch own := append(head, e.Doc.Problems...); {
	case e.Doc.Unreadable && binding.IsPage(resp.Body):
		out.Problems = append([]a2a.Problem{document.Unplaced("RPC-09/page", a2a.SeverityError, "JSON-RPC 2.0 §5", binding.PageWords(resp)+"; a JSON-RPC response was expected")}, head...)
	case e.Doc.Unreadable:
		out.Problems = own
	case evidence.Wrapped(e.Value) != "":
		out = rest.ReadResult(as, r, e)
		out.Binding = id.Binding
		out.Problems = append(append(head, say("RPC-09/binding", "a result"+elsewhere)), out.Problems...)
	case failed && e.Value.Has("title"): // frameworks and gateways also write those
		out.Problems = append(own, say("RPC-09", "RFC 9457 problem details; a JSON-RPC response was expected"))
	case failed:
		out.Problems = append(own, say("RPC-09/binding", "an error"+elsewhere))
	case e.Doc.CutOff(): // result or error may have been cut off
		out.Problems = own
	default:
		out.Problems = append(own, say("RPC-09", document.TypeName(e.Value)+" that is not a JSON-RPC response: it has neither result nor error"))
	}
	return out
}

func (Binding) ReadEvent(id a2a.Identity, r *binding.Request, f wire.Frame, e *document.Envelope) a2a.Reading {
	return binding.ReadFrame(id, f, e, sections(id).StreamBody, "JSON-RPC response", func() a2a.Reading {
		if e.Answer() {
			return readAnswer(id, r, e)
		}
		out := binding.Reading(id, a2a.KindNone, f.Data)
		out.Repaired = e.Doc.Repaired()
		out.Problems = append(e.Doc.Problems, document.Problem("SSE-02/response", a2a.SeverityError, "$", e.Value, sections(id).StreamBody,
			document.TypeName(e.Value)+" that is not a JSON-RPC response"))
		return out
	})
}

func sections(id a2a.Identity) *version.Sections { return &registry.Rules(id).Sections }

func checkError(v document.Value) []a2a.Problem {
	if !v.IsKind('{') {
		return []a2a.Problem{document.Problem("RPC-10", a2a.SeverityError, "$.error", v, "JSON-RPC 2.0 §5.1", "Member error is "+document.TypeName(v)+"; it must be an object")}
	}
	var ps []a2a.Problem
	code, message := v.Get("code"), v.Get("message")
	if _, ok := binding.CodeOf(v); !ok {
		ps = append(ps, document.Problem("RPC-10", a2a.SeverityError, "$.error.code", code, "JSON-RPC 2.0 §5.1", "The code is "+binding.OrMissing(code)+"; it must be a 32-bit integer"))
	}
	if !message.IsKind('"') {
		ps = append(ps, document.Problem("RPC-10", a2a.SeverityError, "$.error.message", message, "JSON-RPC 2.0 §5.1", "The message is "+binding.OrMissing(message)+"; it must be a string"))
	}
	return ps
}

// nested extracts the real error from error.data, where Google's 0.1 JavaScript server puts the response that
// it meant to send.
func nested(id a2a.Identity, inner document.Value, e *a2a.Error) a2a.Problem {
	outer := e.Code
	e.Code, _ = binding.CodeOf(inner)
	e.Name = binding.NameOf(id, e.Code)
	if m := inner.Get("message").Text(); m != "" {
		e.Message = m
	}
	return document.Problem("ERR-01/nested", a2a.SeverityWarning, "$.error.data.error", inner, "JSON-RPC 2.0 §5.1",
		fmt.Sprintf("the real error, %d, is inside error.data; the outer code is %d", e.Code, outer))
}

// checkCode checks that the error has the right code.
func checkCode(id a2a.Identity, r *binding.Request, e *document.Envelope, err *a2a.Error) []a2a.Problem {
	if _, ok := binding.CodeOf(e.Err); !ok {
		return nil
	}
	say := func(check string, severity a2a.Severity, spec, message string) []a2a.Problem {
		return []a2a.Problem{document.Problem(check, severity, "$.error.code", e.Err.Get("code"), spec, message)}
	}
	d, asked := registry.Speaker(id), r.JSON()
	// A server that refuses the request's Content-Type, which is not JSON's, need not parse the body.
	refused := err.Name == a2a.ContentTypeNotSupported && wire.MediaType(r.Header) != "application/json"
	switch {
	case asked.Call() && !r.Cut && id.Op == "" && binding.OtherProtocol(r) == "" && err.Name != a2a.MethodNotFound:
		return say("RPC-11", a2a.SeverityError, "JSON-RPC 2.0 §5.1", fmt.Sprintf("The code is %d for method %s, which no version has; -32601 was expected", err.Code, document.QuoteShort(asked.Method.Text())))
	case r.IsNoJSON() && err.Name != a2a.ParseError && !refused:
		return say("RPC-13", a2a.SeverityError, "JSON-RPC 2.0 §5.1", fmt.Sprintf("The code is %d for a request that is not JSON; -32700 was expected", err.Code))
	case d != nil && (err.Name == a2a.OtherError || d.ErrorCode(err.Name) != err.Code):
		return say("ERR-01", a2a.SeverityWarning, sections(id).Errors, fmt.Sprintf("Code %d is not one of this version's", err.Code))
	}
	return nil
}
