// Package protobuf turns protobuf messages into ProtoJSON and back, by tables of
// names and numbers instead of generated code.
//
// Decode never fails: unknown fields, wrong wire types, cut messages and text
// that is no UTF-8 become problems with their byte offset, and what could be read
// is there. Encode makes the canonical bytes of a JSON document and says what had
// no place in them. Splice replaces texts inside a message and leaves every other
// byte as it was.
//
// The tables are those of a version (a Schema); google.protobuf's Struct, Value,
// ListValue, Timestamp, Any and Empty, google.rpc's Status and those messages of
// A2A that no version has changed (Own) are here.
package protobuf
