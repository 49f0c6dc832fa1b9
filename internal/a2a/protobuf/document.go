package protobuf

import (
	"bytes"
	"fmt"
	"sort"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// maxPath bounds a problem's path, in bytes: names in maps are the sender's.
const maxPath = 1000

// maxDepth bounds how deeply messages may nest; other parsers stop at 100 to
// 10,000.
const maxDepth = 500

// maxFields bounds how many fields of a message are read, and how many values its
// lists and maps have in all: each takes far more memory than the two bytes that it
// may be.
const maxFields = 1 << 17

// Document is a message as ProtoJSON.
type Document struct {
	JSON     []byte        // always valid, always an object
	Problems []a2a.Problem // paths are of JSON, offsets of the message's bytes
	places   []place
}

// place says that the bytes of JSON from out on stand for those of the message
// from in on.
type place struct{ outOffset, inOffset int }

// Origin is the offset in the message of an offset in JSON.
func (d Document) Origin(off int64) int64 {
	n := sort.Search(len(d.places), func(i int) bool { return int64(d.places[i].outOffset) > off })
	if n == 0 {
		return 0
	}
	return int64(d.places[n-1].inOffset)
}

// Relocate moves problems found in JSON to their places in the message.
func (d Document) Relocate(ps []a2a.Problem) []a2a.Problem {
	for i := range ps {
		if ps[i].Offset >= 0 {
			ps[i].Offset = d.Origin(ps[i].Offset)
		}
	}
	return ps
}

// report gathers problems, at the path that is being read.
type report struct {
	jsonio.Found
	path []byte
}

// add tells a problem at the path that is being read.
func (r *report) add(s a2a.Severity, offset int, format string, args ...any) {
	if r.Full() { // of which no more than the number is told
		r.Add(a2a.Problem{})
		return
	}
	path, rest := r.path, ""
	if len(path) > maxPath {
		path, rest = bytes.ToValidUTF8(path[:maxPath], nil), "…"
	}
	r.Add(a2a.Problem{Check: "PROTO-01", Severity: s, Message: fmt.Sprintf(format, args...), Path: "$" + string(path) + rest, Offset: int64(offset), Spec: "Protocol Buffers encoding"})
}

// within lengthens the path by a step while f runs.
func (r *report) within(step string, f func()) {
	n := len(r.path)
	r.path = append(r.path, step...)
	f()
	r.path = r.path[:n]
}
