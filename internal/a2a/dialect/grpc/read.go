package grpc

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func (Binding) ReadRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, r.Body)
	if name := relative(r.Header); name != "" {
		out.Problems = []a2a.Problem{unread(name, r.Header)}
		return out
	}
	if isStray(r) {
		out.Problems = checkRequest(r)[:1] // all other problems follow from that
		return out
	}
	m := methodOf(r.URL, id)
	found := append(checkRequest(r), binding.CheckVersion(id, r)...)
	if m.Op() == "" {
		out.Problems = append(found, noMethod(m))
		return out
	}
	if m.Speaks.Service() != m.Service {
		found = append(found, otherService(m, m.Speaks))
	}
	all := Packets(r.Header, r.Body)
	if len(all) != 1 && (len(all) > 0 || r.Header != nil) {
		found = append(found, notOne(len(all)))
	}
	r.Call = &a2a.Call{Op: id.Op}
	first := Packet{Sealed: true} // if there is none
	if len(all) > 0 {
		first = all[0]
	}
	if first.Sealed {
		out.Problems = append(first.Problems, found...)
		return out
	}
	doc := first.Read(m.Speaks, messageIn(m.Speaks, m.Op(), wire.Request), &out)
	var ps []a2a.Problem
	r.Call, ps = m.Speaks.ReadParams(m.Op(), doc.JSON)
	out.Kind, out.Call = a2a.KindCall, r.Call
	out.Problems = slices.Concat(first.Problems, doc.Problems, found, doc.Relocate(ps))
	return out
}

func notOne(messages int) a2a.Problem {
	said := "no message; a call must send one, even if it is empty"
	if messages > 1 {
		said = fmt.Sprintf("%d messages; no method of A2A takes more than one", messages)
	}
	return document.Unplaced("GRPC-07", a2a.SeverityError, Spec, "the request has "+said)
}

// relative returns the name of a protocol with gRPC's paths but other bodies, "" for gRPC.
func relative(h http.Header) string {
	switch t := wire.MediaType(h); {
	case strings.HasPrefix(t, "application/grpc-web"):
		return "gRPC-Web"
	case strings.HasPrefix(t, "application/connect+"), t == "application/proto", t == "application/json" && h.Get("Connect-Protocol-Version") != "":
		return "Connect"
	case strings.HasPrefix(t, "application/grpc+") && t != "application/grpc+proto":
		return "gRPC with messages that are not protocol buffers"
	}
	return ""
}

// isStray reports whether only the path of a request is gRPC's, neither its type nor its body.
func isStray(r *binding.Request) bool {
	if r.Header == nil || IsGRPC(r.Header) {
		return false
	}
	all := Packets(r.Header, r.Body)
	return len(all) != 1 || all[0].Sealed || len(all[0].Problems) > 0
}

func unread(name string, h http.Header) a2a.Problem {
	return document.Unplaced("READ-01/relative", a2a.SeverityInfo, Spec,
		"this is "+name+" ("+document.QuoteShort(wire.MediaType(h))+"), which is not an A2A binding: recorded and shown as it is")
}

func noMethod(m Method) a2a.Problem {
	named := having(m.Name)
	if m.Speaks == nil && (len(named) == 0 || !strings.HasSuffix("."+m.Service, ".A2AService")) {
		return document.Unplaced("READ-01/service", a2a.SeverityInfo, Spec, "service "+document.QuoteShort(m.Service)+" is not one of A2A's: recorded and shown as it is")
	}
	if m.Speaks == nil { // A2A's service and method, in a package that is not A2A's
		return otherService(m, named[0])
	}
	own, text := m.Speaks, m.Service+" has no method "+document.QuoteShort(m.Name)
	if i := slices.IndexFunc(named, func(s version.Service) bool { return s.Service() != m.Service }); i >= 0 {
		text += fmt.Sprintf(" in %s; %[2]s's release candidate had it under this name, %[2]s has it in %[3]s", own.Version(), named[i].Version(), named[i].Service())
	}
	v, _ := registry.ByName(own.Version())
	return document.Unplaced(v.GRPC.MethodCheck, a2a.SeverityError, string(own.Version())+" a2a.proto", text)
}

// otherService reports that a method is called in the wrong package.
func otherService(m Method, own version.Service) a2a.Problem {
	v, _ := registry.ByName(own.Version())
	text := fmt.Sprintf("the service is %s; version %s has %s", document.QuoteShort(m.Service), own.Version(), own.Service())
	if older := registry.Serving(m.Service); len(older) > 0 && older[0] < own.Version() {
		text += fmt.Sprintf(". %s's release candidate used the service of %s", own.Version(), older[0])
	}
	return document.Unplaced(v.GRPC.MethodCheck, a2a.SeverityError, string(own.Version())+" a2a.proto", text)
}

func checkRequest(r *binding.Request) []a2a.Problem {
	var ps []a2a.Problem
	if r.Method != "" && r.Method != http.MethodPost {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, Spec, "sent as "+r.Method+"; gRPC calls are POSTs"))
	}
	if r.Header == nil {
		return ps
	}
	if !IsGRPC(r.Header) {
		check := "GRPC-08"
		if t := wire.MediaType(r.Header); t == "application/json" || strings.HasSuffix(t, "+json") {
			check += "/json"
		}
		ps = append(ps, document.Unplaced(check, a2a.SeverityError, Spec, "Content-Type is "+document.QuoteShort(r.Header.Get("Content-Type"))+"; gRPC's is application/grpc"))
	}
	if te := r.Header.Values("Te"); len(te) > 0 && !slices.Contains(te, "trailers") {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityWarning, Spec, "te is "+document.QuoteShort(te[0])+"; it must be trailers"))
	}
	return ps
}

// ReadResponse reads the head of a response. It also reads the body if it is not gRPC or is the whole answer
// of a unary call.
func (Binding) ReadResponse(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, resp.Body)
	for _, h := range []http.Header{resp.Header, r.Header} {
		if name := relative(h); name != "" {
			out.Problems = []a2a.Problem{unread(name, h)}
			return out
		}
	}
	head := checkHead(r, resp)
	declined := !IsGRPC(resp.Header) && resp.Status != http.StatusUnsupportedMediaType && binding.IsHTTPRefusal(id, r, resp, http.MethodPost)
	if isStray(r) || declined { // whatever refuses such a request need not know gRPC
		head = nil
	}
	of := Binding{}.Answering(id, r.URL)
	if status, ok := readStatus(of, resp.Header); ok { // without a message, all is in the head
		out = status
	} else if status, ok := readStatus(of, resp.Trailer); ok && status.Kind == a2a.KindError && !id.Op.Streams() {
		out = status
	} else if IsGRPC(resp.Header) {
		out.Raw = nil
		for _, f := range body.Frames(wire.GRPC, resp.Body, time.Time{}, 1) {
			if !id.Op.Streams() {
				r.Answer = resp
				out = Binding{}.ReadEvent(id, r, f, &document.Envelope{})
			}
		}
	}
	out.Problems = append(head, out.Problems...)
	return out
}

func (Binding) ReadEnd(id a2a.Identity, resp binding.Message) (a2a.Reading, bool) {
	for _, h := range []http.Header{resp.Trailer, resp.Header} {
		if out, ok := readStatus(id, h); ok {
			return out, true
		}
	}
	out := binding.Reading(id, a2a.KindNone, nil)
	if resp.Trailer == nil || !IsGRPC(resp.Header) {
		return out, false
	}
	untold := document.Unplaced("GRPC-09", a2a.SeverityError, Spec, "the answer ended without the trailer grpc-status: callers take that for a broken connection")
	untold.CutOff = true
	out.Problems = []a2a.Problem{untold}
	return out, true
}

// checkHead checks a response's status and content type. Intermediaries may answer in plain HTTP.
func checkHead(r *binding.Request, resp binding.Message) []a2a.Problem {
	var ps []a2a.Problem
	if wire.DeniesAccess(resp.Status) && !IsGRPC(resp.Header) {
		return []a2a.Problem{binding.CheckBarred(r, resp)}
	}
	if resp.Status != 0 && resp.Status != http.StatusOK {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, Spec,
			binding.StatusLine(resp.Status)+"; a gRPC server answers 200 and puts the call's own status into trailers"))
	}
	if resp.Header != nil && !IsGRPC(resp.Header) {
		ps = append(ps, binding.CheckType("GRPC-08", a2a.SeverityError, resp, Spec, "gRPC answers are application/grpc, so this is not one"))
	}
	return ps
}

func (Binding) ReadEvent(id a2a.Identity, r *binding.Request, f wire.Frame, _ *document.Envelope) a2a.Reading {
	if relative(r.Answer.Header) != "" {
		return binding.Reading(id, a2a.KindNone, f.Data)
	}
	p := Unpack(r.Answer.Header, f, r.Budget)
	if of := (Binding{}).Answering(id, r.URL); registry.ReadAs(of) != registry.ReadAs(id) && !isAnswer(id, r.URL, p.Data) && isAnswer(of, r.URL, p.Data) {
		id = of
	}
	for i := range p.Problems {
		if p.Problems[i].CutOff = f.Partial; f.Partial {
			p.Problems[i].Offset = int64(len(f.Data))
		}
	}
	out := binding.Reading(id, a2a.KindNone, p.Data)
	out.Problems = p.Problems
	m := methodOf(r.URL, id)
	if m.Op() == "" {
		out.Problems = append(out.Problems, noMethod(m))
		return out
	}
	headless := f.Partial && len(f.Raw) > 0 && (len(f.Data) == 0 || f.Offset > 0 && len(f.Data) == len(f.Raw)) // a stray byte, or the rest of a truncated message
	if headless || p.Sealed {
		return out
	}
	doc := p.Read(m.Speaks, messageIn(m.Speaks, m.Op(), wire.Response), &out)
	result, ps := m.Speaks.ReadResult(m.Op(), doc.JSON)
	v := document.ValueOf(doc.JSON)
	ps = append(ps, binding.SetResult(id, r, result, &document.Envelope{Object: true, Value: v, Result: v, Path: "$"}, &out)...)
	if f.Partial {
		return binding.Beginning(out)
	}
	out.Problems = slices.Concat(p.Problems, doc.Problems, doc.Relocate(ps))
	return out
}
