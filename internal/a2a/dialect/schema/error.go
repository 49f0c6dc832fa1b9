package schema

import (
	"encoding/json"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// ErrorCode is the code of an error, or of the nearest that the version has.
func (s *Schema) ErrorCode(name a2a.ErrorName) int {
	for _, e := range s.errors {
		if e.name == s.nearest(name) {
			return e.code
		}
	}
	return -32603
}

// nearest is the error that stands for one.
func (s *Schema) nearest(name a2a.ErrorName) a2a.ErrorName {
	if near, ok := s.near[orWord(string(name), string(a2a.OtherError))]; ok {
		return a2a.ErrorName(near)
	}
	return name
}

// ErrorName is the error of a code, OtherError when the version defines none.
func (s *Schema) ErrorName(code int) a2a.ErrorName {
	for _, e := range s.errors {
		if e.code == code {
			return e.name
		}
	}
	return a2a.OtherError
}

// reason is the machine-readable name of an error, "" when it has none.
func (s *Schema) reason(name a2a.ErrorName) string {
	for _, e := range s.errors {
		if e.name == name {
			return e.reason
		}
	}
	return ""
}

// The types of an error's details (1.0 §9.5).
const (
	errorInfo  = "type.googleapis.com/google.rpc.ErrorInfo"
	badRequest = "type.googleapis.com/google.rpc.BadRequest"
	valueType  = "type.googleapis.com/google.protobuf.Value"
	domain     = "a2a-protocol.org"
)

// EncodeErrorData makes error.data for an error of ours: by the table a list of typed objects
// (1.0 §9.5), an object (0.1 §6.12), or any JSON.
func (s *Schema) EncodeErrorData(e *a2a.Error) json.RawMessage {
	root, _ := jsonio.Open(e.Data, "")
	switch s.errorData {
	case "typed":
		return s.typedData(e)
	case "object":
		return objectData(root)
	}
	if metadata := metadataOf(root); metadata != nil {
		return metadata
	}
	if root.Exists() || len(e.Fields) == 0 {
		return root.Raw()
	}
	var w jsonio.Writer
	writeViolations(&w, "violations", e.Fields)
	b, err := w.JSON()
	if err != nil {
		return nil
	}
	return b
}

// objectData makes an object: of 1.0's list the first ErrorInfo's metadata, of other JSON one
// that has it as its value.
func objectData(root jsonio.Node) json.RawMessage {
	if !root.Exists() || root.Is('{') {
		return root.Raw()
	}
	if metadata := metadataOf(root); metadata != nil {
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

// metadataOf is the metadata of the first of 1.0's typed objects that has some; nil when none
// has, or data is no list of them.
func metadataOf(data jsonio.Node) json.RawMessage {
	for _, o := range data.Objects() {
		if m := o.Get("metadata"); m.Is('{') {
			return m.Raw()
		}
	}
	return nil
}

func writeViolations(w *jsonio.Writer, member string, fields []a2a.Violation) {
	w.List(member, len(fields), func(w *jsonio.Writer, i int) {
		w.Text("field", fields[i].Field)
		w.Text("description", fields[i].Why)
	})
}

// typedData makes the ErrorInfo of an A2A error, or the BadRequest of params that break rules.
// Data that is already a list of typed objects stays as it is; an object becomes the
// ErrorInfo's metadata, and what has no place there a google.protobuf.Value of its own.
func (s *Schema) typedData(e *a2a.Error) json.RawMessage {
	reason := s.reason(s.nearest(e.Name))
	metadata, object := texts(e.Data)
	info := func(w *jsonio.Writer) {
		w.Text("@type", errorInfo)
		w.Text("reason", reason)
		w.Text("domain", domain)
		w.Raw("metadata", metadata)
	}
	value := func(w *jsonio.Writer) {
		w.Text("@type", valueType)
		w.Raw("value", e.Data)
	}
	switch {
	case typed(e.Data):
		return e.Data
	case len(e.Fields) > 0 && e.Data == nil:
		return details(func(w *jsonio.Writer) {
			w.Text("@type", badRequest)
			writeViolations(w, "fieldViolations", e.Fields)
		})
	case reason != "" && (object || isEmpty(e.Data)):
		return details(info)
	case reason != "":
		metadata = nil
		return details(info, value)
	case !isEmpty(e.Data):
		return details(value)
	case len(e.Data) > 0 && e.Data[0] == '[':
		return e.Data
	}
	return nil
}

// details makes a list of objects; nil when one is no JSON.
func details(objects ...func(*jsonio.Writer)) json.RawMessage {
	b, err := jsonio.Array(len(objects), func(w *jsonio.Writer, i int) { objects[i](w) })
	if err != nil {
		return nil
	}
	return b
}

// isEmpty reports data that says nothing: none, null and an empty list.
func isEmpty(data json.RawMessage) bool {
	root, _ := jsonio.Open(data, "")
	return !root.Exists() || root.Is('[') && len(root.Elements(jsonio.Rule{})) == 0
}

// texts is an object with every value as a text, as ErrorInfo's metadata needs.
func texts(data json.RawMessage) (json.RawMessage, bool) {
	root, _ := jsonio.Open(data, "")
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
	root, _ := jsonio.Open(data, "")
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

// CheckErrorData says where error.data strays from what the version has there.
func (s *Schema) CheckErrorData(code int, data json.RawMessage) []a2a.Problem {
	kind := s.rules["error.data"]
	if kind == nil || s.errorData == "object" && len(data) == 0 {
		return nil
	}
	if len(data) == 0 {
		data = json.RawMessage("null")
	}
	root, sink := jsonio.Open(data, jsonio.Spec(s.name))
	if s.errorData == "object" {
		if root.Exists() && !root.Is('{') {
			root.Report(kind.rule, fmt.Sprintf(kind.text, root.Kind()))
		}
		return sink.Problems()
	}
	reason := s.reason(s.ErrorName(code))
	found, info := false, s.rules["error.info"].rule
	if root.Exists() && !root.Is('[') {
		root.Report(kind.rule, fmt.Sprintf(kind.text, root.Kind()))
	} else {
		found = s.checkDetails(root, reason)
	}
	if reason != "" && !found {
		root.Report(info, fmt.Sprintf("An A2A error should carry a google.rpc.ErrorInfo with reason %s and domain %s.", reason, domain))
	}
	return sink.Problems()
}

// checkDetails looks through the typed objects and tells whether one is an ErrorInfo.
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
