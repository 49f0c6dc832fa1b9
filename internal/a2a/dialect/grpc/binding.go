// Package grpc is the gRPC binding: the path names service and method, bodies are
// protobuf messages with five bytes before each, and how a call ended is told in
// trailers. Readings have the ProtoJSON of a message beside its bytes; places in
// problems are those of the bytes.
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

// Binding is gRPC.
type Binding struct{}

// Identify goes by the path, which names the version.
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

// called is the method that a request calls, false for one that is none of gRPC: it has
// neither the content type, nor a path that nothing else has, or asks for a page whether one may be sent.
func called(url string, h http.Header) (Method, bool) {
	m, ok := MethodOf(url)
	return m, ok && (m.Speaks != nil || IsGRPC(h)) && h.Get("Access-Control-Request-Method") == ""
}

// Address is the URL of an interface. It may also be host:port: plain HTTP/2 on this
// machine, over TLS elsewhere. A call there has the service and method of the recorded
// one.
func (Binding) Address(endpoint string, like *binding.Recorded) (string, error) {
	text := strings.TrimSpace(endpoint)
	for _, form := range []string{"dns:///", "ipv4:", "ipv6:", "passthrough:///"} { // names as gRPC's libraries have them
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
		return "", fmt.Errorf("%q is no gRPC endpoint: write host:port, or http://host:port for plain HTTP/2 and https://host:port for TLS", endpoint)
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

// Method is a method of a gRPC service, as a request's path names it.
type Method struct {
	Service string
	Name    string
	Speaks  version.Service // of the newest version that has it, else of the newest with the service; nil for one that is not one of A2A's
}

// MethodOf finds the method in a request's URL. Only the last two steps of the path
// count.
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

// having are the services with a method of this name, the newest first.
func having(name string) []version.Service {
	return slices.DeleteFunc(slices.Clone(registry.Services()), func(s version.Service) bool {
		_, ok := s.Operation(name)
		return !ok
	})
}

// methodOf is MethodOf for an exchange: as the version that it is read in has the method.
func methodOf(url string, id a2a.Identity) Method {
	m, _ := MethodOf(url)
	if s, ok := registry.ServiceOf(registry.ReadAs(id)); ok {
		m.Speaks = s
	}
	return m
}

// outvoted is the service of the version that A2A-Version names, where that is none of the
// path's and the rest of the call agrees: it has the method, and the message is sound as its own
// and not as the path's. It is nil where the path counts.
func (m Method) outvoted(r *binding.Request) version.Service {
	said, _ := binding.SaidVersion(r.Message)
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

// Answering has the versions of the path, where that was outvoted.
func (Binding) Answering(id a2a.Identity, url string) a2a.Identity {
	m := methodOf(url, id)
	if own := m.versions(); m.Speaks != nil && m.Speaks.Service() != m.Service && len(own) > 0 {
		id.Versions = own
	}
	return id
}

// isAnswer reports whether a message is one by which a version answers a method.
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

// isSound reports whether a request's message is one that a service takes for an operation.
func isSound(s version.Service, op a2a.Operation, r *binding.Request) bool {
	all := Packets(r.Header, r.Body)
	if len(all) != 1 || all[0].Sealed {
		return false
	}
	doc := protobuf.Decode(s.Schema(), messageIn(s, op, wire.Request), all[0].Data)
	_, ps := s.ReadParams(op, doc.JSON)
	return isFaultless(doc.Problems) && isFaultless(ps)
}

// versions are those in which the service has the method, oldest first.
func (m Method) versions() []a2a.Version {
	return slices.DeleteFunc(slices.Clone(registry.Serving(m.Service)), func(name a2a.Version) bool {
		s, _ := registry.ServiceOf(name)
		_, ok := s.Operation(m.Name)
		return !ok
	})
}

// Op is the method's operation, "" when the service has no such method.
func (m Method) Op() a2a.Operation {
	if m.Speaks == nil {
		return ""
	}
	op, _ := m.Speaks.Operation(m.Name)
	return op
}

// IsGRPC reports whether a Content-Type is one of gRPC.
func IsGRPC(h http.Header) bool {
	return wire.FramingOf(http.Header{"Content-Type": h["Content-Type"]}) == wire.GRPC
}
