package grpc

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadResponse reads the head of a response, and its body where that is no gRPC or
// the whole answer of a call that has one.
func (Binding) ReadResponse(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	out, head := binding.Reading(id, a2a.KindNone, resp.Body), checkHead(resp)
	if status, ok := readStatus(id, resp.Header); ok { // no message: all is in the head
		out = status
	} else if status, ok := readStatus(id, resp.Trailer); ok && status.Kind == a2a.KindError && !id.Op.Streams() {
		out = status
	} else if IsGRPC(resp.Header) {
		out.Raw = nil
		for _, f := range body.Frames(wire.GRPC, resp.Body, time.Time{}, 1) {
			if !id.Op.Streams() {
				r.Answer = resp
				out = Binding{}.ReadEvent(id, r, f, &document.Envelope{})
			}
		}
	}
	out.Problems = append(head, out.Problems...)
	return out
}

// ReadEnd reads the status of a call.
func (Binding) ReadEnd(id a2a.Identity, resp binding.Message) (a2a.Reading, bool) {
	for _, h := range []http.Header{resp.Trailer, resp.Header} {
		if out, ok := readStatus(id, h); ok {
			return out, true
		}
	}
	out := binding.Reading(id, a2a.KindNone, nil)
	if resp.Trailer == nil || !IsGRPC(resp.Header) {
		return out, false
	}
	out.Problems = []a2a.Problem{document.Unplaced("GRPC-09", a2a.SeverityError, Spec, "the answer ended without the trailer grpc-status: callers take that for a broken connection")}
	return out, true
}

// checkHead judges a response's status and content type. Something between
// caller and agent may answer with plain HTTP.
func checkHead(resp binding.Message) []a2a.Problem {
	var ps []a2a.Problem
	if binding.Bars(resp.Status) && !IsGRPC(resp.Header) {
		return []a2a.Problem{binding.CheckBarred(resp)}
	}
	if resp.Status != 0 && resp.Status != http.StatusOK {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, Spec,
			fmt.Sprintf("HTTP %d %s; a gRPC server answers 200 and tells the call's own status in trailers", resp.Status, http.StatusText(resp.Status))))
	}
	if resp.Header != nil && !IsGRPC(resp.Header) {
		ps = append(ps, binding.CheckType("GRPC-08", a2a.SeverityError, resp, Spec, "gRPC answers are application/grpc, so this is none"))
	}
	return ps
}

// ReadEvent reads one message of an answer, or of a stream.
func (Binding) ReadEvent(id a2a.Identity, r *binding.Request, f wire.Frame, _ *document.Envelope) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, f.Data)
	p := Unpack(r.Answer.Header, f, r.Budget)
	m, _ := MethodOf(r.URL)
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
	v := document.ValueOf(doc.JSON)
	ps = append(ps, binding.SetResult(id, r, result, &document.Envelope{Object: true, Value: v, Result: v, Where: "$"}, &out)...)
	out.Problems = slices.Concat(p.Problems, doc.Problems, doc.Home(ps))
	return out
}
