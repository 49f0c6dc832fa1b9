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
			all = append(all, unpack(h, f, coding.NewBudget(coding.ReadLimit)))
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
		err = fmt.Errorf("with the messages before it, it holds more than %d MiB", coding.ReadLimit>>20)
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

const grpcSpec = "gRPC over HTTP/2"
