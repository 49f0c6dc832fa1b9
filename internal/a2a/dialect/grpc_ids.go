package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// RenameGRPC renames the ids in the messages of one side of a gRPC call of this
// URL, given with the five bytes before each; all else stays byte for byte. h are
// the headers of that side. What cannot be read, and a compressed message without
// an id to rename, stays; one with an id comes back uncompressed.
func RenameGRPC(url string, side wire.Side, h http.Header, body []byte, r Renaming) []byte {
	m, ok := grpc.MethodOf(url)
	if !ok || m.Op() == "" || r.ID == nil {
		return body
	}
	name, answer := m.Speaks.Messages(m.Op())
	if side == wire.Response || side == wire.ResponseSent {
		name = answer
	}
	var out []byte
	budget := coding.NewBudget(coding.ReadLimit)
	wire.EachFrame(wire.GRPC, 0, []wire.Chunk{{Data: body}}, func(f wire.Frame) bool {
		p := grpc.Unpack(h, f, budget)
		to := p.Data
		if len(p.Problems) == 0 {
			to = protobuf.Splice(m.Speaks.Schema(), name, p.Data, renamer(r))
		}
		if string(to) == string(p.Data) {
			out = append(out, f.Raw...)
			return true
		}
		out = wire.AppendGRPC(out, to)
		return true
	})
	return out
}

// GRPCPath is the path of a gRPC call, without what stands before the service.
func GRPCPath(url string) string {
	m, ok := grpc.MethodOf(url)
	if !ok {
		return ""
	}
	return "/" + m.Service + "/" + m.Name
}

// renamer renames ids by the names of their fields, those in 0.3's resource
// names one by one.
func renamer(r Renaming) func(path, text string) (string, bool) {
	return func(path, text string) (string, bool) {
		field := path[strings.LastIndexByte(path, '.')+1:]
		switch {
		case idMember(field) && text != "":
			return r.ID(field, text)
		case field == "name" || field == "parent":
			return r.resourceName(text)
		}
		return "", false
	}
}
