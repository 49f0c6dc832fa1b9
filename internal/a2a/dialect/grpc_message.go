package dialect

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// encodeGRPC writes the message of a request, given as ProtoJSON, as the body of
// a gRPC call: five bytes, then the message. What does not fit the message is a
// problem with its place in params.
func encodeGRPC(v a2a.Version, op a2a.Operation, params []byte) ([]byte, []a2a.Problem, error) {
	s, name, err := grpcMessage(v, op, wire.Request)
	if err != nil {
		return nil, nil, err
	}
	b, ps := protobuf.Encode(s.Schema(), name, params)
	return wire.AppendGRPC(nil, b), ps, nil
}

// DecodeGRPC reads a message of a gRPC call, without the five bytes before it, as
// ProtoJSON: the request's, or with wire.Response an answer or event.
func DecodeGRPC(v a2a.Version, op a2a.Operation, side wire.Side, message []byte) (protobuf.Document, error) {
	s, name, err := grpcMessage(v, op, side)
	if err != nil {
		return protobuf.Document{}, err
	}
	return protobuf.Decode(s.Schema(), name, message), nil
}

// grpcMessage names the message of an operation.
func grpcMessage(v a2a.Version, op a2a.Operation, side wire.Side) (version.Service, string, error) {
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

// GRPCText is the message of a gRPC request as ProtoJSON, to be shown and edited;
// false for what is none, or has not exactly one message that is whole.
func GRPCText(req Message) ([]byte, bool) {
	m, ok := grpcRequest(req)
	if !ok || m.Op() == "" || !grpc.IsGRPC(req.Header) {
		return nil, false
	}
	all := grpc.Packets(req.Header, req.Body)
	if len(all) != 1 || len(all[0].Problems) > 0 {
		return nil, false
	}
	name, _ := m.Speaks.Messages(m.Op())
	return protobuf.Decode(m.Speaks.Schema(), name, all[0].Data).JSON, true
}

// GRPCBody is the inverse of GRPCText for a call of this URL. What has no place
// in the message is a problem.
func GRPCBody(url string, doc []byte) ([]byte, []a2a.Problem, error) {
	m, ok := grpc.MethodOf(url)
	if !ok || m.Op() == "" {
		return nil, nil, fmt.Errorf("no method of A2A over gRPC is at %s: the path ends in the service and the method, as in /lf.a2a.v1.A2AService/GetTask", url)
	}
	return encodeGRPC(m.Speaks.Version(), m.Op(), doc)
}
