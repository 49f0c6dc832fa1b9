package dialect

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// request reads a call.
func (gRPC) request(id a2a.Identity, r *request) a2a.Reading {
	out := reading(id, a2a.KindCall, r.Body)
	m, _ := grpc.MethodOf(r.URL)
	m = m.In(id)
	found := append(checkGRPCRequest(r), checkVersionHeader(id, r)...)
	if m.Op() == "" {
		out.Kind = a2a.KindNone
		out.Problems = append(found, noMethod(m))
		return out
	}
	all := grpc.Packets(r.Header, r.Body)
	if len(all) == 0 {
		out.Kind = a2a.KindNone
		r.call = &a2a.Call{Op: id.Op}
		if r.Header != nil {
			found = append(found, document.Unplaced("GRPC-07", a2a.SeverityError, grpc.Spec, "the request has no message; a call sends one, if only an empty one"))
		}
		out.Problems = found
		return out
	}
	if len(all) > 1 {
		found = append(found, document.Unplaced("GRPC-07", a2a.SeverityError, grpc.Spec, fmt.Sprintf("the request has %d messages; no method of A2A takes more than one", len(all))))
	}
	if all[0].Sealed {
		out.Kind = a2a.KindNone
		r.call = &a2a.Call{Op: id.Op}
		out.Problems = append(all[0].Problems, found...)
		return out
	}
	name, _ := m.Speaks.Messages(m.Op())
	doc := all[0].Read(m.Speaks, name, &out)
	var ps []a2a.Problem
	r.call, ps = m.Speaks.ReadParams(m.Op(), doc.JSON)
	out.Call = r.call
	out.Problems = slices.Concat(all[0].Problems, doc.Problems, found, doc.Home(ps))
	return out
}

// noMethod says that a service lacks a method.
func noMethod(m grpc.Method) a2a.Problem {
	if m.Speaks == nil {
		return document.Unplaced("READ-01", a2a.SeverityInfo, grpc.Spec, "service "+document.Brief(m.Service)+" is none of A2A's: recorded and shown as it is")
	}
	v, _ := registry.Of(m.Speaks.Version())
	text := m.Service + " has no method " + document.Brief(m.Name)
	for _, later := range registry.Services() {
		if _, ok := later.Operation(m.Name); ok && later.Service() != m.Service {
			text += fmt.Sprintf(" in %s; %[2]s's release candidate had it under this name, %[2]s has it in %[3]s", v.Version(), later.Version(), later.Service())
			break
		}
	}
	return document.Unplaced(v.GRPC.MethodCheck, a2a.SeverityError, string(v.Version())+" a2a.proto", text)
}

func checkGRPCRequest(r *request) []a2a.Problem {
	var ps []a2a.Problem
	if r.Method != "" && r.Method != http.MethodPost {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, grpc.Spec, "sent as "+r.Method+"; gRPC calls are POSTs"))
	}
	if r.Header == nil {
		return ps
	}
	if !grpc.IsGRPC(r.Header) {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, grpc.Spec, "Content-Type is "+document.Brief(r.Header.Get("Content-Type"))+"; gRPC's is application/grpc"))
	}
	if te := r.Header.Values("Te"); len(te) > 0 && !slices.Contains(te, "trailers") {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityWarning, grpc.Spec, "te is "+document.Brief(te[0])+"; it must be trailers"))
	}
	return ps
}
