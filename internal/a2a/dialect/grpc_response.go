package dialect

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// response reads the head of a response, and its body where that is no gRPC or
// the whole answer of a call that has one.
func (gRPC) response(id a2a.Identity, r *request, resp Message) a2a.Reading {
	if status, ok := readStatus(id, resp.Header); ok { // no message: all is in the head
		status.Problems = append(checkGRPCHead(resp), status.Problems...)
		return status
	}
	if status, ok := readStatus(id, resp.Trailer); ok && status.Kind == a2a.KindError && !id.Op.Streams() {
		status.Problems = append(checkGRPCHead(resp), status.Problems...)
		return status
	}
	out := reading(id, a2a.KindNone, resp.Body)
	if !grpc.IsGRPC(resp.Header) || id.Op.Streams() || len(resp.Body) == 0 {
		if grpc.IsGRPC(resp.Header) {
			out.Raw = nil
		}
		out.Problems = checkGRPCHead(resp)
		return out
	}
	f, _ := firstMessage(resp.Body)
	r.answer = resp
	out = gRPC{}.event(id, r, f, &document.Envelope{})
	out.Problems = append(checkGRPCHead(resp), out.Problems...)
	return out
}

// checkGRPCHead judges a response's status and content type. Something between
// caller and agent may answer with plain HTTP.
func checkGRPCHead(resp Message) []a2a.Problem {
	var ps []a2a.Problem
	if bars(resp.Status) && !grpc.IsGRPC(resp.Header) {
		return []a2a.Problem{checkBarred(resp)}
	}
	if resp.Status != 0 && resp.Status != http.StatusOK {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, grpc.Spec,
			fmt.Sprintf("HTTP %d %s; a gRPC server answers 200 and tells the call's own status in trailers", resp.Status, http.StatusText(resp.Status))))
	}
	if resp.Header != nil && !grpc.IsGRPC(resp.Header) {
		said := "there is no Content-Type"
		if t := wire.MediaType(resp.Header); t != "" {
			said = "Content-Type is " + document.Brief(t)
		}
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, grpc.Spec, said+"; gRPC answers are application/grpc, so this is none"))
	}
	return ps
}

// event reads one message of an answer, or of a stream.
func (gRPC) event(id a2a.Identity, r *request, f wire.Frame, _ *document.Envelope) a2a.Reading {
	out := reading(id, a2a.KindNone, f.Data)
	p := grpc.Unpack(r.answer.Header, f, r.budget)
	m, _ := grpc.MethodOf(r.URL)
	m = m.In(id)
	if m.Op() == "" {
		out.Raw, out.Problems = p.Data, append(p.Problems, noMethod(m))
		return out
	}
	rest := f.Partial && f.Offset > 0 && len(f.Raw) > 0 && len(f.Data) == len(f.Raw) // of one that was cut
	if rest || p.Sealed {
		out.Raw, out.Problems = p.Data, p.Problems
		return out
	}
	_, name := m.Speaks.Messages(m.Op())
	doc := p.Read(m.Speaks, name, &out)
	result, ps := m.Speaks.ReadResult(m.Op(), doc.JSON)
	out.Result, out.Kind = result, kindOf(result)
	if out.Kind == a2a.KindEmpty && m.Op() != a2a.DeletePushConfig {
		out.Result, out.Kind = nil, a2a.KindNone // its problems say what it lacks
	}
	if result != nil && result.Card != nil {
		out.Card = result.Card
	}
	v := document.ValueOf(doc.JSON)
	ps = append(ps, checkTaskID(id, r, result, &document.Envelope{Object: true, Value: v, Result: v, Where: "$"})...)
	out.Problems = slices.Concat(p.Problems, doc.Problems, doc.Home(ps))
	return out
}
