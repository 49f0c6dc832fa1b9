package dialect

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// request reads a call.
func (gRPC) request(id a2a.Identity, r *request) a2a.Reading {
	out := reading(id, a2a.KindCall, r.Body)
	m, _ := rpcOf(r.URL)
	found := append(checkGRPCRequest(r), checkVersionHeader(id, r)...)
	if m.op() == "" {
		out.Kind = a2a.KindNone
		out.Problems = append(found, noMethod(m))
		return out
	}
	all := packets(r.Header, r.Body)
	if len(all) == 0 {
		out.Kind = a2a.KindNone
		r.call = &a2a.Call{Op: id.Op}
		if r.Header != nil {
			found = append(found, noPlace("", a2a.Fault, grpcSpec, "the request has no message; a call sends one, if only an empty one"))
		}
		out.Problems = found
		return out
	}
	if len(all) > 1 {
		found = append(found, noPlace("", a2a.Fault, grpcSpec, fmt.Sprintf("the request has %d messages; no method of A2A takes more than one", len(all))))
	}
	if all[0].sealed {
		out.Kind = a2a.KindNone
		r.call = &a2a.Call{Op: id.Op}
		out.Problems = append(all[0].problems, found...)
		return out
	}
	name, _ := m.speaks.Messages(m.op())
	doc := all[0].read(m.speaks, name, &out)
	var ps []a2a.Problem
	r.call, ps = m.speaks.ReadParams(m.op(), doc.JSON)
	out.Call = r.call
	out.Problems = slices.Concat(all[0].problems, doc.Problems, found, doc.home(ps))
	return out
}

// noMethod says that a service lacks a method.
func noMethod(m rpc) a2a.Problem {
	if m.speaks == nil {
		return noPlace("", a2a.Info, grpcSpec, "service "+brief(m.service)+" is none of A2A's: recorded and shown as it is")
	}
	check := "GRPC-02"
	if m.speaks.Version() == a2a.V03 {
		check = "GRPC-01"
		if d, ok := For(a2a.V10); ok {
			if _, ok := d.Operation(m.method); ok {
				return noPlace(check, a2a.Fault, "0.3 a2a.proto", m.service+" has no method "+brief(m.method)+" in 0.3; 1.0's release candidate had it under this name, 1.0 has it in lf.a2a.v1.A2AService")
			}
		}
	}
	return noPlace(check, a2a.Fault, string(m.speaks.Version())+" a2a.proto", m.service+" has no method "+brief(m.method))
}

func checkGRPCRequest(r *request) []a2a.Problem {
	var ps []a2a.Problem
	if r.Method != "" && r.Method != http.MethodPost {
		ps = append(ps, noPlace("", a2a.Fault, grpcSpec, "sent as "+r.Method+"; gRPC calls are POSTs"))
	}
	if r.Header == nil {
		return ps
	}
	if !isGRPC(r.Header) {
		ps = append(ps, noPlace("", a2a.Fault, grpcSpec, "Content-Type is "+brief(r.Header.Get("Content-Type"))+"; gRPC's is application/grpc"))
	}
	if te := r.Header.Values("Te"); len(te) > 0 && !slices.Contains(te, "trailers") {
		ps = append(ps, noPlace("", a2a.Warning, grpcSpec, "te is "+brief(te[0])+"; it must be trailers"))
	}
	return ps
}
