package schema

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

var _ a2a.Dialect = (*Schema)(nil)

func (s *Schema) Version() a2a.Version { return s.name }

// Method returns an operation's method over JSON-RPC, or its gRPC method in a schema for gRPC.
func (s *Schema) Method(op a2a.Operation) (string, bool) {
	if o := s.operation(op); o != nil && len(o.methods) > 0 {
		return o.methods[0], true
	}
	return "", false
}

// Operation is the inverse of Method. It also accepts an operation's other names, such as a release
// candidate's.
func (s *Schema) Operation(method string) (a2a.Operation, bool) {
	for _, o := range s.ops {
		if slices.Contains(o.methods, method) {
			return o.op, true
		}
	}
	return "", false
}

// Operations returns the operations with a method, in the table's order.
func (s *Schema) Operations() []a2a.Operation {
	var ops []a2a.Operation
	for _, o := range s.ops {
		if len(o.methods) > 0 {
			ops = append(ops, o.op)
		}
	}
	return ops
}

func (s *Schema) operation(op a2a.Operation) *operation {
	if i := slices.IndexFunc(s.ops, func(o *operation) bool { return o.op == op }); i >= 0 {
		return s.ops[i]
	}
	return nil
}

func (s *Schema) WellKnown() []string { return slices.Clone(s.wellKnown) }

// Headers returns the service parameters of a request. Callers must not change the result.
func (s *Schema) Headers() map[string]string { return s.headers }

func (s *Schema) ExtensionsHeader() string { return s.extensions }

// openDocument opens a document. One without any bytes is null if it may be empty, otherwise invalid JSON.
func (s *Schema) openDocument(v document.Value, section string, mayBeEmpty bool) (root jsonio.Node, sink *jsonio.Sink) {
	spec := s.name
	if section != "" {
		spec += a2a.Version(" " + section)
	}
	if mayBeEmpty && len(v.Raw) == 0 {
		v.Raw = json.RawMessage("null")
	}
	root, sink = v.Open(jsonio.Spec(spec))
	if s.names != nil {
		sink.ProtoNames(s.names)
	}
	return root, sink
}

// nowhere is the place of a document's root.
var nowhere place

func (s *Schema) readRoot(root jsonio.Node, t *Type, v any) bool {
	if t.root != nil {
		if done, ok := t.root.verb.root(s, root, t.root, v); done {
			return ok
		}
	}
	ok := s.readValue(root, t, &nowhere, v)
	if !ok {
		s.reportNothing(root, t, &nowhere)
	}
	return ok
}

func (s *Schema) ReadParams(op a2a.Operation, raw json.RawMessage) (*a2a.Call, []a2a.Problem) {
	return s.ReadParamsAt(op, document.Value{Raw: raw})
}

// ReadParamsAt is ReadParams for a value in a document.
func (s *Schema) ReadParamsAt(op a2a.Operation, v document.Value) (*a2a.Call, []a2a.Problem) {
	s.ready()
	root, sink := s.openDocument(v, "", true)
	call := &a2a.Call{Op: op}
	if o := s.operation(op); o != nil && o.request != nil {
		s.readRoot(root, o.request, call)
	}
	return call, sink.Problems()
}

// ReadResult reads a response's result or, with op.Streams(), one event.
func (s *Schema) ReadResult(op a2a.Operation, raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	return s.ReadResultAt(op, document.Value{Raw: raw})
}

// ReadResultAt is ReadResult for a value in a document.
func (s *Schema) ReadResultAt(op a2a.Operation, v document.Value) (*a2a.Result, []a2a.Problem) {
	s.ready()
	if op == a2a.GetCard || op == a2a.GetExtendedCard {
		card, problems := s.ReadCard(v.Raw)
		return &a2a.Result{Card: card}, problems
	}
	r := &a2a.Result{}
	o := s.operation(op)
	if o == nil || o.responseName == "Empty" {
		return r, nil
	}
	root, sink := s.openDocument(v, "", s.isProtoJSON)
	if o.response != nil {
		s.readResult(root, o.response, op, r)
	}
	return r, sink.Problems()
}

// readResult reads a response into the Result field for its type.
func (s *Schema) readResult(root jsonio.Node, t *Type, op a2a.Operation, r *a2a.Result) {
	switch t.goType {
	case "Task":
		if task := new(a2a.Task); s.readRoot(root, t, task) {
			r.Task = task
		}
	case "PushConfig":
		if push := new(a2a.PushConfig); s.readRoot(root, t, push) {
			r.Push = push
		}
	default:
		s.readRoot(root, t, r)
		if op == a2a.ListTasks && r.Tasks == nil {
			r.Tasks = []a2a.Task{}
		}
		if op == a2a.ListPushConfigs && r.Pushes == nil {
			r.Pushes = []a2a.PushConfig{}
		}
	}
}

func (s *Schema) EncodeParams(c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	s.ready()
	return jsonio.Encode("the params of "+string(c.Op), func(w *jsonio.Writer, l jsonio.Losses) error {
		o := s.operation(c.Op)
		if o == nil || o.request == nil || len(o.request.write) == 0 && len(o.request.rows) > 0 {
			return fmt.Errorf("%s has no such method", s.name)
		}
		s.write(w, o.request, c, l)
		return nil
	})
}

// EncodeResult writes a response's result or, with op.Streams(), one event.
func (s *Schema) EncodeResult(op a2a.Operation, r *a2a.Result) (json.RawMessage, []a2a.Loss, error) {
	s.ready()
	if op == a2a.GetExtendedCard {
		s.readyCards()
	}
	o := s.operation(op)
	switch {
	case op == a2a.GetExtendedCard && r.Card != nil:
		return s.EncodeCard(r.Card)
	case o != nil && o.responseName == "null":
		return json.RawMessage("null"), nil, nil
	case o != nil && o.response != nil && o.response.root != nil && o.response.root.verb == verbs["listed"]:
		b, err := jsonio.Array(len(r.Pushes), func(w *jsonio.Writer, i int) {
			s.write(w, o.response.root.element, &r.Pushes[i], jsonio.Losses{List: new([]a2a.Loss)})
		})
		return b, nil, err
	}
	return jsonio.Encode("the result of "+string(op), func(w *jsonio.Writer, l jsonio.Losses) error {
		if o == nil || o.response == nil && o.responseName != "Empty" || o.response != nil && len(o.response.write) == 0 {
			return fmt.Errorf("%s has no such method", s.name)
		}
		if o.response == nil {
			return nil
		}
		return s.writeResult(w, o.response, r, l)
	})
}

// writeResult writes the Result field for a type.
func (s *Schema) writeResult(w *jsonio.Writer, t *Type, r *a2a.Result, l jsonio.Losses) error {
	switch {
	case t.goType == "Result":
		s.write(w, t, r, l)
	case t.goType == "Task" && r.Task != nil:
		s.write(w, t, r.Task, l.Within("task"))
	case t.goType == "PushConfig" && r.Push != nil:
		s.write(w, t, r.Push, l.Within("push"))
	default:
		return jsonio.ErrEmpty
	}
	return nil
}

func (s *Schema) EncodePush(r *a2a.Result) (json.RawMessage, error) {
	own := s.pushes.ready()
	b, _, err := jsonio.Encode("push notification", func(w *jsonio.Writer, l jsonio.Losses) error {
		return own.writeResult(w, own.types["Notification"], r, l)
	})
	return b, err
}

func (s *Schema) ReadPush(raw json.RawMessage) (*a2a.Result, []a2a.Problem) {
	own, r := s.pushes.ready(), &a2a.Result{}
	t := own.types["Notification"]
	root, sink := own.openDocument(document.Value{Raw: raw}, t.section, own.isProtoJSON)
	own.readRoot(root, t, r)
	return r, sink.Problems()
}

// ReadCard reads an Agent Card and reports missing required members.
func (s *Schema) ReadCard(raw json.RawMessage) (*a2a.Card, []a2a.Problem) {
	s.readyCards()
	card := &a2a.Card{Raw: raw}
	t := s.types[cardType]
	root, sink := s.openDocument(document.Value{Raw: raw}, t.section, false)
	s.readRoot(root, t, card)
	return card, sink.Problems()
}

// EncodeCard writes an Agent Card without its signatures, since rewriting a card invalidates them.
func (s *Schema) EncodeCard(c *a2a.Card) (json.RawMessage, []a2a.Loss, error) {
	s.readyCards()
	return jsonio.Encode("card", func(w *jsonio.Writer, l jsonio.Losses) error {
		s.write(w, s.types[cardType], c, l)
		return nil
	})
}
