package rest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// errorShape reports whether a document looks like an error, whatever its status.
func errorShape(e *document.Envelope) bool {
	code := e.Value.Get("code")
	return e.Err.IsKind('{') || code.IsKind('0') && e.Value.Get("message").IsKind('"') ||
		e.Value.Get("type").IsKind('"') && e.Value.Get("title").IsKind('"') && e.Value.Get("status").IsKind('0')
}

// ReadFailure reads a document that can only be an HTTP+JSON error: problem details, or an error
// whose code is an HTTP status. It returns false for any other.
func ReadFailure(id a2a.Identity, status int, e *document.Envelope) (a2a.Reading, bool) {
	f := failureIn(e)
	code, ok := binding.CodeOf(f.value)
	if !errorShape(e) || f.form != problemForm && (f.form != statusForm || !ok || code < 400 || code >= 600) {
		return a2a.Reading{}, false
	}
	return readFailure(id, status, e), true
}

// failureForm is a form in which servers write errors over HTTP+JSON.
type failureForm string

const (
	statusForm  failureForm = "google.rpc.Status in the member \"error\""
	codeForm    failureForm = "JSON-RPC's error object without its envelope"
	problemForm failureForm = "RFC 9457 problem details"
	textForm    failureForm = "a message alone"
	ownForm     failureForm = "an object of the server's own"
)

type failure struct {
	form   failureForm
	value  document.Value // where the document has it
	path   string
	status int // of HTTP; 0 inside a stream
	err    *a2a.Error
	found  []a2a.Problem
}

func failureIn(e *document.Envelope) failure {
	f := failure{form: textForm, value: e.Value, path: "$"}
	switch {
	case e.Err.IsKind('{'):
		f.form, f.value, f.path = statusForm, e.Err, "$.error"
	case e.Value.Get("code").IsKind('0'):
		f.form = codeForm
	case e.Value.Has("title"):
		f.form = problemForm
	case !f.isTextAlone():
		f.form = ownForm
	}
	return f
}

// isTextAlone reports whether an error has at most one member, a string under any name.
func (f *failure) isTextAlone() bool {
	members, texts := 0, 0
	f.value.Each(func(_ string, v document.Value) bool {
		members++
		if v.IsKind('"') {
			texts++
		}
		return true
	})
	return members == texts && members <= 1
}

// readFailure reads an error's body. status is the HTTP status; 0 inside a stream.
func readFailure(id a2a.Identity, status int, e *document.Envelope) a2a.Reading {
	f := failureIn(e)
	f.status, f.err = status, binding.ByStatus(id, status)
	for _, v := range []document.Value{f.value.Get("message"), f.value.Get("detail"), f.value.Get("title"), e.Value.Get("error"), f.value.Get("error_description")} {
		f.err.Message = cmp.Or(f.err.Message, v.Text())
	}
	if code, ok := binding.CodeOf(f.value); ok {
		f.err.Code = code
	} else if n, err := strconv.Atoi(string(f.value.Get("status").Raw)); err == nil {
		f.err.Code = n
	}
	if code, ok := binding.CodeOf(e.Value); ok && code < 0 {
		f.err.Code = code // JSON-RPC's code says most
	}
	for _, name := range []string{"data", "details"} {
		if v := f.value.Get(name); !v.Null() {
			f.err.Data = v.Raw
		}
	}
	f.err.Name = failureName(id, f.err, f.value)
	if _, ok := binding.CodeOf(f.value); !ok && e.Doc.CutOff() {
		f.err.Name = "" // the code may have been cut off
	}
	if v := registry.RESTRules(id); v.REST.StatusBody {
		f.checkStatusBody(v, e)
	} else {
		f.checkAnyBody(v, e)
	}
	out := binding.Reading(id, a2a.KindError, e.Doc.Raw)
	out.Error = f.err
	return binding.AddFound(out, e, f.found)
}

// failureName names an error by its details or status, else by a JSON-RPC code, else by its type,
// else by the HTTP status.
func failureName(id a2a.Identity, e *a2a.Error, at document.Value) a2a.ErrorName {
	name := a2a.OtherError
	at.Get("details").Each(func(_ string, d document.Value) bool {
		if n := binding.ByReason(id, d.Get("reason").Text()); n != a2a.OtherError {
			name = n
		}
		if strings.HasSuffix(d.Get("@type").Text(), "google.rpc.BadRequest") && name == a2a.OtherError {
			name = a2a.InvalidParams
		}
		return true
	})
	kind := at.Get("type").Text()
	typed := binding.ByReason(id, kind[strings.LastIndexByte(kind, '/')+1:])
	switch {
	case name != a2a.OtherError:
		return name
	case at.Get("status").Text() == "INVALID_ARGUMENT":
		return a2a.InvalidParams
	case e.Code < 0:
		return binding.NameOf(id, e.Code)
	case typed != a2a.OtherError:
		return typed
	case e.Name == a2a.OtherError && e.Code >= 400:
		return binding.ByStatus(id, e.Code).Name
	}
	return e.Name
}

func (f *failure) report(check string, severity a2a.Severity, path string, v document.Value, spec, message string) {
	f.found = append(f.found, document.Problem(check, severity, path, v, spec, message))
}

// checkStatusBody checks an error that should be a google.rpc.Status (1.0 §11.6).
func (f *failure) checkStatusBody(v *version.Version, e *document.Envelope) {
	spec, own := v.REST.Sections.Errors, binding.OfA2A(f.err.Name)
	if f.form == statusForm {
		f.checkStatus(spec)
	} else {
		f.report("REST-09", a2a.SeverityError, "$", e.Value, spec,
			"the error is "+string(f.form)+"; "+string(v.Version())+" has {\"error\": {code, status, message, details}}")
	}
	if want := binding.StatusOf(f.err.Name); f.status >= 400 && own && f.status != want.Status {
		severity := a2a.SeverityError
		if f.status == want.First {
			severity = a2a.SeverityInfo // 1.0.0 had that status
		}
		f.report(v.REST.SuccessCheck, severity, "", document.Value{}, v.Sections.Errors, fmt.Sprintf("HTTP %d for %s; %d was expected", f.status, f.err.Name, want.Status))
	}
	if f.status > 0 && f.status < 400 {
		f.report(v.REST.SuccessCheck, a2a.SeverityError, "", document.Value{}, v.Sections.Errors, fmt.Sprintf("an error with HTTP %d; an error status was expected", f.status))
	}
	if f.form == statusForm && own {
		f.checkInfo(spec)
	}
}

func (f *failure) checkStatus(spec string) {
	at, want := f.value.Get("code"), ""
	if f.status != 0 {
		want = fmt.Sprintf(", %d", f.status)
	}
	if code, ok := binding.CodeOf(f.value); !ok || f.status != 0 && code != f.status {
		f.report("REST-09", a2a.SeverityError, f.path+".code", at, spec, "the code is "+cmp.Or(document.Quote(at), "missing")+"; expected the HTTP status"+want)
	}
	for _, name := range []string{"status", "message"} {
		if v := f.value.Get(name); !v.IsKind('"') {
			f.report("REST-09", a2a.SeverityError, f.path+"."+name, v, spec, "member "+name+" is "+binding.OrMissing(v)+"; it must be a string")
		}
	}
	if details := f.value.Get("details"); details.Present() && !details.IsKind('[') {
		f.report("REST-09", a2a.SeverityError, f.path+".details", details, spec, "member details is "+document.TypeName(details)+"; it must be an array")
	}
}

// checkInfo checks the ErrorInfo of a protocol error.
func (f *failure) checkInfo(spec string) {
	found, reason := false, binding.Reason(f.err.Name)
	f.value.Get("details").Each(func(i string, d document.Value) bool {
		if d.Get("@type").Text() != binding.InfoType {
			return true
		}
		found = true
		for _, member := range [][2]string{{"reason", reason}, {"domain", "a2a-protocol.org"}} {
			if got := d.Get(member[0]); got.Text() != member[1] {
				f.report("REST-10", a2a.SeverityError, f.path+".details["+i+"]."+member[0], got, spec, "the "+member[0]+" is "+document.Quote(got)+"; expected "+member[1])
			}
		}
		return true
	})
	if !found {
		f.report("REST-10", a2a.SeverityError, f.path+".details", f.value.Get("details"), spec,
			"there is no google.rpc.ErrorInfo with reason "+reason+" and domain a2a-protocol.org")
	}
}

// checkAnyBody reports the form of an error where the version specifies none, and checks its status.
func (f *failure) checkAnyBody(v *version.Version, e *document.Envelope) {
	spec := v.REST.Sections.Errors
	if f.status > 0 && f.status < 400 {
		f.report(v.REST.SuccessCheck, a2a.SeverityError, "", document.Value{}, spec, fmt.Sprintf("an error with HTTP %d; the status must show the class of the error", f.status))
	}
	if clients := []a2a.ErrorName{a2a.TaskNotFound, a2a.TaskNotCancelable, a2a.InvalidParams, a2a.ContentTypeNotSupported}; f.status >= 500 && slices.Contains(clients, f.err.Name) {
		f.report(v.REST.SuccessCheck, a2a.SeverityError, "", document.Value{}, spec, fmt.Sprintf("HTTP %d for %s, which is not the server's fault", f.status, f.err.Name))
	}
	if f.form == statusForm && e.Value.Get("code").IsKind('0') && e.Value.Get("message").IsKind('"') {
		return // in all forms at once, to suit every SDK
	}
	if f.form == statusForm && f.err.Code < 0 {
		f.form = "JSON-RPC's error object in the member \"error\""
	}
	f.report("REST-17", a2a.SeverityInfo, f.path, f.value, spec, "the error is "+string(f.form)+"; "+string(v.Version())+" specifies no form, and SDKs differ")
}

// Fail writes an error as HTTP status and body: before its first event, a stream fails like any call.
func (b Binding) Fail(d version.Dialect, _ string, _ bool, e *a2a.Error) (wire.Head, []byte) {
	v := registry.RESTRules(a2a.Identity{Versions: []a2a.Version{d.Version()}, Binding: a2a.REST})
	status, body := Failure(v, e, 0)
	return b.Failed(status, v.REST.MediaType, false, body)
}

// Failure returns the HTTP status and body of an agent's error response. The body is a google.rpc.Status
// where the version requires one (1.0 §11.6). Otherwise no form is specified, and the body has what each SDK
// looks for: JSON-RPC's error object and a Status in the member "error". other, unless 0, overrides the error's
// own status.
func Failure(v *version.Version, e *a2a.Error, other int) (status int, body []byte) {
	row := binding.StatusOf(e.Name)
	if !v.REST.StatusBody {
		row.Status = cmp.Or(row.StatusBefore10, row.Status)
	}
	row.Status = cmp.Or(other, row.Status)
	message := document.Quoted(binding.Text(e))
	data := v.REST.EncodeErrorData(e)
	if v.REST.StatusBody {
		return row.Status, fmt.Appendf(nil, `{"error":%s}`, statusBody(row, message, data))
	}
	info := fmt.Appendf(nil, `[{"@type":%q,"reason":%q,"domain":"a2a-protocol.org"}]`, binding.InfoType, binding.Reason(e.Name))
	body = fmt.Appendf(nil, `{"code":%d,"message":%s`, v.REST.ErrorCode(e.Name), message)
	if data != nil {
		body = fmt.Appendf(body, `,"data":%s`, data)
	}
	return row.Status, fmt.Appendf(body, `,"error":%s}`, statusBody(row, message, info))
}

func statusBody(row binding.Row, message, details []byte) []byte {
	b := fmt.Appendf(nil, `{"code":%d,"status":%q,"message":%s`, row.Status, row.RPC, message)
	if details != nil {
		b = fmt.Appendf(b, `,"details":%s`, details)
	}
	return append(b, '}')
}
