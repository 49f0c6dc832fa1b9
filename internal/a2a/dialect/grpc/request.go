package grpc

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// ReadRequest reads a call.
func (Binding) ReadRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, r.Body)
	m, _ := MethodOf(r.URL)
	m = m.In(id)
	found := append(checkRequest(r), binding.CheckVersion(id, r)...)
	if m.Op() == "" {
		out.Problems = append(found, noMethod(m))
		return out
	}
	all := Packets(r.Header, r.Body)
	if len(all) != 1 && (len(all) > 0 || r.Header != nil) {
		said := "no message; a call sends one, if only an empty one"
		if len(all) > 1 {
			said = fmt.Sprintf("%d messages; no method of A2A takes more than one", len(all))
		}
		found = append(found, document.Unplaced("GRPC-07", a2a.SeverityError, Spec, "the request has "+said))
	}
	r.Call = &a2a.Call{Op: id.Op}
	if len(all) == 0 || all[0].Sealed {
		for _, p := range all[:min(1, len(all))] {
			found = append(p.Problems, found...)
		}
		out.Problems = found
		return out
	}
	name, _ := m.Speaks.Messages(m.Op())
	doc := all[0].Read(m.Speaks, name, &out)
	var ps []a2a.Problem
	r.Call, ps = m.Speaks.ReadParams(m.Op(), doc.JSON)
	out.Kind, out.Call = a2a.KindCall, r.Call
	out.Problems = slices.Concat(all[0].Problems, doc.Problems, found, doc.Home(ps))
	return out
}

// noMethod says that a service lacks a method.
func noMethod(m Method) a2a.Problem {
	if m.Speaks == nil {
		return document.Unplaced("READ-01", a2a.SeverityInfo, Spec, "service "+document.Brief(m.Service)+" is none of A2A's: recorded and shown as it is")
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

func checkRequest(r *binding.Request) []a2a.Problem {
	var ps []a2a.Problem
	if r.Method != "" && r.Method != http.MethodPost {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, Spec, "sent as "+r.Method+"; gRPC calls are POSTs"))
	}
	if r.Header == nil {
		return ps
	}
	if !IsGRPC(r.Header) {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityError, Spec, "Content-Type is "+document.Brief(r.Header.Get("Content-Type"))+"; gRPC's is application/grpc"))
	}
	if te := r.Header.Values("Te"); len(te) > 0 && !slices.Contains(te, "trailers") {
		ps = append(ps, document.Unplaced("GRPC-08", a2a.SeverityWarning, Spec, "te is "+document.Brief(te[0])+"; it must be trailers"))
	}
	return ps
}
