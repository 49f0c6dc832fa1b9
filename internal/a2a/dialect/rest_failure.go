package dialect

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// errorShape reports whether a document is an error whatever the status says.
func errorShape(e *envelope) bool {
	code := e.value.get("code")
	return e.err.is('{') || code.is('0') && e.value.get("message").is('"') ||
		e.value.get("type").is('"') && e.value.get("title").is('"') && e.value.get("status").is('0')
}

// statusShape reports whether a document is an error that can only be one over
// HTTP+JSON: its number is an HTTP status.
func statusShape(e *envelope) bool {
	if !errorShape(e) {
		return false
	}
	form, at, _ := e.failure()
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
func readFailure(id a2a.Identity, status int, e *envelope) a2a.Reading {
	out := reading(id, a2a.KindError, e.doc.raw)
	out.Lenient = e.doc.repaired()
	form, at, path := e.failure()
	out.Error = byStatus(id, status)
	if m := firstText(at.get("message"), at.get("detail"), at.get("title"), e.value.get("error"), at.get("error_description")); m != "" {
		out.Error.Message = m
	}
	if code, ok := codeOf(at); ok {
		out.Error.Code = code
	} else if n, err := strconv.Atoi(string(at.get("status").raw)); err == nil && form == problemForm {
		out.Error.Code = n
	}
	if code, ok := codeOf(e.value); ok && code < 0 {
		out.Error.Code = code // JSON-RPC's says the most
	}
	if details := at.get("details"); !details.null() {
		out.Error.Data = details.raw
	} else if data := at.get("data"); !data.null() {
		out.Error.Data = data.raw
	}
	out.Error.Name = failureName(id, out.Error, at)
	var found []a2a.Problem
	if modern(id) {
		found = checkFailure(form, path, status, at, e, out.Error)
	} else {
		found = checkOldFailure(form, path, status, at, e, out.Error)
	}
	out.Problems = append(e.doc.problems, e.doc.home(found)...)
	return out
}

// failure finds the error in a body: how it is written, and where.
func (e *envelope) failure() (failureForm, value, string) {
	switch {
	case e.err.is('{'):
		return statusForm, e.err, "$.error"
	case e.value.get("code").is('0'):
		return codeForm, e.value, "$"
	case e.value.has("title") || e.value.get("status").is('0'):
		return problemForm, e.value, "$"
	}
	return textForm, e.value, "$"
}

// failureName names an error: by its ErrorInfo, else by a number of JSON-RPC's,
// else by its type, else by what the HTTP status says.
func failureName(id a2a.Identity, e *a2a.Error, at value) a2a.ErrorName {
	name := a2a.OtherError
	at.get("details").each(func(_ string, d value) bool {
		if n := byReason(d.get("reason").text()); n != a2a.OtherError {
			name = n
		}
		if strings.HasSuffix(d.get("@type").text(), "google.rpc.BadRequest") && name == a2a.OtherError {
			name = a2a.InvalidParams
		}
		return true
	})
	switch {
	case name != a2a.OtherError:
		return name
	case at.get("status").text() == "INVALID_ARGUMENT":
		return a2a.InvalidParams
	case e.Code < 0:
		return nameOf(id, e.Code)
	}
	kind := at.get("type").text()
	if n := byReason(kind[strings.LastIndexByte(kind, '/')+1:]); n != a2a.OtherError {
		return n
	}
	if e.Name == a2a.OtherError && e.Code >= 400 {
		return byStatus(id, e.Code).Name
	}
	return e.Name
}

func firstText(vs ...value) string {
	for _, v := range vs {
		if s := v.text(); s != "" {
			return s
		}
	}
	return ""
}
