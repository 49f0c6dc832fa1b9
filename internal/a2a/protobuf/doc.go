// Package protobuf converts protobuf messages to ProtoJSON and back. It works from descriptors instead of
// generated code.
//
// Decode never fails: it reads what it can, and reports unknown fields, wrong wire types, truncated messages
// and invalid UTF-8 as problems with their byte offsets. Encode writes a JSON document in canonical form and
// reports what does not fit. Splice replaces strings inside a message and leaves every other byte alone.
//
// A Schema holds the descriptors of a version. The package itself contains those of google.rpc, for error
// details. README.md says where descriptors come from.
package protobuf

//go:generate go -C ../../interop/peers/protocheck run ./descriptors ../../../a2a
