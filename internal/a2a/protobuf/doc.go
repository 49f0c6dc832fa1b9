// Package protobuf turns protobuf messages into ProtoJSON and back, by descriptors
// instead of generated code.
//
// Decode never fails: unknown fields, wrong wire types, cut messages and text
// that is not UTF-8 become problems with their byte offset, and what could be read
// is there. Encode makes the canonical bytes of a JSON document and says what had
// no place in them. Splice replaces texts inside a message and leaves every other
// byte as it was.
//
// A Schema has the descriptors of a version; those of google.rpc, for the details of
// errors, are here. README.md tells where descriptors come from.
package protobuf

//go:generate go -C ../../interop/peers/protocheck run ./descriptors ../../../a2a
