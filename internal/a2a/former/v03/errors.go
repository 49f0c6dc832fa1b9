package v03

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// Errors are the errors that 0.2 and 0.3 number alike (0.3 §8).
func Errors() jsonio.ErrorCodes {
	return jsonio.ErrorCodes{
		{Name: a2a.ParseError, Code: -32700},
		{Name: a2a.InvalidRequest, Code: -32600},
		{Name: a2a.MethodNotFound, Code: -32601},
		{Name: a2a.InvalidParams, Code: -32602},
		{Name: a2a.InternalError, Code: -32603},
		{Name: a2a.TaskNotFound, Code: -32001},
		{Name: a2a.TaskNotCancelable, Code: -32002},
		{Name: a2a.PushNotSupported, Code: -32003},
		{Name: a2a.UnsupportedOperation, Code: -32004},
		{Name: a2a.ContentTypeNotSupported, Code: -32005},
		{Name: a2a.InvalidAgentResponse, Code: -32006},
		// Numbers of a2a-go's own, read but not written.
		{Name: a2a.AuthenticationRequired, Code: -31401},
		{Name: a2a.AuthorizationFailed, Code: -31403},
	}
}

// errorTable is Errors with what 0.3 added.
func errorTable() jsonio.ErrorCodes {
	return append(Errors(), jsonio.ErrorCode{Name: a2a.ExtendedCardNotConfigured, Code: -32007})
}

// Nearest is the error of 0.2 and 0.3 for one that neither has.
func Nearest(name a2a.ErrorName) a2a.ErrorName {
	switch name {
	case a2a.StreamingNotSupported, a2a.InvalidTaskState, a2a.ExtensionSupportRequired, a2a.VersionNotSupported:
		return a2a.UnsupportedOperation
	case a2a.AuthenticationRequired, a2a.AuthorizationFailed:
		return a2a.InvalidRequest
	case a2a.RateLimitExceeded, a2a.ResourceUnavailable, a2a.OtherError, "":
		return a2a.InternalError
	}
	return name
}

// ErrorCode is the code of an error, or of the nearest that 0.3 has.
func (Dialect) ErrorCode(name a2a.ErrorName) int { return errorTable().Code(Nearest(name)) }

// ErrorName is the error of a code, OtherError when 0.3 defines none.
func (Dialect) ErrorName(code int) a2a.ErrorName { return errorTable().Name(code) }

// EncodeErrorData makes an error's data, which may be any JSON: of 1.0's list of
// typed objects the first ErrorInfo's metadata, what else there is as it is,
// and of params that break rules the list of these.
func (Codec) EncodeErrorData(e *a2a.Error) json.RawMessage {
	root, _ := jsonio.Open(e.Data, "")
	if metadata := jsonio.ErrorMetadata(root); metadata != nil {
		return metadata
	}
	if root.Exists() || len(e.Fields) == 0 {
		return root.Raw()
	}
	var w jsonio.Writer
	w.List("violations", len(e.Fields), func(w *jsonio.Writer, i int) {
		w.Text("field", e.Fields[i].Field)
		w.Text("description", e.Fields[i].Why)
	})
	b, err := w.JSON()
	if err != nil {
		return nil
	}
	return b
}

// CheckErrorData finds nothing: error.data is any JSON (0.3 §6.12).
func (Codec) CheckErrorData(int, json.RawMessage) []a2a.Problem { return nil }
