package grpc

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Write makes the POST of a call. A JSON-RPC id has no place in it.
func (Binding) Write(d version.Dialect, endpoint, _ string, c *a2a.Call) (binding.HTTP, []a2a.Loss, error) {
	s, ok := d.(version.Service)
	if !ok {
		return binding.HTTP{}, nil, fmt.Errorf("version %s has no gRPC binding", d.Version())
	}
	method, ok := s.Method(c.Op)
	name, _ := s.Messages(c.Op)
	if !ok || name == "" {
		return binding.HTTP{}, nil, fmt.Errorf("version %s has no %s over gRPC; choose a newer version", d.Version(), c.Op)
	}
	base, err := Binding{}.Address(endpoint, nil)
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	params, losses, err := binding.Params(d, c)
	if err != nil {
		return binding.HTTP{}, nil, err
	}
	b, ps := protobuf.Encode(s.Schema(), name, params)
	for _, p := range ps { // what the message cannot hold
		losses = append(losses, a2a.Loss{Path: strings.TrimLeft(p.Path, "$."), Why: p.Message})
	}
	h := binding.Headers(d, "")
	h.Del("Accept")
	h.Set("Content-Type", "application/grpc")
	h.Set("Te", "trailers")
	return binding.HTTP{Method: http.MethodPost, URL: base + "/" + s.Service() + "/" + method, Header: h, Body: wire.AppendGRPC(nil, b)}, losses, nil
}

// Result is the message, with its five bytes, that an agent answers or
// streams for a success.
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
		if p.Severity == a2a.SeverityError { // of what it says something is left out
			return nil, fmt.Errorf("write result of %s in version %s: %s: %s", op, d.Version(), p.Path, p.Message)
		}
	}
	return wire.AppendGRPC(nil, b), nil
}

// Trailer is how a call ended, as trailers: an error, or nil for a
// success.
func Trailer(d a2a.Dialect, e *a2a.Error) http.Header {
	if e == nil {
		return http.Header{"Grpc-Status": {"0"}}
	}
	return trailer(d, e, statusOf(e.Name))
}

// Fail tells an error in the head of an answer without a message, where a call that fails
// at once has its status, in a stream as well.
func (Binding) Fail(d version.Dialect, _ string, _ bool, e *a2a.Error) (wire.Head, []byte) {
	h := Trailer(d, e)
	h.Set("Content-Type", "application/grpc")
	h.Set("Cache-Control", "no-store")
	return wire.Head{Status: http.StatusOK, Header: h}, nil
}

// FirstTrailer is Trailer with the numbers of 1.0.0.
func FirstTrailer(d a2a.Dialect, e *a2a.Error) http.Header {
	if e == nil || binding.StatusOf(e.Name).FirstGRPC == 0 {
		return Trailer(d, e)
	}
	return trailer(d, e, binding.StatusOf(e.Name).FirstGRPC)
}

// trailer tells an error under a number.
func trailer(d a2a.Dialect, e *a2a.Error, code int) http.Header {
	text := binding.Text(e)
	h := http.Header{"Grpc-Status": {strconv.Itoa(code)}, "Grpc-Message": {escaped(text)}}
	data := e.Data
	if d != nil {
		data = d.EncodeErrorData(e)
	}
	if list := document.ValueOf(data); list.Is('[') && list.Get("0", "@type").Present() {
		h.Set("Grpc-Status-Details-Bin", base64.RawStdEncoding.EncodeToString(statusDetails(code, text, list)))
	}
	return h
}

// statusDetails is a google.rpc.Status with a list of typed objects. One that its
// type's message cannot hold, or of a type that is not known, goes as the JSON that it
// is, in a google.protobuf.Value.
func statusDetails(code int, text string, list document.Value) []byte {
	var details [][]byte
	list.Each(func(_ string, detail document.Value) bool {
		said := []byte(detail.Raw)
		if _, ps := protobuf.Encode(nil, "Any", said); len(ps) > 0 {
			said = fmt.Appendf(nil, `{"@type":"type.googleapis.com/google.protobuf.Value","value":%s}`, said)
		}
		details = append(details, said)
		return true
	})
	message, _ := json.Marshal(text) // a string always encodes
	b, _ := protobuf.Encode(nil, protobuf.Status, fmt.Appendf(nil, `{"code":%d,"message":%s,"details":[%s]}`, code, message, bytes.Join(details, []byte(","))))
	return b
}

// escaped is a text as grpc-message has it: what is not printable ASCII, and the
// percent sign, by percent and two digits.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c >= ' ' && c <= '~' && c != '%' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
