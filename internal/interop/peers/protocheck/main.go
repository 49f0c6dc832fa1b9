// Protocheck validates JSON with the protocol's own schema. It reads lines {"type":T,"json":J} and
// answers each with a line {"error":E}, which is empty if J is the ProtoJSON of a T without unknown
// members. T is a message of 1.0, lf.a2a.v1.Task, or of 0.3, a2a.v1.Task, or "Details" for a JSON-RPC
// error's list of typed objects. With "bytes", the same message in protobuf, both must have the same
// content, and the answer contains the schema's encoding of the JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	_ "github.com/a2aproject/a2a-go/v2/a2apb/v1" // registers lf.a2a.v1
	_ "google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
	"google.golang.org/protobuf/types/known/anypb"
	_ "google.golang.org/protobuf/types/known/emptypb" // registers google.protobuf.Empty
)

type question struct {
	Type string          `json:"type"`
	JSON json.RawMessage `json:"json"`
	// Bytes is nil for a message that is checked as JSON only.
	Bytes *[]byte `json:"bytes"`
}

type answer struct {
	Error string `json:"error"`
	Bytes []byte `json:"bytes"`
}

func main() {
	old, err := oldSchema()
	if err != nil {
		fmt.Fprintln(os.Stderr, "protocheck:", err)
		os.Exit(2)
	}
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := json.NewEncoder(os.Stdout)
	for in.More() {
		var q question
		if err := in.Decode(&q); err != nil {
			fmt.Fprintln(os.Stderr, "protocheck: read a question:", err)
			os.Exit(2)
		}
		var a answer
		if a.Bytes, err = check(q, old); err != nil {
			a.Error = err.Error()
		}
		if err := out.Encode(a); err != nil {
			os.Exit(2)
		}
	}
}

func check(q question, old protoreflect.FileDescriptor) ([]byte, error) {
	if q.Type == "Details" {
		var list []json.RawMessage
		if err := json.Unmarshal(q.JSON, &list); err != nil {
			return nil, err
		}
		for _, detail := range list {
			if err := protojson.Unmarshal(detail, &anypb.Any{}); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	m, err := message(q.Type, old)
	if err != nil {
		return nil, err
	}
	if err := protojson.Unmarshal(q.JSON, m); err != nil || q.Bytes == nil {
		return nil, err
	}
	same, err := message(q.Type, old)
	if err != nil {
		return nil, err
	}
	if err := proto.Unmarshal(*q.Bytes, same); err != nil {
		return nil, fmt.Errorf("the bytes: %w", err)
	}
	if !proto.Equal(m, same) {
		return nil, fmt.Errorf("the bytes say %s", protojson.Format(same))
	}
	return proto.MarshalOptions{Deterministic: true}.Marshal(m)
}

func message(name string, old protoreflect.FileDescriptor) (proto.Message, error) {
	full := protoreflect.FullName(name)
	if full.Parent() == old.Package() {
		d := old.Messages().ByName(full.Name())
		if d == nil {
			return nil, fmt.Errorf("0.3 has no message %s", full.Name())
		}
		return dynamicpb.NewMessage(d), nil
	}
	t, err := protoregistry.GlobalTypes.FindMessageByName(full)
	if err != nil {
		return nil, fmt.Errorf("message %s: %w", name, err)
	}
	return t.New().Interface(), nil
}
