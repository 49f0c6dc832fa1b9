package dialect

import (
	"fmt"
	"strconv"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// nameOf names an error code in the version an exchange speaks. Those of
// JSON-RPC and the first five of A2A mean the same in all versions.
func nameOf(id a2a.Identity, code int) a2a.ErrorName {
	if d := registry.Speaker(id); d != nil {
		return d.ErrorName(code)
	}
	if code == -32700 || code >= -32603 && code <= -32600 || code >= -32005 && code <= -32001 {
		return All()[0].ErrorName(code)
	}
	return a2a.OtherError
}

// checkError judges the shape of an error object.
func checkError(v document.Value) []a2a.Problem {
	if !v.Is('{') {
		return []a2a.Problem{document.Problem("RPC-10", a2a.SeverityError, "$.error", v, "JSON-RPC 2.0 §5.1", "Member error is "+document.TypeName(v)+"; it must be an object")}
	}
	var ps []a2a.Problem
	code, message := v.Get("code"), v.Get("message")
	if _, ok := codeOf(v); !ok {
		ps = append(ps, document.Problem("RPC-10", a2a.SeverityError, "$.error.code", code, "JSON-RPC 2.0 §5.1", "The code is "+orMissing(code)+"; it must be an integer of 32 bits"))
	}
	if !message.Is('"') {
		ps = append(ps, document.Problem("RPC-10", a2a.SeverityError, "$.error.message", message, "JSON-RPC 2.0 §5.1", "The message is "+orMissing(message)+"; it must be a string"))
	}
	return ps
}

// codeOf is an error object's code; false when that is no integer of a sane
// size.
func codeOf(v document.Value) (int, bool) {
	n, err := strconv.ParseInt(string(v.Get("code").Raw), 10, 32)
	if err != nil {
		return 0, false
	}
	return int(n), true
}

func orMissing(v document.Value) string {
	if !v.Present() {
		return "missing"
	}
	return document.TypeName(v)
}

// nested takes the real error out of error.data, where Google's 0.1 JavaScript
// server puts the whole response that it meant to send.
func nested(id a2a.Identity, inner document.Value, e *a2a.Error) a2a.Problem {
	outer := e.Code
	e.Code, _ = codeOf(inner)
	e.Name = nameOf(id, e.Code)
	if m := inner.Get("message").Text(); m != "" {
		e.Message = m
	}
	return document.Problem("ERR-01", a2a.SeverityWarning, "$.error.data.error", inner, "JSON-RPC 2.0 §5.1",
		fmt.Sprintf("the real error, %d, is inside error.data; the outer one says %d", e.Code, outer))
}

// checkCode judges which error was chosen.
func checkCode(id a2a.Identity, r *request, e *document.Envelope, err *a2a.Error) []a2a.Problem {
	at := e.Err.Get("code")
	if _, ok := codeOf(e.Err); !ok {
		return nil
	}
	unknown := r.env.Call() && id.Op == ""
	switch {
	case unknown && err.Name != a2a.MethodNotFound:
		return []a2a.Problem{document.Problem("RPC-11", a2a.SeverityError, "$.error.code", at, "JSON-RPC 2.0 §5.1",
			fmt.Sprintf("The code is %d for method %s, which no version has; -32601 was expected", err.Code, document.Brief(r.env.Method.Text())))}
	case r.env.Doc.Unreadable && err.Name != a2a.ParseError && !refusesType(r, err):
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
func refusesType(r *request, err *a2a.Error) bool {
	return err.Name == a2a.ContentTypeNotSupported && wire.MediaType(r.Header) != "application/json"
}

// foreign reports whether a code is none that the version defines.
func foreign(id a2a.Identity, err *a2a.Error) bool {
	d := registry.Speaker(id)
	return d != nil && (err.Name == a2a.OtherError || d.ErrorCode(err.Name) != err.Code)
}
