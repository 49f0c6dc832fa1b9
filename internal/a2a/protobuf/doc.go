// Package protobuf converts protobuf messages to ProtoJSON and back. It works from descriptors instead of
// generated code.
//
// Decode never fails: it reads what it can, and reports unknown fields, wrong wire types, truncated
// messages and invalid UTF-8 as problems with their byte offsets. Encode turns a JSON document into
// a message, and reports what does not fit. Splice replaces strings inside a message; apart from
// the lengths around them, every other byte stays.
//
// A Schema holds the descriptors of a version. The package itself contains those of google.rpc, for error
// details. README.md says where descriptors come from.
package protobuf

//go:generate go -C ../../interop/peers/protocheck run ./descriptors ../../../a2a
