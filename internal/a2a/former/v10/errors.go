package v10

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

const (
	errorInfo  = "type.googleapis.com/google.rpc.ErrorInfo"
	badRequest = "type.googleapis.com/google.rpc.BadRequest"
	domain     = "a2a-protocol.org"
)

// errorTable has the errors as 1.0 names them (§5.4, §11.6).
func errorTable() jsonio.ErrorCodes {
	return jsonio.ErrorCodes{
		{Name: a2a.ParseError, Code: -32700},
		{Name: a2a.InvalidRequest, Code: -32600},
		{Name: a2a.MethodNotFound, Code: -32601},
		{Name: a2a.InvalidParams, Code: -32602},
		{Name: a2a.InternalError, Code: -32603},
		{Name: a2a.TaskNotFound, Code: -32001, Reason: "TASK_NOT_FOUND"},
		{Name: a2a.TaskNotCancelable, Code: -32002, Reason: "TASK_NOT_CANCELABLE"},
		{Name: a2a.PushNotSupported, Code: -32003, Reason: "PUSH_NOTIFICATION_NOT_SUPPORTED"},
		{Name: a2a.UnsupportedOperation, Code: -32004, Reason: "UNSUPPORTED_OPERATION"},
		{Name: a2a.ContentTypeNotSupported, Code: -32005, Reason: "CONTENT_TYPE_NOT_SUPPORTED"},
		{Name: a2a.InvalidAgentResponse, Code: -32006, Reason: "INVALID_AGENT_RESPONSE"},
		{Name: a2a.ExtendedCardNotConfigured, Code: -32007, Reason: "EXTENDED_AGENT_CARD_NOT_CONFIGURED"},
		{Name: a2a.ExtensionSupportRequired, Code: -32008, Reason: "EXTENSION_SUPPORT_REQUIRED"},
		{Name: a2a.VersionNotSupported, Code: -32009, Reason: "VERSION_NOT_SUPPORTED"},
		// Numbers of a2a-go's own, read but not written.
		{Name: a2a.AuthenticationRequired, Code: -31401},
		{Name: a2a.AuthorizationFailed, Code: -31403},
	}
}

// nearest is the 1.0 error for one that 1.0 does not have.
func nearest(name a2a.ErrorName) a2a.ErrorName {
	switch name {
	case a2a.StreamingNotSupported, a2a.InvalidTaskState:
		return a2a.UnsupportedOperation
	case a2a.AuthenticationRequired, a2a.AuthorizationFailed:
		return a2a.InvalidRequest
	case a2a.RateLimitExceeded, a2a.ResourceUnavailable, a2a.OtherError, "":
		return a2a.InternalError
	}
	return name
}

// ErrorCode is the code of an error, or of the nearest that 1.0 has.
func (Dialect) ErrorCode(name a2a.ErrorName) int { return errorTable().Code(nearest(name)) }

// ErrorName is the error of a code, OtherError when 1.0 defines none.
func (Dialect) ErrorName(code int) a2a.ErrorName { return errorTable().Name(code) }

// EncodeErrorData makes the ErrorInfo of an A2A error, or the BadRequest of
// params that break rules (1.0 §9.5). Data that is already a list of typed
// objects stays as it is; an object becomes the ErrorInfo's metadata, and what has no
// place there a google.protobuf.Value of its own.
func (d Dialect) EncodeErrorData(e *a2a.Error) json.RawMessage {
	reason := errorTable().Reason(nearest(e.Name))
	metadata, object := texts(e.Data)
	switch {
	case typed(e.Data):
		return e.Data
	case len(e.Fields) > 0 && e.Data == nil:
		return list(func(w *jsonio.Writer) { writeViolations(w, e.Fields) })
	case reason != "" && (object || empty(e.Data)):
		return list(func(w *jsonio.Writer) { writeInfo(w, reason, metadata) })
	case reason != "":
		return list(func(w *jsonio.Writer) { writeInfo(w, reason, nil) }, func(w *jsonio.Writer) { writeValue(w, e.Data) })
	case !empty(e.Data):
		return list(func(w *jsonio.Writer) { writeValue(w, e.Data) })
	case len(e.Data) > 0 && e.Data[0] == '[':
		return e.Data
	}
	return nil
}

// list makes a list of objects; nil when one is no JSON.
func list(objects ...func(*jsonio.Writer)) json.RawMessage {
	b, err := jsonio.Array(len(objects), func(w *jsonio.Writer, i int) { objects[i](w) })
	if err != nil {
		return nil
	}
	return b
}

func writeInfo(w *jsonio.Writer, reason string, metadata json.RawMessage) {
	w.Text("@type", errorInfo)
	w.Text("reason", reason)
	w.Text("domain", domain)
	w.Raw("metadata", metadata)
}

func writeViolations(w *jsonio.Writer, fields []a2a.Violation) {
	w.Text("@type", badRequest)
	w.List("fieldViolations", len(fields), func(w *jsonio.Writer, i int) {
		w.Text("field", fields[i].Field)
		w.Text("description", fields[i].Why)
	})
}

// writeValue says any JSON as a typed object.
func writeValue(w *jsonio.Writer, data json.RawMessage) {
	w.Text("@type", "type.googleapis.com/google.protobuf.Value")
	w.Raw("value", data)
}

// empty reports data that says nothing: none, null and an empty list.
func empty(data json.RawMessage) bool {
	root, _ := jsonio.Open(data, spec)
	return !root.Exists() || root.Is('[') && len(root.Elements(jsonio.Rule{})) == 0
}

// texts is an object with every value as a text, as ErrorInfo's metadata needs.
func texts(data json.RawMessage) (json.RawMessage, bool) {
	root, _ := jsonio.Open(data, spec)
	o, ok := root.Object(jsonio.Rule{})
	if !ok {
		return nil, false
	}
	var w jsonio.Writer
	for _, m := range o.Members() {
		w.Text(m.Name(), m.Text(jsonio.Rule{}))
	}
	b, err := w.JSON()
	return b, err == nil
}

func typed(data json.RawMessage) bool {
	root, _ := jsonio.Open(data, spec)
	if !root.Is('[') {
		return false
	}
	list := root.Elements(jsonio.Rule{})
	for _, e := range list {
		if o, ok := e.Object(jsonio.Rule{}); !ok || !o.Has("@type") {
			return false
		}
	}
	return len(list) > 0
}

// CheckErrorData says where error.data strays from 1.0 §9.5.
func (d Dialect) CheckErrorData(code int, data json.RawMessage) []a2a.Problem {
	reason := errorTable().Reason(errorTable().Name(code))
	root, sink := jsonio.Bytes(data).OpenAny(spec)
	found := false
	if root.Exists() && !root.Is('[') {
		root.Report(fault("ERR-07", "§9.5"), "error.data is "+root.Kind()+"; it must be an array of objects with @type.")
	} else {
		found = checkDetails(root, reason)
	}
	if reason != "" && !found {
		root.Report(warn("ERR-08", "§9.5"), fmt.Sprintf("An A2A error should carry a google.rpc.ErrorInfo with reason %s and domain %s.", reason, domain))
	}
	return sink.Problems()
}

// checkDetails looks through the typed objects and tells whether one is an
// ErrorInfo.
func checkDetails(root jsonio.Node, reason string) (found bool) {
	for _, e := range root.Elements(fault("ERR-07", "§9.5")) {
		o, ok := e.Object(fault("ERR-07", "§9.5"))
		if !ok {
			continue
		}
		o.Require(fault("ERR-07", "§9.5"), "@type")
		if o.String("@type", form("§9.5")) != errorInfo {
			continue
		}
		found = true
		if got := o.String("reason", form("§9.5")); got == "" {
			o.Report(warn("ERR-08", "§9.5"), "An ErrorInfo has a reason; this one has none.")
		} else if reason != "" && got != reason {
			o.Get("reason").Report(warn("ERR-18", "§5.4"), fmt.Sprintf("Reason %q does not go with the code; expected %s.", got, reason))
		}
		if got := o.String("domain", form("§9.5")); got != domain {
			o.Get("domain").Report(warn("ERR-08", "§9.5"), fmt.Sprintf("Domain is %q; expected %s.", got, domain))
		}
	}
	return found
}
