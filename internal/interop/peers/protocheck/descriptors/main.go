// Descriptors writes the protobuf descriptors that the console embeds, each as a self-contained
// google.protobuf.FileDescriptorSet: those of the protocol's own Go SDK for A2A, and google.rpc's
// for the details of gRPC errors. Custom options (HTTP rules, field behavior), services and source
// information are left out.
//
// Its argument is the folder internal/a2a.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	v0 "github.com/a2aproject/a2a-go/a2apb"
	v1 "github.com/a2aproject/a2a-go/v2/a2apb/v1"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("want one argument, the folder internal/a2a; got %d", len(os.Args)-1))
	}
	for name, files := range map[string][]protoreflect.FileDescriptor{
		"dialect/v03p/a2a.v1.binpb":   {v0.File_a2a_proto},
		"dialect/v10/lf.a2a.v1.binpb": {v1.File_a2av1_proto},
		"protobuf/google.rpc.binpb":   {structpb.File_google_protobuf_struct_proto, timestamppb.File_google_protobuf_timestamp_proto, status.File_google_rpc_status_proto, errdetails.File_google_rpc_error_details_proto},
	} {
		if err := write(filepath.Join(os.Args[1], filepath.FromSlash(name)), files); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "descriptors:", err)
	os.Exit(1)
}

func write(name string, files []protoreflect.FileDescriptor) error {
	s := set{seen: map[string]bool{}}
	for _, f := range files {
		s.add(f)
	}
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(&descriptorpb.FileDescriptorSet{File: s.files})
	if err != nil {
		return fmt.Errorf("marshal %s: %w", name, err)
	}
	if err := os.WriteFile(name, b, 0o644); err != nil {
		return fmt.Errorf("write descriptors: %w", err)
	}
	return nil
}

// set collects files, each after its imports.
type set struct {
	files []*descriptorpb.FileDescriptorProto
	seen  map[string]bool
}

func (s *set) add(f protoreflect.FileDescriptor) {
	if s.seen[f.Path()] || f.Package() == "google.api" {
		return
	}
	s.seen[f.Path()] = true
	for i := range f.Imports().Len() {
		s.add(f.Imports().Get(i).FileDescriptor)
	}
	s.files = append(s.files, bare(protodesc.ToFileDescriptorProto(f)))
}

// bare is a file with only its messages and enums.
func bare(f *descriptorpb.FileDescriptorProto) *descriptorpb.FileDescriptorProto {
	f.Service, f.Extension, f.Options, f.SourceCodeInfo = nil, nil, nil, nil
	var imports []string
	for _, name := range f.Dependency {
		if filepath.Dir(name) != "google/api" {
			imports = append(imports, name)
		}
	}
	f.Dependency, f.PublicDependency, f.WeakDependency = imports, nil, nil
	for _, e := range f.EnumType {
		e.Options = nil
	}
	for _, m := range f.MessageType {
		bareMessage(m)
		if f.GetPackage() == "a2a.v1" && m.GetName() == "Message" {
			rename(m)
		}
	}
	return f
}

func bareMessage(m *descriptorpb.DescriptorProto) {
	if m.Options.GetMapEntry() {
		m.Options = &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)}
	} else {
		m.Options = nil
	}
	for _, f := range m.Field {
		f.Options = nil
	}
	for _, inner := range m.NestedType {
		bareMessage(inner)
	}
}

// rename gives a message's parts their name in 0.3.0; the SDK has the name of a later draft.
func rename(m *descriptorpb.DescriptorProto) {
	for _, f := range m.Field {
		if f.GetName() == "parts" {
			f.Name, f.JsonName = proto.String("content"), proto.String("content")
		}
	}
}
