package binding

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
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
var StatusTable = []Row{
	{a2a.TaskNotFound, 404, "NOT_FOUND", 0},
	{a2a.TaskNotCancelable, 400, "FAILED_PRECONDITION", 409},
	{a2a.PushNotSupported, 400, "FAILED_PRECONDITION", 501},
	{a2a.UnsupportedOperation, 400, "FAILED_PRECONDITION", 501},
	{a2a.ContentTypeNotSupported, 400, "INVALID_ARGUMENT", 415},
	{a2a.InvalidAgentResponse, 500, "INTERNAL", 502},
	{a2a.ExtendedCardNotConfigured, 400, "FAILED_PRECONDITION", 404},
	{a2a.ExtensionSupportRequired, 400, "FAILED_PRECONDITION", 0},
	{a2a.VersionNotSupported, 400, "FAILED_PRECONDITION", 0},
	{a2a.TaskGenerationMismatch, 409, "ABORTED", 0},
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

// StatusOf is an error's row; that of an unknown one is an internal error's.
func StatusOf(name a2a.ErrorName) Row {
	if i := slices.IndexFunc(StatusTable, func(s Row) bool { return s.Name == name }); i >= 0 {
		return StatusTable[i]
	}
	return Row{name, 500, "INTERNAL", 0}
}

// OfA2A reports whether an error is one of the protocol's own, which 1.0 wants
// an ErrorInfo for.
func OfA2A(name a2a.ErrorName) bool {
	return slices.ContainsFunc(StatusTable[:10], func(s Row) bool { return s.Name == name })
}

// Reason is an error's name as ErrorInfo has it: TASK_NOT_FOUND.
func Reason(name a2a.ErrorName) string { return strings.ToUpper(Split(string(name), "_")) }

// Split puts sep between the words of a name like TaskNotFound.
func Split(name, sep string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteString(sep)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Mismatch is TaskGenerationMismatch where an exchange's version has that error, else OtherError.
func Mismatch(id a2a.Identity) a2a.ErrorName {
	if registry.Rules(id).Agent.Generations {
		return a2a.TaskGenerationMismatch
	}
	return a2a.OtherError
}

// ByReason finds the error for a name in any of the ways to write one:
// TASK_NOT_FOUND, task-not-found, TaskNotFoundError. OtherError when it is none.
func ByReason(id a2a.Identity, s string) a2a.ErrorName {
	plain := func(s string) string {
		return strings.TrimSuffix(strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s)), "error")
	}
	for _, row := range StatusTable {
		switch {
		case s == "" || plain(string(row.Name)) != plain(s):
		case row.Name == a2a.TaskGenerationMismatch:
			return Mismatch(id)
		default:
			return row.Name
		}
	}
	return a2a.OtherError
}

// byStatus is what HTTP statuses alone say of the error.
var byStatus = map[int]a2a.ErrorName{
	400: a2a.InvalidRequest, 401: a2a.AuthenticationRequired, 403: a2a.AuthorizationFailed, 405: a2a.MethodNotFound, 415: a2a.ContentTypeNotSupported,
	422: a2a.InvalidParams, 429: a2a.RateLimitExceeded, 500: a2a.InternalError, 501: a2a.UnsupportedOperation,
	502: a2a.ResourceUnavailable, 503: a2a.ResourceUnavailable, 504: a2a.ResourceUnavailable,
}

// ByStatus is the error that an HTTP status alone tells.
func ByStatus(id a2a.Identity, status int) *a2a.Error {
	name := cmp.Or(byStatus[status], a2a.OtherError)
	switch {
	case status == 404 && (id.Op == a2a.GetTask || id.Op == a2a.CancelTask || id.Op == a2a.SubscribeToTask):
		name = a2a.TaskNotFound
	case status == 409 && id.Op == a2a.CancelTask:
		name = a2a.TaskNotCancelable
	case status == 409:
		name = Mismatch(id)
	}
	return &a2a.Error{Code: status, Name: name}
}

// Text is the message of an error, or its name as people would say it: TaskNotFound is
// "Task not found".
func Text(e *a2a.Error) string {
	if e.Message != "" || e.Name == "" {
		return e.Message
	}
	said := Split(string(e.Name), " ")
	return said[:1] + strings.ToLower(said[1:])
}

// InfoType is the type of the detail that names an error (1.0 §11.6).
const InfoType = "type.googleapis.com/google.rpc.ErrorInfo"
