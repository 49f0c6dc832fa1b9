package grpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Write writes the POST of a call. gRPC has no place for a JSON-RPC id.
func (Binding) Write(d version.Dialect, endpoint, _ string, c *a2a.Call) (binding.HTTP, []a2a.Loss, error) {
	s, name, err := messageOf(d.Version(), c.Op, wire.Request)
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	base, err := Binding{}.Address(endpoint, nil)
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	params, losses, err := binding.Params(s, c)
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	method, _ := s.Method(c.Op) // the operation has a message, so it has one
	b, ps := protobuf.Encode(s.Schema(), name, params)
	for _, p := range ps { // what the message cannot hold
		losses = append(losses, a2a.Loss{Path: strings.TrimLeft(p.Path, "$."), Reason: p.Message})
	}
	h := binding.Headers(s, "")
	h.Del("Accept")
	h.Set("Content-Type", "application/grpc")
	h.Set("Te", "trailers")
	return binding.HTTP{Method: http.MethodPost, URL: base + "/" + s.Service() + "/" + method, Header: h, Body: wire.AppendGRPC(nil, b)}, losses, nil
}

// Result writes a message, with its five-byte prefix, in which an agent answers or streams a success.
func Result(d a2a.Dialect, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	s, name, err := messageOf(d.Version(), op, wire.Response)
	if err != nil {
		return nil, err
	}
	doc, err := binding.Result(d, op, r)
	if err != nil {
		return nil, err
	}
	if len(doc) == 0 {
		doc = json.RawMessage("{}")
	}
	b, ps := protobuf.Encode(s.Schema(), name, doc)
	for _, p := range ps {
		if p.Severity == a2a.SeverityError { // the result is incomplete
			return nil, fmt.Errorf("write result of %s in version %s: %s: %s", op, d.Version(), p.Path, p.Message)
		}
	}
	return wire.AppendGRPC(nil, b), nil
}

// Splice edits strings in the messages of one side of a call and adjusts the lengths around them. Unreadable
// messages, and compressed ones without an edit, stay as they are; a compressed one with an edit comes back
// uncompressed.
func (Binding) Splice(url string, side wire.Side, h http.Header, body []byte, edit binding.Edit) ([]byte, bool) {
	m, ok := called(url, h)
	if !ok || m.Op() == "" {
		return body, ok
	}
	name := messageIn(m.Speaks, m.Op(), side)
	var out []byte
	budget := coding.NewBudget(coding.MaxDecodedBytes)
	for f := range wire.Frames(wire.GRPC, 0, []wire.Chunk{{Data: body}}) {
		p := Unpack(h, f, budget)
		to := p.Data
		if len(p.Problems) == 0 {
			to = protobuf.Splice(m.Speaks.Schema(), name, p.Data, edit)
		}
		if bytes.Equal(to, p.Data) {
			out = append(out, f.Raw...)
		} else {
			out = wire.AppendGRPC(out, to)
		}
	}
	if bytes.Equal(out, body) {
		return body, true
	}
	return out, true
}

// Decode decodes a message of a gRPC call, without its five-byte prefix, into ProtoJSON: the request's or,
// for wire.Response, an answer or event.
func Decode(v a2a.Version, op a2a.Operation, side wire.Side, message []byte) (protobuf.Document, error) {
	s, name, err := messageOf(v, op, side)
	if err != nil {
		return protobuf.Document{}, err
	}
	return protobuf.Decode(s.Schema(), name, message), nil
}

// Encode is the inverse of Decode. Whatever does not fit into the message is a problem with its path in doc.
func Encode(v a2a.Version, op a2a.Operation, side wire.Side, doc []byte) ([]byte, []a2a.Problem, error) {
	s, name, err := messageOf(v, op, side)
	if err != nil {
		return nil, nil, err
	}
	b, ps := protobuf.Encode(s.Schema(), name, doc)
	return b, ps, nil
}

func messageOf(v a2a.Version, op a2a.Operation, side wire.Side) (version.Service, string, error) {
	s, ok := registry.ServiceOf(v)
	if !ok {
		return nil, "", fmt.Errorf("version %s has no gRPC binding", v)
	}
	name := messageIn(s, op, side)
	if name == "" {
		return nil, "", fmt.Errorf("version %s has no %s over gRPC; choose a newer version", v, op)
	}
	return s, name, nil
}

func messageIn(s version.Service, op a2a.Operation, side wire.Side) string {
	request, response := s.Messages(op)
	if side.IsRequest() {
		return request
	}
	return response
}

// Text returns the message of a gRPC request as ProtoJSON, to show and edit. It returns false if the request
// is not gRPC or does not have exactly one complete message.
func Text(req binding.Message) ([]byte, bool) {
	m, ok := called(req.URL, req.Header)
	if !ok || m.Op() == "" || !IsGRPC(req.Header) {
		return nil, false
	}
	all := Packets(req.Header, req.Body)
	if len(all) != 1 || len(all[0].Problems) > 0 {
		return nil, false
	}
	return protobuf.Decode(m.Speaks.Schema(), messageIn(m.Speaks, m.Op(), wire.Request), all[0].Data).JSON, true
}

// Body is the inverse of Text for a call of this URL. Whatever does not fit into the message is a problem.
func Body(url string, doc []byte) ([]byte, []a2a.Problem, error) {
	m, ok := MethodOf(url)
	if !ok || m.Op() == "" {
		return nil, nil, fmt.Errorf("%s is not the URL of an A2A method over gRPC: its path must end in the service and the method, as in /lf.a2a.v1.A2AService/GetTask", url)
	}
	b, ps := protobuf.Encode(m.Speaks.Schema(), messageIn(m.Speaks, m.Op(), wire.Request), doc)
	return wire.AppendGRPC(nil, b), ps, nil
}

// Spec names the specification of gRPC's rules.
const Spec = "gRPC over HTTP/2"

// Packet is a gRPC message, decompressed, with the problems of its framing.
type Packet struct {
	Data     []byte
	Problems []a2a.Problem
	Sealed   bool // Data is still compressed: it cannot be decompressed
}

// Packets cuts a body into messages. It decompresses only the first, since nobody reads the others.
func Packets(h http.Header, body []byte) []Packet {
	var all []Packet
	for f := range wire.Frames(wire.GRPC, 0, []wire.Chunk{{Data: body}}) {
		p := Packet{Data: f.Data}
		if len(all) == 0 {
			p = Unpack(h, f, coding.NewBudget(coding.MaxDecodedBytes))
		}
		if all = append(all, p); len(all) == document.MaxFrames {
			break
		}
	}
	return all
}

// Unpack extracts the message of a frame, within the budget shared by all messages of the body. h
// holds the headers of the frame's side.
func Unpack(h http.Header, f wire.Frame, budget *coding.Budget) Packet {
	p := Packet{Data: f.Data}
	for _, flaw := range f.Problems {
		p.Problems = append(p.Problems, document.Unplaced("GRPC-06", a2a.SeverityError, Spec, flaw.Message))
	}
	if len(f.Data) == len(f.Raw) || f.Raw[0]&1 == 0 { // the rest of a truncated message has no prefix
		return p
	}
	name := strings.ToLower(h.Get("Grpc-Encoding"))
	if name == "" || name == "identity" {
		p.Problems = append(p.Problems, document.Unplaced("GRPC-06", a2a.SeverityError, Spec, "the message says that it is compressed, but no grpc-encoding says how"))
		p.Sealed = true
		return p
	}
	plain, err := inflated(name, f.Data, budget)
	switch says := fmt.Sprintf("the message is compressed with %s and cannot be read whole: %v", document.QuoteShort(name), err); {
	case coding.IsDecoderLimit(err):
		p.Problems = append(p.Problems, document.Unplaced("READ-01/coding", a2a.SeverityInfo, Spec, says))
	case err != nil:
		p.Problems = append(p.Problems, document.Unplaced("GRPC-06", a2a.SeverityError, Spec, says))
	}
	if p.Sealed = err != nil && (len(plain) == 0 || coding.IsDecoderLimit(err)); !p.Sealed {
		p.Data = plain
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
		err = fmt.Errorf("%w: with the messages before it, it holds more than %d MB", coding.ErrTooLong, coding.MaxDecodedBytes>>20)
	}
	return plain, err
}

// Read decodes a message of a service into ProtoJSON and stores it in a reading.
func (p Packet) Read(s version.Service, message string, out *a2a.Reading) protobuf.Document {
	d := protobuf.Decode(s.Schema(), message, p.Data)
	out.Raw, out.Repaired = p.Data, d.JSON
	if out.Raw == nil {
		out.Raw = []byte{}
	}
	return d
}
