package protobuf

import (
	_ "embed"
	"strings"
	"sync"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// Status is the message of google.rpc in grpc-status-details-bin.
const Status = "Status"

const (
	google     = "google.protobuf"
	rpcPackage = "google.rpc"
)

//go:embed google.rpc.binpb
var rpcSet string

// rpc has the messages of google.rpc: what a nil Schema has.
var rpc = sync.OnceValue(func() *Schema { return MustLoad(rpcSet, rpcPackage, nil) })

// typeOf is the message that a type URL names, of google.rpc or google.protobuf; nil
// for one that is not known.
func typeOf(url string) message {
	d, err := rpc().files.FindDescriptorByName(protoreflect.FullName(url[strings.LastIndexByte(url, '/')+1:]))
	if err != nil {
		return nil
	}
	m, _ := d.(message)
	return m
}

// wrapped reports whether an Any has the JSON of its message in a member value, as
// those of google.protobuf do; others have their members in the Any's object.
func wrapped(m message) bool { return m.ParentFile().Package() == google }
