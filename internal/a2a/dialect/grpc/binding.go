// Package grpc is the gRPC binding. The path names service and method, bodies are protobuf messages
// with a five-byte prefix each, and trailers say how a call ended. Readings carry a message's
// ProtoJSON and its bytes; offsets of problems are in the bytes.
package grpc

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

type Binding struct{}

// Identify uses the path, which names the version unless A2A-Version outvotes it.
func (Binding) Identify(r *binding.Request, _ *document.Envelope) (a2a.Identity, bool) {
	m, ok := called(r.URL, r.Header)
	if !ok {
		return a2a.Identity{}, false
	}
	var v evidence.Verdict
	if m.Speaks == nil {
		v.Add("gRPC service "+document.QuoteShort(m.Service)+" is not one of A2A's", false)
		return a2a.Identity{Binding: a2a.GRPC, Evidence: v.Evidence}, true
	}
	if s := m.outvoted(r); s != nil {
		binding.WeighVersion(&v, r.Message)
		v.Add("the method and its message", true, s.Version())
		m.Speaks = s
	}
	v.Add("gRPC service "+m.Service, true, registry.Serving(m.Service)...)
	op := m.Op()
	if op == "" {
		v.Add("it has no method "+document.QuoteShort(m.Name), false)
		if all := having(m.Name); len(all) > 0 { // another version has it
			op, _ = all[0].Operation(m.Name)
		}
	} else if own := m.versions(); m.Speaks.Service() == m.Service && len(own) < len(v.Versions) {
		v.Add("its method "+m.Name, true, own...)
	}
	binding.WeighVersion(&v, r.Message)
	binding.WeighHeaders(&v, r.Header)
	binding.WeighHint(&v, a2a.GRPC, r.URL, r.Hint)
	return a2a.Identity{Versions: v.Versions, Binding: a2a.GRPC, Op: op, Evidence: v.Evidence}, true
}

// called returns the method that a request calls. It returns false for a request that is not gRPC, having
// neither its content type nor an A2A service's path, and for a CORS preflight.
func called(url string, h http.Header) (Method, bool) {
	m, ok := MethodOf(url)
	return m, ok && (m.Speaks != nil || IsGRPC(h)) && h.Get("Access-Control-Request-Method") == ""
}

// Address returns the URL of an interface, which may also be host:port: plain HTTP/2 on this machine, TLS
// elsewhere. With like, it adds the recorded call's service and method.
func (Binding) Address(endpoint string, like *binding.Recorded) (string, error) {
	text := strings.TrimSpace(endpoint)
	for _, form := range []string{"dns:///", "ipv4:", "ipv6:", "passthrough:///"} { // forms of gRPC's libraries
		text = strings.TrimPrefix(text, form)
	}
	scheme, rest, schemed := strings.Cut(text, "://")
	if !schemed {
		text = "https://" + text
	} else if of, ok := strings.CutPrefix(strings.ToLower(scheme), "grpc"); ok {
		text = "http" + of + "://" + rest // grpc or grpcs
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("%q is not a gRPC endpoint: write host:port, or http://host:port for plain HTTP/2 and https://host:port for TLS", endpoint)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); !schemed && (strings.EqualFold(u.Hostname(), "localhost") || err == nil && ip.Unmap().IsLoopback()) {
		u.Scheme = "http"
	}
	u.RawQuery, u.Fragment = "", ""
	base := strings.TrimRight(u.String(), "/")
	if like == nil {
		return base, nil
	}
	if m, ok := MethodOf(like.URL); ok {
		base += "/" + m.Service + "/" + m.Name
	}
	return base, nil
}

// Method is a gRPC method named by a request's path.
type Method struct {
	Service string
	Name    string
	Speaks  version.Service // of the newest version with the method, else the newest with the service; nil if not A2A's
}

// MethodOf returns the method in a request's URL. Only the last two segments of the path count.
func MethodOf(url string) (Method, bool) {
	path := wire.PathOf(url)
	i := strings.LastIndexByte(path, '/')
	if i <= 0 {
		return Method{}, false
	}
	m := Method{Service: path[strings.LastIndexByte(path[:i], '/')+1 : i], Name: path[i+1:]}
	for _, s := range registry.Services() {
		if s.Service() != m.Service || m.Op() != "" {
			continue
		}
		if _, ok := s.Operation(m.Name); ok || m.Speaks == nil {
			m.Speaks = s
		}
	}
	return m, true
}

// having returns the services with a method of this name, newest first.
func having(name string) []version.Service {
	return slices.DeleteFunc(slices.Clone(registry.Services()), func(s version.Service) bool {
		_, ok := s.Operation(name)
		return !ok
	})
}

// methodOf is MethodOf for an exchange, in the version that it is read in.
func methodOf(url string, id a2a.Identity) Method {
	m, _ := MethodOf(url)
	if s, ok := registry.ServiceOf(registry.ReadAs(id)); ok {
		m.Speaks = s
	}
	return m
}

// outvoted returns the service of the version in A2A-Version if that is not one of the path's versions and
// the rest of the call agrees: it has the method, and the message is sound there and not in the path's
// version. It returns nil where the path decides.
func (m Method) outvoted(r *binding.Request) version.Service {
	said, _ := binding.RequestedVersion(r.Message)
	name, ok := registry.ParseVersion(said)
	if !ok || slices.Contains(registry.Serving(m.Service), name) {
		return nil
	}
	s, ok := registry.ServiceOf(name)
	if !ok {
		return nil
	}
	if op, ok := s.Operation(m.Name); !ok || !isSound(s, op, r) || m.Op() != "" && isSound(m.Speaks, m.Op(), r) {
		return nil
	}
	return s
}

// Answering returns the path's versions where A2A-Version outvoted it.
func (Binding) Answering(id a2a.Identity, url string) a2a.Identity {
	m := methodOf(url, id)
	if own := m.versions(); m.Speaks != nil && m.Speaks.Service() != m.Service && len(own) > 0 {
		id.Versions = own
	}
	return id
}

// isAnswer reports whether message is a valid answer to the method in the exchange's version.
func isAnswer(id a2a.Identity, url string, message []byte) bool {
	m := methodOf(url, id)
	if m.Op() == "" {
		return false
	}
	doc := protobuf.Decode(m.Speaks.Schema(), messageIn(m.Speaks, m.Op(), wire.Response), message)
	_, ps := m.Speaks.ReadResult(m.Op(), doc.JSON)
	return isFaultless(doc.Problems) && isFaultless(ps)
}

func isFaultless(ps []a2a.Problem) bool {
	return !slices.ContainsFunc(ps, func(p a2a.Problem) bool { return p.Severity == a2a.SeverityError })
}

// isSound reports whether a request's message is valid for an operation of a service.
func isSound(s version.Service, op a2a.Operation, r *binding.Request) bool {
	all := Packets(r.Header, r.Body)
	if len(all) != 1 || all[0].Sealed {
		return false
	}
	doc := protobuf.Decode(s.Schema(), messageIn(s, op, wire.Request), all[0].Data)
	_, ps := s.ReadParams(op, doc.JSON)
	return isFaultless(doc.Problems) && isFaultless(ps)
}

// versions lists the versions whose service has the method, oldest first.
func (m Method) versions() []a2a.Version {
	return slices.DeleteFunc(slices.Clone(registry.Serving(m.Service)), func(name a2a.Version) bool {
		s, _ := registry.ServiceOf(name)
		_, ok := s.Operation(m.Name)
		return !ok
	})
}

// Op returns the method's operation, "" when the service has no such method.
func (m Method) Op() a2a.Operation {
	if m.Speaks == nil {
		return ""
	}
	op, _ := m.Speaks.Operation(m.Name)
	return op
}

// IsGRPC reports whether a Content-Type is a gRPC one.
func IsGRPC(h http.Header) bool {
	return wire.FramingOf(http.Header{"Content-Type": h["Content-Type"]}) == wire.GRPC
}
