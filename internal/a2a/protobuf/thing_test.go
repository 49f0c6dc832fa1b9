package protobuf_test

import (
	"fmt"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
)

// thingFields has a field of every kind: marks, a type and a name. The marks are * for a list, ? for optional
// and | for a oneof.
const thingFields = `string name, bytes data, bool on, int32 count, ?int32 limit, Color color, Thing child, *Thing children, *string words,
	*Thing.ScopesEntry scopes, *Thing.NamedEntry named, |string left, |Thing right, google.protobuf.Struct metadata,
	google.protobuf.Value any, google.protobuf.Timestamp at, string page, *string list, *Color kinds, int64 big`

// thing is the schema of the message Thing.
var thing = sync.OnceValue(func() *protobuf.Schema {
	b, err := proto.Marshal(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		protodesc.ToFileDescriptorProto(structpb.File_google_protobuf_struct_proto),
		protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto), thingFile(),
	}})
	if err != nil {
		panic(err)
	}
	return protobuf.MustLoad(string(b), "test", nil, "Thing.page", "Thing.list", "Thing.kinds")
})

func thingFile() *descriptorpb.FileDescriptorProto {
	m := messageOf("Thing", thingFields)
	m.OneofDecl = []*descriptorpb.OneofDescriptorProto{{Name: proto.String("side")}, {Name: proto.String("_limit")}}
	for name, kind := range map[string]string{"ScopesEntry": "string", "NamedEntry": "Thing"} {
		entry := messageOf(name, "string key, "+kind+" value")
		entry.Options = &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)}
		m.NestedType = append(m.NestedType, entry)
	}
	color := &descriptorpb.EnumDescriptorProto{Name: proto.String("Color")}
	for i, name := range []string{"NONE", "RED", "BLUE"} {
		color.Value = append(color.Value, &descriptorpb.EnumValueDescriptorProto{Name: &name, Number: proto.Int32(int32(i))})
	}
	return &descriptorpb.FileDescriptorProto{
		Name: proto.String("thing.proto"), Package: proto.String("test"), Syntax: proto.String("proto3"),
		Dependency:  []string{"google/protobuf/struct.proto", "google/protobuf/timestamp.proto"},
		MessageType: []*descriptorpb.DescriptorProto{m}, EnumType: []*descriptorpb.EnumDescriptorProto{color},
	}
}

func messageOf(name, fields string) *descriptorpb.DescriptorProto {
	m := &descriptorpb.DescriptorProto{Name: &name}
	for i, row := range strings.Split(fields, ",") {
		m.Field = append(m.Field, fieldOf(int32(i+1), strings.TrimSpace(row)))
	}
	return m
}

func fieldOf(number int32, row string) *descriptorpb.FieldDescriptorProto {
	kind, name, ok := strings.Cut(row, " ")
	if !ok {
		panic(fmt.Sprintf("no name in %q", row))
	}
	f := &descriptorpb.FieldDescriptorProto{Name: &name, JsonName: &name, Number: &number, Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()}
	switch kind[0] {
	case '*':
		f.Label, kind = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum(), kind[1:]
	case '?':
		f.OneofIndex, f.Proto3Optional, kind = proto.Int32(1), proto.Bool(true), kind[1:]
	case '|':
		f.OneofIndex, kind = proto.Int32(0), kind[1:]
	}
	if known, ok := descriptorpb.FieldDescriptorProto_Type_value["TYPE_"+strings.ToUpper(kind)]; ok {
		f.Type = descriptorpb.FieldDescriptorProto_Type(known).Enum()
		return f
	}
	if !strings.HasPrefix(kind, "google.") {
		kind = "test." + kind
	}
	f.Type, f.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String("."+kind)
	if kind == "test.Color" { // lists of it are not packed: no version has packed fields, and Decode reads none
		f.Type, f.Options = descriptorpb.FieldDescriptorProto_TYPE_ENUM.Enum(), &descriptorpb.FieldOptions{Packed: proto.Bool(false)}
	}
	return f
}
