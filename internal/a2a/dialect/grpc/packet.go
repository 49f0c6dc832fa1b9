package grpc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// Spec is where the rules of gRPC stand.
const Spec = "gRPC over HTTP/2"

// Packet is one gRPC message, uncompressed, with what is wrong about its
// framing.
type Packet struct {
	Data     []byte
	Problems []a2a.Problem
	Sealed   bool // data is still compressed: nothing of it could be uncompressed
}

// Packets cuts a body into messages. Only the first is uncompressed, as nothing
// reads another.
func Packets(h http.Header, body []byte) []Packet {
	var all []Packet
	for f := range wire.Frames(wire.GRPC, 0, []wire.Chunk{{Data: body}}) {
		if len(all) == 0 {
			all = append(all, Unpack(h, f, coding.NewBudget(coding.ReadLimit)))
		} else {
			all = append(all, Packet{Data: f.Data})
		}
		if len(all) == document.MaxFrames {
			break
		}
	}
	return all
}

// Unpack takes the message out of a frame, as far as the budget that all messages
// of the body share allows. h are the headers of its side.
func Unpack(h http.Header, f wire.Frame, budget *coding.Budget) Packet {
	p := Packet{Data: f.Data}
	for _, flaw := range f.Problems {
		p.Problems = append(p.Problems, document.Unplaced("GRPC-06", a2a.SeverityError, Spec, flaw.Message))
	}
	if len(f.Data) == len(f.Raw) || f.Raw[0]&1 == 0 { // the rest of a message that was cut has no head
		return p
	}
	name := strings.ToLower(h.Get("Grpc-Encoding"))
	if name == "" || name == "identity" {
		p.Problems = append(p.Problems, document.Unplaced("GRPC-06", a2a.SeverityError, Spec, "the message says that it is compressed, but no grpc-encoding says how"))
		return p
	}
	plain, err := inflated(name, f.Data, budget)
	if err != nil {
		p.Problems = append(p.Problems, document.Unplaced("GRPC-06", a2a.SeverityError, Spec, fmt.Sprintf("the message is compressed by %s and cannot be read whole: %v", document.Brief(name), err)))
	}
	if p.Sealed = err != nil && len(plain) == 0; !p.Sealed {
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
		err = fmt.Errorf("with the messages before it, it holds more than %d MB", coding.ReadLimit>>20)
	}
	return plain, err
}

// Read turns a message of a service into ProtoJSON and notes it in a reading.
func (p Packet) Read(s version.Service, message string, out *a2a.Reading) protobuf.Document {
	d := protobuf.Decode(s.Schema(), message, p.Data)
	out.Raw, out.Repaired = p.Data, d.JSON
	if out.Raw == nil {
		out.Raw = []byte{}
	}
	return d
}
