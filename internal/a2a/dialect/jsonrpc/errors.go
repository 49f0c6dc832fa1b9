package jsonrpc

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// checkError judges the shape of an error object.
func checkError(v document.Value) []a2a.Problem {
	if !v.Is('{') {
		return []a2a.Problem{document.Problem("RPC-10", a2a.SeverityError, "$.error", v, "JSON-RPC 2.0 §5.1", "Member error is "+document.TypeName(v)+"; it must be an object")}
	}
	var ps []a2a.Problem
	code, message := v.Get("code"), v.Get("message")
	if _, ok := binding.CodeOf(v); !ok {
		ps = append(ps, document.Problem("RPC-10", a2a.SeverityError, "$.error.code", code, "JSON-RPC 2.0 §5.1", "The code is "+binding.OrMissing(code)+"; it must be an integer of 32 bits"))
	}
	if !message.Is('"') {
		ps = append(ps, document.Problem("RPC-10", a2a.SeverityError, "$.error.message", message, "JSON-RPC 2.0 §5.1", "The message is "+binding.OrMissing(message)+"; it must be a string"))
	}
	return ps
}

// nested takes the real error out of error.data, where Google's 0.1 JavaScript
// server puts the whole response that it meant to send.
func nested(id a2a.Identity, inner document.Value, e *a2a.Error) a2a.Problem {
	outer := e.Code
	e.Code, _ = binding.CodeOf(inner)
	e.Name = binding.NameOf(id, e.Code)
	if m := inner.Get("message").Text(); m != "" {
		e.Message = m
	}
	return document.Problem("ERR-01", a2a.SeverityWarning, "$.error.data.error", inner, "JSON-RPC 2.0 §5.1",
		fmt.Sprintf("the real error, %d, is inside error.data; the outer one says %d", e.Code, outer))
}

// checkCode judges which error was chosen.
func checkCode(id a2a.Identity, r *binding.Request, e *document.Envelope, err *a2a.Error) []a2a.Problem {
	at := e.Err.Get("code")
	if _, ok := binding.CodeOf(e.Err); !ok {
		return nil
	}
	unknown := r.JSON().Call() && id.Op == ""
	switch {
	case unknown && err.Name != a2a.MethodNotFound:
		return []a2a.Problem{document.Problem("RPC-11", a2a.SeverityError, "$.error.code", at, "JSON-RPC 2.0 §5.1",
			fmt.Sprintf("The code is %d for method %s, which no version has; -32601 was expected", err.Code, document.Brief(r.JSON().Method.Text())))}
	case r.JSON().Doc.Unreadable && err.Name != a2a.ParseError && !refusesType(r, err):
		return []a2a.Problem{document.Problem("RPC-13", a2a.SeverityError, "$.error.code", at, "JSON-RPC 2.0 §5.1",
			fmt.Sprintf("The code is %d for a request that is not JSON; -32700 was expected", err.Code))}
	case foreign(id, err):
		return []a2a.Problem{document.Problem("ERR-01", a2a.SeverityWarning, "$.error.code", at, sections(id).Errors,
			fmt.Sprintf("Code %d is not one of this version's", err.Code))}
	}
	return nil
}

// refusesType reports whether an error says that the request's Content-Type is
// not JSON's, which it is not: whoever refuses that need not read the body.
func refusesType(r *binding.Request, err *a2a.Error) bool {
	return err.Name == a2a.ContentTypeNotSupported && wire.MediaType(r.Header) != "application/json"
}

// foreign reports whether a code is none that the version defines.
func foreign(id a2a.Identity, err *a2a.Error) bool {
	d := registry.Speaker(id)
	return d != nil && (err.Name == a2a.OtherError || d.ErrorCode(err.Name) != err.Code)
}
