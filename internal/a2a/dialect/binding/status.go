package binding

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// Row maps an error to HTTP and gRPC: a line of errors.txt.
type Row struct {
	Name           a2a.ErrorName
	Status         int
	RPC            string // google.rpc.Code's name for Status
	StatusBefore10 int    // what SDKs send in 0.3, where it differs, else 0
	First          int    // Status in 1.0.0, where it differs, else 0
	GRPC           int
	FirstGRPC      int // GRPC in 1.0.0, where it differs, else 0

	ownStatuses, likelyStatuses string // HTTP and gRPC statuses, comma-separated
}

//go:embed errors.txt
var errorsText string

// StatusTable has a row for each line of errors.txt, the protocol's own errors first.
var StatusTable = func() (all []Row) {
	for line := range strings.Lines(errorsText) {
		var r Row
		if _, err := fmt.Sscan(line, &r.Name, &r.Status, &r.RPC, &r.StatusBefore10, &r.First, &r.FirstGRPC, &r.GRPC, &r.ownStatuses, &r.likelyStatuses); err == nil {
			all = append(all, r)
		}
	}
	return all
}()

// StatusOf returns the row of an error, that of an internal error for an unknown one.
func StatusOf(name a2a.ErrorName) Row {
	if i := slices.IndexFunc(StatusTable, func(s Row) bool { return s.Name == name }); i >= 0 {
		return StatusTable[i]
	}
	return Row{Name: name, Status: 500, RPC: "INTERNAL", GRPC: 13}
}

// OfA2A reports whether an error is the protocol's own: 1.0 requires an ErrorInfo for it.
func OfA2A(name a2a.ErrorName) bool {
	return slices.ContainsFunc(StatusTable[:10], func(s Row) bool { return s.Name == name })
}

// Reason returns an error's reason in ErrorInfo: TASK_NOT_FOUND.
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

// Mismatch returns TaskGenerationMismatch if the exchange's version has that error, else OtherError.
func Mismatch(id a2a.Identity) a2a.ErrorName {
	if registry.Rules(id).Agent.Generations {
		return a2a.TaskGenerationMismatch
	}
	return a2a.OtherError
}

// ByReason returns the error for a name in any spelling: TASK_NOT_FOUND, task-not-found, TaskNotFoundError.
// It returns OtherError for an unknown name.
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

// ByStatus infers an error from an HTTP status alone.
func ByStatus(id a2a.Identity, status int) *a2a.Error {
	name := errorByStatus(status, func(r Row) string { return r.ownStatuses })
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

// LikeliestError returns the likeliest error for a gRPC status.
func LikeliestError(status int) a2a.ErrorName {
	return errorByStatus(status, func(r Row) string { return r.likelyStatuses })
}

// errorByStatus returns the first error that lists a status, OtherError when none does.
func errorByStatus(status int, among func(Row) string) a2a.ErrorName {
	for _, r := range StatusTable {
		if slices.Contains(strings.Split(among(r), ","), strconv.Itoa(status)) {
			return r.Name
		}
	}
	return a2a.OtherError
}

// Text returns the message of an error or, without one, its name in words: "Task not found".
func Text(e *a2a.Error) string {
	if e.Message != "" || e.Name == "" {
		return e.Message
	}
	said := Split(string(e.Name), " ")
	return said[:1] + strings.ToLower(said[1:])
}

// InfoType is the type of the error detail that names the error (1.0 §11.6).
const InfoType = "type.googleapis.com/google.rpc.ErrorInfo"
