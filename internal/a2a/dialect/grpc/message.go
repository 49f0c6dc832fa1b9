package grpc

import (
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Splice changes texts in the messages of one side of a call. Lengths around a text are
// set right. What cannot be read stays, and so does a compressed message without a
// change; one with a change comes back uncompressed.
func (Binding) Splice(url string, side wire.Side, h http.Header, body []byte, edit binding.Edit) ([]byte, bool) {
	m, ok := called(url, h)
	if !ok || m.Op() == "" {
		return body, ok
	}
	name, answer := m.Speaks.Messages(m.Op())
	if side == wire.Response || side == wire.ResponseSent {
		name = answer
	}
	var out []byte
	budget := coding.NewBudget(coding.ReadLimit)
	changed := false
	for f := range wire.Frames(wire.GRPC, 0, []wire.Chunk{{Data: body}}) {
		p := Unpack(h, f, budget)
		to := p.Data
		if len(p.Problems) == 0 {
			to = protobuf.Splice(m.Speaks.Schema(), name, p.Data, edit)
		}
		if string(to) == string(p.Data) {
			out = append(out, f.Raw...)
			continue
		}
		changed = true
		out = wire.AppendGRPC(out, to)
	}
	if !changed {
		return body, true
	}
	return out, true
}

// Decode reads a message of a gRPC call, without the five bytes before it, as
// ProtoJSON: the request's, or with wire.Response an answer or event.
func Decode(v a2a.Version, op a2a.Operation, side wire.Side, message []byte) (protobuf.Document, error) {
	s, name, err := messageOf(v, op, side)
	if err != nil {
		return protobuf.Document{}, err
	}
	return protobuf.Decode(s.Schema(), name, message), nil
}

// Encode is the inverse of Decode. What has no place in the message is a problem, with its
// path in doc.
func Encode(v a2a.Version, op a2a.Operation, side wire.Side, doc []byte) ([]byte, []a2a.Problem, error) {
	s, name, err := messageOf(v, op, side)
	if err != nil {
		return nil, nil, err
	}
	b, ps := protobuf.Encode(s.Schema(), name, doc)
	return b, ps, nil
}

// messageOf names the message of an operation.
func messageOf(v a2a.Version, op a2a.Operation, side wire.Side) (version.Service, string, error) {
	s, ok := registry.ServiceOf(v)
	if !ok {
		return nil, "", fmt.Errorf("version %s has no gRPC binding", v)
	}
	request, response := s.Messages(op)
	if request == "" {
		return nil, "", fmt.Errorf("version %s has no %s over gRPC", v, op)
	}
	if side == wire.Response || side == wire.ResponseSent {
		return s, response, nil
	}
	return s, request, nil
}

// Text is the message of a gRPC request as ProtoJSON, to be shown and edited;
// false for what is none, or has not exactly one message that is whole.
func Text(req binding.Message) ([]byte, bool) {
	m, ok := called(req.URL, req.Header)
	if !ok || m.Op() == "" || !IsGRPC(req.Header) {
		return nil, false
	}
	all := Packets(req.Header, req.Body)
	if len(all) != 1 || len(all[0].Problems) > 0 {
		return nil, false
	}
	name, _ := m.Speaks.Messages(m.Op())
	return protobuf.Decode(m.Speaks.Schema(), name, all[0].Data).JSON, true
}

// Body is the inverse of Text for a call of this URL. What has no place
// in the message is a problem.
func Body(url string, doc []byte) ([]byte, []a2a.Problem, error) {
	m, ok := MethodOf(url)
	if !ok || m.Op() == "" {
		return nil, nil, fmt.Errorf("no method of A2A over gRPC is at %s: the path ends in the service and the method, as in /lf.a2a.v1.A2AService/GetTask", url)
	}
	name, _ := m.Speaks.Messages(m.Op())
	b, ps := protobuf.Encode(m.Speaks.Schema(), name, doc)
	return wire.AppendGRPC(nil, b), ps, nil
}
