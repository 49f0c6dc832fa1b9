package v01

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/shape"
)

type row struct {
	name a2a.ErrorName
	code int
}

// errorTable has the schema's codes and, from -32005 on, those that only the
// text of v0.1.0 has (0.1 §8).
func errorTable() []row {
	return []row{
		{a2a.ParseError, -32700},
		{a2a.InvalidRequest, -32600},
		{a2a.MethodNotFound, -32601},
		{a2a.InvalidParams, -32602},
		{a2a.InternalError, -32603},
		{a2a.TaskNotFound, -32001},
		{a2a.TaskNotCancelable, -32002},
		{a2a.PushNotSupported, -32003},
		{a2a.UnsupportedOperation, -32004},
		{a2a.ContentTypeNotSupported, -32005},
		{a2a.StreamingNotSupported, -32006},
		{a2a.AuthenticationRequired, -32007},
		{a2a.AuthorizationFailed, -32008},
		{a2a.InvalidTaskState, -32009},
		{a2a.RateLimitExceeded, -32010},
		{a2a.ResourceUnavailable, -32011},
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
func (Dialect) ErrorCode(name a2a.ErrorName) int {
	name = nearest(name)
	for _, r := range errorTable() {
		if r.name == name {
			return r.code
		}
	}
	return -32603
}

// ErrorName is the error of a code, OtherError when 0.1 defines none.
func (Dialect) ErrorName(code int) a2a.ErrorName {
	for _, r := range errorTable() {
		if r.code == code {
			return r.name
		}
	}
	return a2a.OtherError
}

// EncodeErrorData makes an object of an error's data: of 1.0's list of typed
// objects it takes the first ErrorInfo's metadata, other JSON it wraps.
func (Dialect) EncodeErrorData(e *a2a.Error) json.RawMessage {
	root, _ := shape.Open(e.Data, spec)
	if !root.Exists() {
		return nil
	}
	if root.Is('{') {
		return root.Raw()
	}
	if root.Is('[') {
		for _, element := range root.Elements(shape.Rule{}) {
			if o, ok := element.Object(shape.Rule{}); ok && o.Get("metadata").Is('{') {
				return o.Get("metadata").Raw()
			}
		}
	}
	var w shape.Writer
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
	root, sink := shape.Open(data, spec+" §6.12")
	if root.Exists() && !root.Is('{') {
		root.Report(warn("ERR-09", "§6.12"), "error.data is "+root.Kind()+"; an object is expected.")
	}
	return sink.Problems()
}
