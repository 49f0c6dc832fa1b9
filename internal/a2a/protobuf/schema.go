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

// Schema has the messages of a package, from its descriptors. They are in a
// registry of their own, since two versions may share names. It is read-only and
// safe for concurrent use.
type Schema struct {
	files *protoregistry.Files
	name  protoreflect.FullName             // of the package
	shown map[protoreflect.FullName][]field // of a message, even when unset
}

type (
	field   = protoreflect.FieldDescriptor
	message = protoreflect.MessageDescriptor
)

// MustLoad builds the schema of a package from a google.protobuf.FileDescriptorSet
// with all that it imports. shown are the fields, "AgentCard.skills", that are
// written in JSON even when unset, since the bytes do not tell (required lists).
// It panics on a set that is broken: sets are part of the program.
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

// Field is a field that a message has beyond its descriptors: those of a draft.
type Field struct {
	Message    string
	Number     int32
	Name       string // in the proto
	Type       string // "int64"
	IsOptional bool   // its presence counts
}

// addTo adds the field to its message in a set.
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
			if f.IsOptional { // which a descriptor says by a oneof of its own
				own.Proto3Optional, own.OneofIndex = &f.IsOptional, proto.Int32(int32(len(m.OneofDecl)))
				m.OneofDecl = append(m.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String("_" + f.Name)})
			}
			m.Field = append(m.Field, own)
		}
	}
}

// message finds a message of the package by its name, or one of google.protobuf; a
// nil Schema finds those of google.rpc. nil: there is none.
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

// Numbers are the field numbers that a path of JSON names leads along. Steps of
// "*" and "[]", which stand for elements, have none.
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

// Status is the message of google.rpc in grpc-status-details-bin.
const Status = "Status"

const (
	google     = "google.protobuf"
	rpcPackage = "google.rpc"

	// What has a form of its own in JSON.
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

// rpc has the messages of google.rpc: what a nil Schema has.
var rpc = sync.OnceValue(func() *Schema { return MustLoad(rpcSet, rpcPackage, nil) })

// typeOf is the message that a type URL names, of google.rpc or google.protobuf; nil
// for one that is not known.
func typeOf(url string) message {
	return rpc().find(protoreflect.FullName(url[strings.LastIndexByte(url, '/')+1:]))
}

// wrapped reports whether an Any has the JSON of its message in a member value, as
// those of google.protobuf do; others have their members in the Any's object.
func wrapped(m message) bool { return m.ParentFile().Package() == google }

// byName finds a field by the name that it has in JSON or in a .proto file; nil: the
// message has none.
func byName(m message, name string) field {
	if m == nil {
		return nil
	}
	if f := m.Fields().ByJSONName(name); f != nil {
		return f
	}
	return m.Fields().ByName(protoreflect.Name(name))
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

// title is how problems name a message: its own name, that of google.rpc's in full.
func title(m message) string {
	if m.ParentFile().Package() == rpcPackage {
		return string(m.FullName())
	}
	return string(m.Name())
}
