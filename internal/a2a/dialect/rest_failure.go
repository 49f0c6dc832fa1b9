package dialect

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
)

// errorShape reports whether a document is an error whatever the status says.
func errorShape(e *document.Envelope) bool {
	code := e.Value.Get("code")
	return e.Err.Is('{') || code.Is('0') && e.Value.Get("message").Is('"') ||
		e.Value.Get("type").Is('"') && e.Value.Get("title").Is('"') && e.Value.Get("status").Is('0')
}

// statusShape reports whether a document is an error that can only be one over
// HTTP+JSON: its number is an HTTP status.
func statusShape(e *document.Envelope) bool {
	if !errorShape(e) {
		return false
	}
	form, at, _ := failureIn(e)
	code, ok := codeOf(at)
	return form == problemForm || form == statusForm && ok && code >= 400 && code < 600
}

// failureForm is one of the ways in which errors are written over HTTP+JSON.
type failureForm string

const (
	statusForm  failureForm = "google.rpc.Status in a member error"
	codeForm    failureForm = "JSON-RPC's error object without its envelope"
	problemForm failureForm = "RFC 9457 problem details"
	textForm    failureForm = "a message alone"
)

// readFailure reads an error's body. status is HTTP's, 0 inside a stream.
func readFailure(id a2a.Identity, status int, e *document.Envelope) a2a.Reading {
	out := reading(id, a2a.KindError, e.Doc.Raw)
	out.Repaired = e.Doc.Repaired()
	form, at, path := failureIn(e)
	out.Error = rest.ByStatus(id, status)
	if m := firstText(at.Get("message"), at.Get("detail"), at.Get("title"), e.Value.Get("error"), at.Get("error_description")); m != "" {
		out.Error.Message = m
	}
	if code, ok := codeOf(at); ok {
		out.Error.Code = code
	} else if n, err := strconv.Atoi(string(at.Get("status").Raw)); err == nil && form == problemForm {
		out.Error.Code = n
	}
	if code, ok := codeOf(e.Value); ok && code < 0 {
		out.Error.Code = code // JSON-RPC's says the most
	}
	if details := at.Get("details"); !details.Null() {
		out.Error.Data = details.Raw
	} else if data := at.Get("data"); !data.Null() {
		out.Error.Data = data.Raw
	}
	out.Error.Name = failureName(id, out.Error, at)
	var found []a2a.Problem
	if v := registry.RESTRules(id); v.REST.StatusBody {
		found = checkFailure(v, form, path, status, at, e, out.Error)
	} else {
		found = checkFreeFailure(v, form, path, status, at, e, out.Error)
	}
	out.Problems = append(e.Doc.Problems, e.Doc.Home(found)...)
	return out
}

// failureIn finds the error in a body: how it is written, and where.
func failureIn(e *document.Envelope) (failureForm, document.Value, string) {
	switch {
	case e.Err.Is('{'):
		return statusForm, e.Err, "$.error"
	case e.Value.Get("code").Is('0'):
		return codeForm, e.Value, "$"
	case e.Value.Has("title") || e.Value.Get("status").Is('0'):
		return problemForm, e.Value, "$"
	}
	return textForm, e.Value, "$"
}

// failureName names an error: by its ErrorInfo, else by a number of JSON-RPC's,
// else by its type, else by what the HTTP status says.
func failureName(id a2a.Identity, e *a2a.Error, at document.Value) a2a.ErrorName {
	name := a2a.OtherError
	at.Get("details").Each(func(_ string, d document.Value) bool {
		if n := rest.ByReason(d.Get("reason").Text()); n != a2a.OtherError {
			name = n
		}
		if strings.HasSuffix(d.Get("@type").Text(), "google.rpc.BadRequest") && name == a2a.OtherError {
			name = a2a.InvalidParams
		}
		return true
	})
	switch {
	case name != a2a.OtherError:
		return name
	case at.Get("status").Text() == "INVALID_ARGUMENT":
		return a2a.InvalidParams
	case e.Code < 0:
		return nameOf(id, e.Code)
	}
	kind := at.Get("type").Text()
	if n := rest.ByReason(kind[strings.LastIndexByte(kind, '/')+1:]); n != a2a.OtherError {
		return n
	}
	if e.Name == a2a.OtherError && e.Code >= 400 {
		return rest.ByStatus(id, e.Code).Name
	}
	return e.Name
}

func firstText(vs ...document.Value) string {
	for _, v := range vs {
		if s := v.Text(); s != "" {
			return s
		}
	}
	return ""
}
