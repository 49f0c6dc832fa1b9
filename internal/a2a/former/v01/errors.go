package v01

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// errorTable has the schema's codes and, from -32005 on, those that only the
// text of v0.1.0 has (0.1 §8).
func errorTable() jsonio.ErrorCodes {
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
		{Name: a2a.StreamingNotSupported, Code: -32006},
		{Name: a2a.AuthenticationRequired, Code: -32007},
		{Name: a2a.AuthorizationFailed, Code: -32008},
		{Name: a2a.InvalidTaskState, Code: -32009},
		{Name: a2a.RateLimitExceeded, Code: -32010},
		{Name: a2a.ResourceUnavailable, Code: -32011},
	}
}

// nearest is the 0.1 error for one that 0.1 does not have.
func nearest(name a2a.ErrorName) a2a.ErrorName {
	switch name {
	case a2a.ExtendedCardNotConfigured, a2a.ExtensionSupportRequired, a2a.VersionNotSupported:
		return a2a.UnsupportedOperation
	case a2a.InvalidAgentResponse, a2a.OtherError, "":
		return a2a.InternalError
	}
	return name
}

// ErrorCode is the code of an error, or of the nearest that 0.1 has.
func (Dialect) ErrorCode(name a2a.ErrorName) int { return errorTable().Code(nearest(name)) }

// ErrorName is the error of a code, OtherError when 0.1 defines none.
func (Dialect) ErrorName(code int) a2a.ErrorName { return errorTable().Name(code) }

// EncodeErrorData makes an object of an error's data: of 1.0's list of typed
// objects it takes the first ErrorInfo's metadata, other JSON it wraps.
func (Dialect) EncodeErrorData(e *a2a.Error) json.RawMessage {
	root, _ := jsonio.Open(e.Data, spec)
	if !root.Exists() {
		return nil
	}
	if root.Is('{') {
		return root.Raw()
	}
	if metadata := jsonio.ErrorMetadata(root); metadata != nil {
		return metadata
	}
	var w jsonio.Writer
	w.Raw("value", root.Raw())
	b, err := w.JSON()
	if err != nil {
		return nil
	}
	return b
}

// CheckErrorData says where error.data strays: in 0.1 it is an object.
func (Dialect) CheckErrorData(_ int, data json.RawMessage) []a2a.Problem {
	if len(data) == 0 {
		return nil
	}
	root, sink := jsonio.Open(data, spec+" §6.12")
	if root.Exists() && !root.Is('{') {
		root.Report(warn("ERR-09", "§6.12"), "error.data is "+root.Kind()+"; an object is expected.")
	}
	return sink.Problems()
}
