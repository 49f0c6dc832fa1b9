package main

import (
	"fmt"
	"slices"

	"github.com/a2aproject/a2a-go/a2apb"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// oldSchema is the schema of 0.3. It is a2a-go's, which in three places is that of a later draft; those
// are changed back to what v0.3.0 says.
func oldSchema() (protoreflect.FileDescriptor, error) {
	file := protodesc.ToFileDescriptorProto(a2apb.File_a2a_proto)
	file.Name = proto.String("a2a_v0_3_0.proto")
	for _, m := range file.MessageType {
		switch m.GetName() {
		case "Message":
			without(m, "reference_task_ids")
			for _, f := range m.Field {
				if f.GetName() == "parts" {
					f.Name, f.JsonName = proto.String("content"), proto.String("content")
				}
			}
		case "AgentCapabilities":
			without(m, "state_transition_history")
		}
	}
	built, err := protodesc.NewFile(file, protoregistry.GlobalFiles)
	if err != nil {
		return nil, fmt.Errorf("build the schema of 0.3: %w", err)
	}
	return built, nil
}

func without(m *descriptorpb.DescriptorProto, field string) {
	m.Field = slices.DeleteFunc(m.Field, func(f *descriptorpb.FieldDescriptorProto) bool { return f.GetName() == field })
}
