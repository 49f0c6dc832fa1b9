package protobuf

import (
	"bytes"
	"fmt"
	"sort"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// maxPath bounds a problem's path in bytes: names in maps are the sender's.
const maxPath = 1000

// maxDepth bounds the nesting of messages; other parsers stop at 100 to 10,000.
const maxDepth = 500

// maxFields bounds how many fields of a message, and how many values of all its lists and maps, are read:
// each takes far more memory than its perhaps two bytes.
const maxFields = 1 << 17

type Document struct {
	JSON     []byte        // always valid, always an object
	Problems []a2a.Problem // paths are in JSON, offsets in the message
	places   []place
}

// place says that the JSON from outOffset on corresponds to the message's bytes from inOffset on.
type place struct{ outOffset, inOffset int }

// Origin converts an offset in JSON to one in the message.
func (d Document) Origin(off int64) int64 {
	n := sort.Search(len(d.places), func(i int) bool { return int64(d.places[i].outOffset) > off })
	if n == 0 {
		return 0
	}
	return int64(d.places[n-1].inOffset)
}

func (d Document) Relocate(ps []a2a.Problem) []a2a.Problem {
	for i := range ps {
		if ps[i].Offset >= 0 {
			ps[i].Offset = d.Origin(ps[i].Offset)
		}
	}
	return ps
}

// report collects problems at the current path.
type report struct {
	jsonio.Found
	path []byte
}

func (r *report) add(s a2a.Severity, offset int, format string, args ...any) {
	if r.Full() { // only the number is reported
		r.Add(a2a.Problem{})
		return
	}
	path, rest := r.path, ""
	if len(path) > maxPath {
		path, rest = bytes.ToValidUTF8(path[:maxPath], nil), "…"
	}
	r.Add(a2a.Problem{Check: "PROTO-01", Severity: s, Message: fmt.Sprintf(format, args...), Path: "$" + string(path) + rest, Offset: int64(offset), Spec: "Protocol Buffers encoding"})
}

// within adds a step to the path while f runs.
func (r *report) within(step string, f func()) {
	n := len(r.path)
	r.path = append(r.path, step...)
	f()
	r.path = r.path[:n]
}
