package binding

import (
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// Row is one error's HTTP status, and the name that google.rpc.Code has
// for it (1.0 §5.4, §11.6).
type Row struct {
	Name   a2a.ErrorName
	Status int
	RPC    string
	Before int // the status by what SDKs do in 0.3, where it differs
}

// First is the status that 1.0.0 had for an error, where it was another.
func (s Row) First() int {
	switch s.Name {
	case a2a.TaskNotCancelable, a2a.ContentTypeNotSupported, a2a.InvalidAgentResponse:
		return s.Before
	}
	return 0
}

// StatusTable has a row for each error; the protocol's own come first.
func StatusTable() []Row {
	return []Row{
		{a2a.TaskNotFound, 404, "NOT_FOUND", 0},
		{a2a.TaskNotCancelable, 400, "FAILED_PRECONDITION", 409},
		{a2a.PushNotSupported, 400, "FAILED_PRECONDITION", 501},
		{a2a.UnsupportedOperation, 400, "FAILED_PRECONDITION", 501},
		{a2a.ContentTypeNotSupported, 400, "INVALID_ARGUMENT", 415},
		{a2a.InvalidAgentResponse, 500, "INTERNAL", 502},
		{a2a.ExtendedCardNotConfigured, 400, "FAILED_PRECONDITION", 404},
		{a2a.ExtensionSupportRequired, 400, "FAILED_PRECONDITION", 0},
		{a2a.VersionNotSupported, 400, "FAILED_PRECONDITION", 0},
		{a2a.ParseError, 400, "INVALID_ARGUMENT", 0},
		{a2a.InvalidRequest, 400, "INVALID_ARGUMENT", 0},
		{a2a.InvalidParams, 400, "INVALID_ARGUMENT", 422},
		{a2a.MethodNotFound, 404, "NOT_FOUND", 0},
		{a2a.InternalError, 500, "INTERNAL", 0},
		{a2a.AuthenticationRequired, 401, "UNAUTHENTICATED", 0},
		{a2a.AuthorizationFailed, 403, "PERMISSION_DENIED", 0},
		{a2a.RateLimitExceeded, 429, "RESOURCE_EXHAUSTED", 0},
		{a2a.ResourceUnavailable, 503, "UNAVAILABLE", 0},
	}
}

// StatusOf is an error's row; that of an unknown one is an internal error's.
func StatusOf(name a2a.ErrorName) Row {
	all := StatusTable()
	if i := slices.IndexFunc(all, func(s Row) bool { return s.Name == name }); i >= 0 {
		return all[i]
	}
	return Row{name, 500, "INTERNAL", 0}
}

// OfA2A reports whether an error is one of the protocol's own, which 1.0 wants
// an ErrorInfo for.
func OfA2A(name a2a.ErrorName) bool {
	return slices.ContainsFunc(StatusTable()[:9], func(s Row) bool { return s.Name == name })
}

// Reason is an error's name as ErrorInfo has it: TASK_NOT_FOUND.
func Reason(name a2a.ErrorName) string {
	var b strings.Builder
	for i, r := range string(name) {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}

// ByReason finds the error for a name in any of the ways to write one:
// TASK_NOT_FOUND, task-not-found, TaskNotFoundError. OtherError when it is none.
func ByReason(s string) a2a.ErrorName {
	plain := func(s string) string {
		return strings.TrimSuffix(strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s)), "error")
	}
	for _, row := range StatusTable() {
		if s != "" && plain(string(row.Name)) == plain(s) {
			return row.Name
		}
	}
	return a2a.OtherError
}

// ByStatus is what an HTTP status alone says of the error.
func ByStatus(id a2a.Identity, status int) *a2a.Error {
	e := &a2a.Error{Code: status, Name: a2a.OtherError}
	switch status {
	case http.StatusBadRequest:
		e.Name = a2a.InvalidRequest
	case http.StatusNotFound:
		if id.Op == a2a.GetTask || id.Op == a2a.CancelTask || id.Op == a2a.SubscribeToTask {
			e.Name = a2a.TaskNotFound
		}
	case http.StatusConflict:
		if id.Op == a2a.CancelTask {
			e.Name = a2a.TaskNotCancelable
		}
	case http.StatusUnauthorized:
		e.Name = a2a.AuthenticationRequired
	case http.StatusForbidden:
		e.Name = a2a.AuthorizationFailed
	case http.StatusMethodNotAllowed:
		e.Name = a2a.MethodNotFound
	case http.StatusUnsupportedMediaType:
		e.Name = a2a.ContentTypeNotSupported
	case http.StatusUnprocessableEntity:
		e.Name = a2a.InvalidParams
	case http.StatusTooManyRequests:
		e.Name = a2a.RateLimitExceeded
	case http.StatusInternalServerError:
		e.Name = a2a.InternalError
	case http.StatusNotImplemented:
		e.Name = a2a.UnsupportedOperation
	case http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout:
		e.Name = a2a.ResourceUnavailable
	}
	return e
}

// words says an error's name as people would: TaskNotFound is "Task not found".
func words(n a2a.ErrorName) string {
	var b strings.Builder
	for i, r := range string(n) {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Text is the message of an error, or its name in words.
func Text(e *a2a.Error) string {
	if e.Message == "" {
		return words(e.Name)
	}
	return e.Message
}

// InfoType is the type of the detail that names an error (1.0 §11.6).
const InfoType = "type.googleapis.com/google.rpc.ErrorInfo"
