package dialect

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

const grpcSpec = "gRPC over HTTP/2"

// packet is one gRPC message, uncompressed, with what is wrong about its
// framing.
type packet struct {
	data     []byte
	problems []a2a.Problem
	sealed   bool // data is still compressed: nothing of it could be uncompressed
}

// packets cuts a body into messages. Only the first is uncompressed, as nothing
// reads another.
func packets(h http.Header, body []byte) []packet {
	var all []packet
	wire.EachFrame(wire.GRPC, 0, []wire.Chunk{{Data: body}}, func(f wire.Frame) bool {
		if len(all) == 0 {
			all = append(all, unpack(h, f, coding.NewBudget(decodeLimit)))
		} else {
			all = append(all, packet{data: f.Data})
		}
		return len(all) < maxFrames
	})
	return all
}

// unpack takes the message out of a frame, as far as the budget that all messages
// of the body share allows. h are the headers of its side.
func unpack(h http.Header, f wire.Frame, budget *coding.Budget) packet {
	p := packet{data: f.Data}
	for _, flaw := range f.Problems {
		p.problems = append(p.problems, noPlace("", a2a.Fault, grpcSpec, flaw.Message))
	}
	if len(f.Data) == len(f.Raw) || f.Raw[0]&1 == 0 { // the rest of a message that was cut has no head
		return p
	}
	name := strings.ToLower(h.Get("Grpc-Encoding"))
	if name == "" || name == "identity" {
		p.problems = append(p.problems, noPlace("", a2a.Fault, grpcSpec, "the message says that it is compressed, but no grpc-encoding says how"))
		return p
	}
	plain, err := inflated(name, f.Data, budget)
	if err != nil {
		p.problems = append(p.problems, noPlace("", a2a.Fault, grpcSpec, fmt.Sprintf("the message is compressed by %s and cannot be read whole: %v", brief(name), err)))
	}
	if p.sealed = err != nil && len(plain) == 0; !p.sealed {
		p.data = plain
	}
	return p
}

func inflated(name string, b []byte, budget *coding.Budget) ([]byte, error) {
	r, err := budget.Open(name, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(r)
	if errors.Is(err, coding.ErrTooLong) {
		err = fmt.Errorf("with the messages before it, it holds more than %d MiB", decodeLimit>>20)
	}
	return plain, err
}

// protoText is a message as ProtoJSON.
type protoText struct {
	protobuf.Document
}

// read turns a message of a service into ProtoJSON and notes it in a reading.
func (p packet) read(s service, message string, out *a2a.Reading) protoText {
	d := protoText{protobuf.Decode(s.Schema(), message, p.data)}
	out.Raw, out.Lenient = p.data, d.JSON
	if out.Raw == nil {
		out.Raw = []byte{}
	}
	return d
}

// home moves problems found in the ProtoJSON to their places in the message.
func (d protoText) home(ps []a2a.Problem) []a2a.Problem {
	for i := range ps {
		if ps[i].Offset >= 0 {
			ps[i].Offset = d.Origin(ps[i].Offset)
		}
	}
	return ps
}

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
func grpcMessage(v a2a.Version, op a2a.Operation, side wire.Side) (service, string, error) {
	s, ok := serviceOf(v)
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
	if !ok || m.op() == "" || !isGRPC(req.Header) {
		return nil, false
	}
	all := packets(req.Header, req.Body)
	if len(all) != 1 || len(all[0].problems) > 0 {
		return nil, false
	}
	name, _ := m.speaks.Messages(m.op())
	return protobuf.Decode(m.speaks.Schema(), name, all[0].data).JSON, true
}

// GRPCBody is the inverse of GRPCText for a call of this URL. What has no place
// in the message is a problem.
func GRPCBody(url string, doc []byte) ([]byte, []a2a.Problem, error) {
	m, ok := rpcOf(url)
	if !ok || m.op() == "" {
		return nil, nil, fmt.Errorf("no method of A2A over gRPC is at %s: the path ends in the service and the method, as in /lf.a2a.v1.A2AService/GetTask", url)
	}
	return encodeGRPC(m.speaks.Version(), m.op(), doc)
}
