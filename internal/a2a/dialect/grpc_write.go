package dialect

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/rest"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// write makes the request of a call. A JSON-RPC id has no place in it.
func (gRPC) write(d a2a.Dialect, endpoint, _ string, c *a2a.Call) (HTTP, []a2a.Loss, error) {
	s, ok := d.(version.Service)
	if !ok {
		return HTTP{}, nil, fmt.Errorf("version %s has no gRPC binding", d.Version())
	}
	method, ok := s.Method(c.Op)
	name, _ := s.Messages(c.Op)
	if !ok || name == "" {
		return HTTP{}, nil, fmt.Errorf("version %s has no %s over gRPC; choose a newer version", d.Version(), c.Op)
	}
	base, err := Endpoint(a2a.GRPC, endpoint)
	if err != nil {
		return HTTP{}, nil, err
	}
	params, losses, err := s.EncodeParams(c)
	if err != nil {
		return HTTP{}, nil, fmt.Errorf("write params of %s in version %s: %w", c.Op, d.Version(), err)
	}
	b, ps := protobuf.Encode(s.Schema(), name, params)
	h := http.Header{"Content-Type": {"application/grpc"}, "Te": {"trailers"}}
	for name, value := range s.Headers() {
		h.Set(name, value)
	}
	return HTTP{Method: http.MethodPost, URL: base + "/" + s.Service() + "/" + method, Header: h, Body: wire.AppendGRPC(nil, b)}, append(losses, lost(ps)...), nil
}

// lost are problems of writing as what a message cannot hold.
func lost(ps []a2a.Problem) []a2a.Loss {
	var all []a2a.Loss
	for _, p := range ps {
		all = append(all, a2a.Loss{Path: strings.TrimLeft(p.Path, "$."), Why: p.Message})
	}
	return all
}

// Endpoint is the http or https URL at which an interface is called. gRPC ones
// may also be host:port: plain HTTP/2 on this machine, over TLS elsewhere.
// Others come back as they are.
func Endpoint(b a2a.Binding, raw string) (string, error) {
	if b != a2a.GRPC {
		return raw, nil
	}
	text := strings.TrimSpace(raw)
	for _, form := range []string{"dns:///", "ipv4:", "ipv6:", "passthrough:///"} { // names as gRPC's libraries have them
		text = strings.TrimPrefix(text, form)
	}
	if scheme, rest, ok := strings.Cut(text, "://"); ok {
		switch strings.ToLower(scheme) {
		case "grpc":
			text = "http://" + rest
		case "grpcs":
			text = "https://" + rest
		}
	} else {
		text = guessScheme(text) + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("%q is no gRPC endpoint: write host:port, or http://host:port for plain HTTP/2 and https://host:port for TLS", raw)
	}
	u.RawQuery, u.Fragment = "", ""
	return strings.TrimRight(u.String(), "/"), nil
}

// guessScheme is plain HTTP for this machine, TLS for all others.
func guessScheme(hostport string) string {
	host, _, err := net.SplitHostPort(strings.TrimRight(hostport, "/"))
	if err != nil {
		host = strings.Trim(hostport, "[]/")
	}
	ip, err := netip.ParseAddr(host)
	if strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback() {
		return "http://"
	}
	return "https://"
}

// GRPCResult is the message, with its five bytes, that an agent answers or
// streams for a success.
func GRPCResult(d a2a.Dialect, op a2a.Operation, r *a2a.Result) ([]byte, error) {
	s, ok := d.(version.Service)
	_, name := "", ""
	if ok {
		_, name = s.Messages(op)
	}
	if name == "" {
		return nil, fmt.Errorf("write result of %s in version %s: it has none over gRPC", op, d.Version())
	}
	doc, _, err := s.EncodeResult(op, r)
	if err != nil {
		return nil, fmt.Errorf("write result of %s in version %s: %w", op, d.Version(), err)
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

// GRPCStatusTrailer is how a call ended, as trailers: an error, or nil for a
// success.
func GRPCStatusTrailer(d a2a.Dialect, e *a2a.Error) http.Header {
	if e == nil {
		return http.Header{"Grpc-Status": {"0"}}
	}
	code, _ := grpcStatus(e.Name)
	text := e.Message
	if text == "" {
		text = rest.Words(e.Name)
	}
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
