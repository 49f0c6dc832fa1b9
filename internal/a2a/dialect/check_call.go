package dialect

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// checkCall judges the envelope of a JSON-RPC request, and how it was sent.
func checkCall(id a2a.Identity, r *request) []a2a.Problem {
	var ps []a2a.Problem
	e := &r.env
	if r.Method != "" && r.Method != http.MethodPost {
		ps = append(ps, notPost(r.Method))
	}
	if t := wire.MediaType(r.Header); r.Header != nil && t != "application/json" && t != "application/a2a+json" {
		ps = append(ps, document.Unplaced("RPC-02", a2a.SeverityError, sections(id).Envelope,
			"Content-Type is "+document.Brief(r.Header.Get("Content-Type"))+"; JSON-RPC requests are application/json"))
	}
	ps = append(ps, checkTwo("RPC-04", e)...)
	ps = append(ps, checkRequestID(id, e)...)
	if e.Params.Present() && !e.Params.Is('{') {
		ps = append(ps, document.Problem("RPC-12", a2a.SeverityError, "$.params", e.Params, sections(id).Request,
			"Member params is "+document.TypeName(e.Params)+"; it must be an object"))
	}
	return ps
}

func notPost(method string) a2a.Problem {
	return document.Unplaced("RPC-01", a2a.SeverityError, "JSON-RPC over HTTP", "sent as "+method+"; JSON-RPC requests are POSTs")
}

// checkTwins reports members of an envelope that occur more than once: parsers
// differ in which one they take.
func checkTwins(e *document.Envelope) (ps []a2a.Problem) {
	for _, name := range e.Twins {
		ps = append(ps, document.Problem("FORM-02", a2a.SeverityWarning, "$."+name, *e.Member(name), "RFC 8259 §4", "Member "+document.Brief(name)+" occurs more than once; the last one is read"))
	}
	return ps
}

// checkTwo judges the jsonrpc member of a request or a response.
func checkTwo(check string, e *document.Envelope) []a2a.Problem {
	ps := checkTwins(e)
	switch {
	case !e.Version.Present():
		return append(ps, document.Problem(check, a2a.SeverityError, "$.jsonrpc", e.Version, "JSON-RPC 2.0 §4", `Member jsonrpc is missing; it must be "2.0"`))
	case e.Version.Text() != "2.0":
		return append(ps, document.Problem(check, a2a.SeverityError, "$.jsonrpc", e.Version, "JSON-RPC 2.0 §4", "Member jsonrpc is "+document.Shown(e.Version)+`; it must be "2.0"`))
	}
	return ps
}

// checkRequestID judges a request's id.
func checkRequestID(id a2a.Identity, e *document.Envelope) []a2a.Problem {
	switch {
	case !e.ID.Present():
		s := a2a.SeverityError
		if registry.Rules(id).Calls.OptionalID {
			s = a2a.SeverityWarning
		}
		return []a2a.Problem{document.Problem("RPC-06", s, "$.id", e.ID, sections(id).Request,
			"The id is missing: JSON-RPC calls this a notification, which nobody answers")}
	case e.ID.Null():
		return []a2a.Problem{document.Problem("RPC-07", a2a.SeverityWarning, "$.id", e.ID, "JSON-RPC 2.0 §4", "The id is null; use a string or an integer")}
	case e.ID.Is('0') && bytes.ContainsAny(e.ID.Raw, ".eE"):
		return []a2a.Problem{document.Problem("RPC-07", a2a.SeverityWarning, "$.id", e.ID, "JSON-RPC 2.0 §4", "The id "+document.Shown(e.ID)+" has a fraction or an exponent; use a string or an integer")}
	case !e.ID.Is('"') && !e.ID.Is('0'):
		return []a2a.Problem{document.Problem("RPC-06", a2a.SeverityError, "$.id", e.ID, "JSON-RPC 2.0 §4", "The id is "+document.TypeName(e.ID)+"; it must be a string or an integer")}
	}
	return nil
}

// checkVersionHeader judges A2A-Version, which versions from 1.0 on require of clients.
func checkVersionHeader(id a2a.Identity, r *request) []a2a.Problem {
	said, where := saidVersion(r.Message)
	v := registry.Rules(id)
	if said == "" {
		if !id.Certain() || v.Sections.Header == "" || r.Header == nil {
			return nil
		}
		if _, sent := r.Header["A2a-Version"]; sent {
			return []a2a.Problem{document.Unplaced("HDR-03", a2a.SeverityWarning, v.Sections.HeaderEmpty, "A2A-Version is empty, which servers read as 0.3; send A2A-Version: "+string(v.Version()))}
		}
		return []a2a.Problem{document.Unplaced("HDR-01", a2a.SeverityError, v.Sections.Header, "A2A-Version is missing, which servers read as 0.3; send A2A-Version: "+string(v.Version()))}
	}
	var ps []a2a.Problem
	if !majorMinor(said) {
		ps = append(ps, document.Unplaced("HDR-02", a2a.SeverityError, "1.0 §14.2.1", where+" is "+document.Brief(said)+"; it must be Major.Minor, as in 1.0"))
	}
	version, ok := registry.ParseVersion(said)
	if len(id.Versions) > 0 && (!ok || !slices.Contains(id.Versions, version)) {
		ps = append(ps, document.Unplaced("HDR-04", a2a.SeverityWarning, "1.0 §3.6.2",
			where+" says "+document.Brief(said)+", but the method and body are those of "+id.Label()))
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
	method := r.env.Method.Text()
	d, v := registry.DraftOf(method)
	if v == nil {
		return nil
	}
	text := "method " + document.Brief(method) + " is of " + d.From + "; "
	if official, ok := v.Method(d.Op); ok {
		text += string(v.Version()) + " has " + official
	} else {
		text += string(v.Version()) + " has no such operation"
	}
	return []a2a.Problem{document.Problem("REQ-23", a2a.SeverityWarning, "$.method", r.env.Method, d.Spec, text)}
}
