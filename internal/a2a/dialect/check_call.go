package dialect

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// checkCall judges the envelope of a JSON-RPC request, and how it was sent.
func checkCall(id a2a.Identity, r *request) []a2a.Problem {
	var ps []a2a.Problem
	e := &r.env
	if r.Method != "" && r.Method != http.MethodPost {
		ps = append(ps, notPost(r.Method))
	}
	if t := mediaType(r.Header); r.Header != nil && t != "application/json" && t != "application/a2a+json" {
		ps = append(ps, noPlace("RPC-02", a2a.Fault, spec(id, "§3.2", "§9.1"),
			"Content-Type is "+brief(r.Header.Get("Content-Type"))+"; JSON-RPC requests are application/json"))
	}
	ps = append(ps, checkTwo("RPC-04", e)...)
	ps = append(ps, checkRequestID(id, e)...)
	if e.params.present() && !e.params.is('{') {
		ps = append(ps, problem("RPC-12", a2a.Fault, "$.params", e.params, spec(id, "§6.11.1", "§9.3"),
			"Member params is "+typeName(e.params)+"; it must be an object"))
	}
	return ps
}

func notPost(method string) a2a.Problem {
	return noPlace("RPC-01", a2a.Fault, "JSON-RPC over HTTP", "sent as "+method+"; JSON-RPC requests are POSTs")
}

// checkTwins reports members of an envelope that occur more than once: parsers
// differ in which one they take.
func checkTwins(e *envelope) (ps []a2a.Problem) {
	for _, name := range e.twins {
		ps = append(ps, problem("", a2a.Warning, "$."+name, *e.member(name), "RFC 8259 §4", "Member "+brief(name)+" occurs more than once; the last one is read"))
	}
	return ps
}

// checkTwo judges the jsonrpc member of a request or a response.
func checkTwo(check string, e *envelope) []a2a.Problem {
	ps := checkTwins(e)
	switch {
	case !e.version.present():
		return append(ps, problem(check, a2a.Fault, "$.jsonrpc", e.version, "JSON-RPC 2.0 §4", `Member jsonrpc is missing; it must be "2.0"`))
	case e.version.text() != "2.0":
		return append(ps, problem(check, a2a.Fault, "$.jsonrpc", e.version, "JSON-RPC 2.0 §4", "Member jsonrpc is "+shown(e.version)+`; it must be "2.0"`))
	}
	return ps
}

// checkRequestID judges a request's id. 0.1's schema lets one leave it out.
func checkRequestID(id a2a.Identity, e *envelope) []a2a.Problem {
	switch {
	case !e.id.present():
		s := a2a.Fault
		if slices.Contains(id.Versions, a2a.V01) {
			s = a2a.Warning
		}
		return []a2a.Problem{problem("RPC-06", s, "$.id", e.id, spec(id, "§6.11.1", "§9.3"),
			"The id is missing: JSON-RPC calls this a notification, which nobody answers")}
	case e.id.null():
		return []a2a.Problem{problem("RPC-07", a2a.Warning, "$.id", e.id, "JSON-RPC 2.0 §4", "The id is null; use a string or an integer")}
	case e.id.is('0') && bytes.ContainsAny(e.id.raw, ".eE"):
		return []a2a.Problem{problem("RPC-07", a2a.Warning, "$.id", e.id, "JSON-RPC 2.0 §4", "The id "+shown(e.id)+" has a fraction or an exponent; use a string or an integer")}
	case !e.id.is('"') && !e.id.is('0'):
		return []a2a.Problem{problem("RPC-06", a2a.Fault, "$.id", e.id, "JSON-RPC 2.0 §4", "The id is "+typeName(e.id)+"; it must be a string or an integer")}
	}
	return nil
}

// checkVersionHeader judges A2A-Version, which 1.0 requires of clients.
func checkVersionHeader(id a2a.Identity, r *request) []a2a.Problem {
	said, where := saidVersion(r.Message)
	modern := slices.Equal(id.Versions, []a2a.Version{a2a.V10})
	if said == "" {
		if !modern || r.Header == nil {
			return nil
		}
		if _, sent := r.Header["A2a-Version"]; sent {
			return []a2a.Problem{noPlace("HDR-03", a2a.Warning, "1.0 §3.6.2", "A2A-Version is empty, which servers read as 0.3; send A2A-Version: 1.0")}
		}
		return []a2a.Problem{noPlace("HDR-01", a2a.Fault, "1.0 §3.6.1", "A2A-Version is missing, which servers read as 0.3; send A2A-Version: 1.0")}
	}
	var ps []a2a.Problem
	if !majorMinor(said) {
		ps = append(ps, noPlace("HDR-02", a2a.Fault, "1.0 §14.2.1", where+" is "+brief(said)+"; it must be Major.Minor, as in 1.0"))
	}
	version, ok := parseVersion(said)
	if len(id.Versions) > 0 && (!ok || !slices.Contains(id.Versions, version)) {
		ps = append(ps, noPlace("HDR-04", a2a.Warning, "1.0 §3.6.2",
			where+" says "+brief(said)+", but the method and body are those of "+id.Label()))
	}
	return ps
}

func majorMinor(s string) bool {
	major, minor, dotted := strings.Cut(s, ".")
	return dotted && digits(major) && digits(minor)
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// checkDraft reports a method that is spelled as in a draft.
func checkDraft(r *request) []a2a.Problem {
	method := r.env.method.text()
	d, ok := draftOf(method)
	if !ok {
		return nil
	}
	text := "method " + brief(method) + " is of " + d.from + "; "
	if official, ok := methodIn(d.version, d.op); ok {
		text += string(d.version) + " has " + official
	} else {
		text += string(d.version) + " has no such operation"
	}
	return []a2a.Problem{problem("REQ-23", a2a.Warning, "$.method", r.env.method, d.spec, text)}
}
