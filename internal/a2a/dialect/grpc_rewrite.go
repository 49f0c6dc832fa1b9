package dialect

import (
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// RewriteGRPCCard is RewriteCard for the answer to a gRPC call of this URL that
// asks for a card. Lengths around a URL are set right, all other bytes stay; a
// compressed message is sent on uncompressed when it changes. Offsets are -1:
// the URL is not where it was.
func RewriteGRPCCard(url string, h http.Header, body []byte, swap func(string) (string, bool)) (out []byte, found []CardURL, signed bool) {
	m, ok := grpc.MethodOf(url)
	if !ok || m.Op() != a2a.GetExtendedCard || !grpc.IsGRPC(h) {
		return body, nil, false
	}
	_, name := m.Speaks.Messages(m.Op())
	changed := false
	budget := coding.NewBudget(coding.ReadLimit)
	wire.EachFrame(wire.GRPC, 0, []wire.Chunk{{Data: body}}, func(f wire.Frame) bool {
		p := grpc.Unpack(h, f, budget)
		if len(p.Problems) > 0 {
			out = append(out, f.Raw...)
			return true
		}
		to := protobuf.Splice(m.Speaks.Schema(), name, p.Data, func(path, text string) (string, bool) {
			if !slices.Contains([]string{"url", "supportedInterfaces.url", "additionalInterfaces.url"}, path) {
				return "", false
			}
			found = append(found, CardURL{URL: text, Path: "$." + path, Offset: -1, Length: int64(len(text))})
			return swap(text)
		})
		signed = signed || document.ValueOf(protobuf.Decode(m.Speaks.Schema(), name, p.Data).JSON).Get("signatures", "0").Present()
		if string(to) == string(p.Data) {
			out = append(out, f.Raw...)
			return true
		}
		changed = true
		out = wire.AppendGRPC(out, to)
		return true
	})
	if !changed {
		return body, found, signed
	}
	return out, found, signed
}

// grpcCard reports whether a gRPC call answers with a card.
func grpcCard(req, resp Message) bool {
	m, ok := grpcRequest(req)
	return ok && m.Op() == a2a.GetExtendedCard && (resp.Header == nil || grpc.IsGRPC(resp.Header) && resp.Header.Get("Grpc-Status") == "")
}
