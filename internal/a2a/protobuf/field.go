package protobuf

import (
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// byName finds a field by the name that it has in JSON or in a .proto file; nil: the
// message has none.
func byName(m message, name string) field {
	if m == nil {
		return nil
	}
	if f := m.Fields().ByJSONName(name); f != nil {
		return f
	}
	if f := m.Fields().ByName(protoreflect.Name(name)); f != nil {
		return f
	}
	return nil
}

// wire is the wire type of a field's values.
func wire(f field) protowire.Type {
	switch f.Kind() {
	case protoreflect.BoolKind, protoreflect.Int32Kind, protoreflect.Int64Kind, protoreflect.EnumKind:
		return protowire.VarintType
	case protoreflect.DoubleKind:
		return protowire.Fixed64Type
	}
	return protowire.BytesType
}

// choice is the choice of which a field is one, nil for none.
func choice(f field) protoreflect.OneofDescriptor {
	if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
		return o
	}
	return nil
}

// holdsMessages reports whether the field's values are messages.
func holdsMessages(f field) bool { return f.Kind() == protoreflect.MessageKind }

// title is how problems name a message: its own name, that of google.rpc's in full.
func title(m message) string {
	if m.ParentFile().Package() == rpcPackage {
		return string(m.FullName())
	}
	return string(m.Name())
}

// form is a message's form in JSON, where it has one of its own.
type form protoreflect.FullName

const (
	structForm    form = google + ".Struct"
	listForm      form = google + ".ListValue"
	valueForm     form = google + ".Value"
	timestampForm form = google + ".Timestamp"
	durationForm  form = google + ".Duration"
	anyForm       form = google + ".Any"
)

// nullValue is the enum of Value's null.
const nullValue = google + ".NullValue"

func formOf(m message) form { return form(m.FullName()) }
