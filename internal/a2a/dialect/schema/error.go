package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// ErrorCode returns the code of an error, or of the nearest error that the version has.
func (s *Schema) ErrorCode(name a2a.ErrorName) int { return s.errorNamed(name).code }

// errorNamed returns the named error, or the nearest that the version has.
func (s *Schema) errorNamed(name a2a.ErrorName) errorCode {
	if near, ok := s.near[cmp.Or(string(name), string(a2a.OtherError))]; ok {
		name = a2a.ErrorName(near)
	}
	return s.errorWhere(func(e errorCode) bool { return e.name == name })
}

// ErrorName returns the error with a code, OtherError when the version defines none.
func (s *Schema) ErrorName(code int) a2a.ErrorName {
	return s.errorWhere(func(e errorCode) bool { return e.code == code }).name
}

// errorWhere returns the first matching error, else OtherError with the code of an internal error.
func (s *Schema) errorWhere(isMeant func(errorCode) bool) errorCode {
	if i := slices.IndexFunc(s.errors, isMeant); i >= 0 {
		return s.errors[i]
	}
	return errorCode{name: a2a.OtherError, code: -32603}
}

// The types of an error's details (1.0 §9.5).
const (
	errorInfo  = "type.googleapis.com/google.rpc.ErrorInfo"
	badRequest = "type.googleapis.com/google.rpc.BadRequest"
	valueType  = "type.googleapis.com/google.protobuf.Value"
	domain     = "a2a-protocol.org"
)

// EncodeErrorData returns error.data for an error that we make: by the table a list of typed objects (1.0
// §9.5), an object (0.1 §6.12), or any JSON. From 1.0's list, other forms take the first metadata.
func (s *Schema) EncodeErrorData(e *a2a.Error) json.RawMessage {
	root, _ := jsonio.Open(e.Data, "")
	if s.errorData == "typed" {
		return s.typedData(e, root)
	}
	for _, o := range root.Objects() {
		if m := o.Get("metadata"); m.HasKind('{') {
			return m.Raw()
		}
	}
	isObject := s.errorData == "object"
	var w jsonio.Writer
	switch {
	case isObject && root.Exists() && !root.HasKind('{'):
		w.Raw("value", root.Raw())
	case isObject || root.Exists() || len(e.Fields) == 0:
		return root.Raw()
	default:
		writeViolations(&w, "violations", e.Fields)
	}
	b, _ := w.JSON() // nil where it is not JSON
	return b
}

func writeViolations(w *jsonio.Writer, member string, fields []a2a.Violation) {
	w.List(member, len(fields), func(w *jsonio.Writer, i int) {
		w.Text("field", fields[i].Field)
		w.Text("description", fields[i].Reason)
	})
}

// typedData returns the ErrorInfo of an A2A error, or the BadRequest of invalid params. A list of typed
// objects stays as it is. An object becomes the ErrorInfo's metadata; anything else becomes a separate
// google.protobuf.Value.
func (s *Schema) typedData(e *a2a.Error, root jsonio.Node) json.RawMessage {
	objects, elements := root.Objects(), root.Elements(jsonio.Rule{})
	isTyped := len(objects) > 0 && len(objects) == len(elements) && !slices.ContainsFunc(objects, func(o jsonio.Object) bool { return !o.Has("@type") })
	reason := s.errorNamed(e.Name).reason
	metadata := texts(root)
	var details []func(*jsonio.Writer)
	add := func(kind string, fill func(*jsonio.Writer)) {
		details = append(details, func(w *jsonio.Writer) {
			w.Text("@type", kind)
			fill(w)
		})
	}
	if len(e.Fields) > 0 && e.Data == nil {
		add(badRequest, func(w *jsonio.Writer) { writeViolations(w, "fieldViolations", e.Fields) })
	} else if reason != "" {
		add(errorInfo, func(w *jsonio.Writer) {
			w.Text("reason", reason)
			w.Text("domain", domain)
			w.Raw("metadata", metadata)
		})
	}
	if len(elements) > 0 && (reason == "" || metadata == nil) {
		add(valueType, func(w *jsonio.Writer) { w.Raw("value", e.Data) })
	}
	if isTyped || len(details) == 0 && root.HasKind('[') {
		return e.Data
	}
	if b, err := jsonio.Array(len(details), func(w *jsonio.Writer, i int) { details[i](w) }); err == nil && len(details) > 0 {
		return b
	}
	return nil
}

// texts returns an object with all values as strings, as ErrorInfo's metadata requires; nil for anything but
// an object.
func texts(n jsonio.Node) json.RawMessage {
	if !n.HasKind('{') {
		return nil
	}
	var w jsonio.Writer
	for _, m := range n.AsObject().Members() {
		w.Text(m.Name(), m.Text(jsonio.Rule{}))
	}
	b, _ := w.JSON()
	return b
}

// CheckErrorData reports where error.data departs from the version's form.
func (s *Schema) CheckErrorData(code int, data json.RawMessage) []a2a.Problem {
	isList := s.errorData == "typed"
	if s.rules["error.data"] == nil || !isList && len(data) == 0 {
		return nil
	}
	if len(data) == 0 {
		data = json.RawMessage("null")
	}
	root, sink := jsonio.Open(data, jsonio.Spec(s.name))
	reason, found := s.errorWhere(func(e errorCode) bool { return e.code == code }).reason, false
	if root.Exists() && (isList && !root.HasKind('[') || !isList && !root.HasKind('{')) {
		s.report(root, "error.data", root.Kind())
	} else if isList {
		found = s.checkDetails(root, reason)
	}
	if reason != "" && !found {
		root.Report(s.rules["error.info"].rule, fmt.Sprintf("An A2A error should carry a google.rpc.ErrorInfo with reason %s and domain %s.", reason, domain))
	}
	return sink.Problems()
}

// checkDetails checks the typed objects and reports whether one is an ErrorInfo.
func (s *Schema) checkDetails(root jsonio.Node, reason string) (found bool) {
	rule, info, form := s.rules["error.data"].rule, s.rules["error.info"].rule, s.rules["error.form"].rule
	for _, e := range root.Elements(rule) {
		o, ok := e.Object(rule)
		if !ok {
			continue
		}
		o.Require(rule, "@type")
		if o.String("@type", form) != errorInfo {
			continue
		}
		found = true
		if got := o.String("reason", form); got == "" {
			o.Report(info, "An ErrorInfo has a reason; this one has none.")
		} else if reason != "" && got != reason {
			o.Get("reason").Report(s.rules["error.reason"].rule, fmt.Sprintf("Reason %q does not go with the code; expected %s.", got, reason))
		}
		if got := o.String("domain", form); got != domain {
			o.Get("domain").Report(info, fmt.Sprintf("Domain is %q; expected %s.", got, domain))
		}
	}
	return found
}
