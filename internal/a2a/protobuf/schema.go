package protobuf

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// Schema holds the messages of a package, from its descriptors. Each has its own registry, since two versions
// may share names. Immutable and safe for concurrent use.
type Schema struct {
	files *protoregistry.Files
	name  protoreflect.FullName             // of the package
	shown map[protoreflect.FullName][]field // fields that are written even when unset, by message
}

type (
	field   = protoreflect.FieldDescriptor
	message = protoreflect.MessageDescriptor
)

// MustLoad builds the schema of a package from a google.protobuf.FileDescriptorSet that includes all imports.
// added are further fields. shown are fields such as "AgentCard.skills" (required lists) to write in JSON
// even when unset, since the bytes do not show emptiness. It panics on an invalid set: sets are part of the
// program.
func MustLoad(set, name string, added []Field, shown ...string) *Schema {
	var all descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal([]byte(set), &all); err != nil {
		panic(fmt.Errorf("read the descriptors of %s: %w", name, err))
	}
	for _, f := range added {
		f.addTo(&all, name)
	}
	files, err := protodesc.NewFiles(&all)
	if err != nil {
		panic(fmt.Errorf("build the descriptors of %s: %w", name, err))
	}
	s := &Schema{files: files, name: protoreflect.FullName(name), shown: map[protoreflect.FullName][]field{}}
	for _, one := range shown {
		in, member, _ := strings.Cut(one, ".")
		f := byName(s.find(s.name.Append(protoreflect.Name(in))), member)
		if f == nil {
			panic(fmt.Errorf("the descriptors of %s have no field %s", name, one))
		}
		s.shown[f.Parent().FullName()] = append(s.shown[f.Parent().FullName()], f)
	}
	return s
}

// Field is a field that the descriptors lack, from a draft.
type Field struct {
	Message    string
	Number     int32
	Name       string // in the proto
	Type       string // "int64"
	IsOptional bool   // it is marked optional: its presence is tracked
}

func (f Field) addTo(set *descriptorpb.FileDescriptorSet, pkg string) {
	kind := descriptorpb.FieldDescriptorProto_Type(descriptorpb.FieldDescriptorProto_Type_value["TYPE_"+strings.ToUpper(f.Type)])
	own := &descriptorpb.FieldDescriptorProto{
		Name: &f.Name, Number: &f.Number, Type: &kind, Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
	}
	for _, file := range set.File {
		for _, m := range file.MessageType {
			if file.GetPackage() != pkg || m.GetName() != f.Message {
				continue
			}
			if f.IsOptional { // descriptors express this as a oneof that holds only the field
				own.Proto3Optional, own.OneofIndex = &f.IsOptional, proto.Int32(int32(len(m.OneofDecl)))
				m.OneofDecl = append(m.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String("_" + f.Name)})
			}
			m.Field = append(m.Field, own)
		}
	}
}

// message returns a message of the package, or of google.protobuf. A nil Schema has those of google.rpc. It
// returns nil for an unknown name.
func (s *Schema) message(name string) message {
	if s == nil {
		s = rpc()
	}
	return cmp.Or(s.find(s.name.Append(protoreflect.Name(name))), s.find(google+"."+protoreflect.FullName(name)))
}

func (s *Schema) find(name protoreflect.FullName) message {
	d, _ := s.files.FindDescriptorByName(name)
	m, _ := d.(message)
	return m
}

// Numbers returns the field numbers along a path of JSON names. The steps "*" and "[]" stand for elements and
// have none.
func (s *Schema) Numbers(name, path string) ([]int32, bool) {
	var out []int32
	m := s.message(name)
	for step := range strings.SplitSeq(path, ".") {
		if step == "*" || step == "[]" {
			continue
		}
		f := byName(m, step)
		if f == nil {
			return nil, false
		}
		out = append(out, int32(f.Number()))
		if m = f.Message(); f.IsMap() {
			m = f.MapValue().Message()
		}
	}
	return out, true
}

// Status is the message in grpc-status-details-bin.
const Status = "Status"

const (
	google     = "google.protobuf"
	rpcPackage = "google.rpc"

	// Types with a special JSON form.
	structName    = google + ".Struct"
	listName      = google + ".ListValue"
	valueName     = google + ".Value"
	nullName      = google + ".NullValue"
	timestampName = google + ".Timestamp"
	durationName  = google + ".Duration"
	anyName       = google + ".Any"
)

//go:embed google.rpc.binpb
var rpcSet string

// rpc has the messages of google.rpc, for a nil Schema.
var rpc = sync.OnceValue(func() *Schema { return MustLoad(rpcSet, rpcPackage, nil) })

// typeOf returns the message of google.rpc or google.protobuf named by a type URL, nil for an unknown one.
func typeOf(url string) message {
	return rpc().find(protoreflect.FullName(url[strings.LastIndexByte(url, '/')+1:]))
}

// wrapped reports whether an Any has its message's JSON in the member value, as for google.protobuf; others
// have their members directly in the Any's object.
func wrapped(m message) bool { return m.ParentFile().Package() == google }

// byName returns a field by its JSON or .proto name, nil for none.
func byName(m message, name string) field {
	if m == nil {
		return nil
	}
	if f := m.Fields().ByJSONName(name); f != nil {
		return f
	}
	return m.Fields().ByName(protoreflect.Name(name))
}

func wire(f field) protowire.Type {
	switch f.Kind() {
	case protoreflect.BoolKind, protoreflect.Int32Kind, protoreflect.Int64Kind, protoreflect.EnumKind:
		return protowire.VarintType
	case protoreflect.DoubleKind:
		return protowire.Fixed64Type
	}
	return protowire.BytesType
}

// choice returns the oneof that a field belongs to, nil for none.
func choice(f field) protoreflect.OneofDescriptor {
	if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
		return o
	}
	return nil
}

// title returns a message's name for problems: the full one for google.rpc.
func title(m message) string {
	if m.ParentFile().Package() == rpcPackage {
		return string(m.FullName())
	}
	return string(m.Name())
}
