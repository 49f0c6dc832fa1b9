package binding

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// SaidVersion is what the client wrote as A2A-Version, and where.
func SaidVersion(req Message) (said, where string) {
	if s := strings.TrimSpace(req.Header.Get("A2a-Version")); s != "" {
		return s, "header A2A-Version"
	}
	for name, values := range wire.QueryOf(req.URL) {
		if strings.EqualFold(name, "A2A-Version") && len(values) > 0 && values[0] != "" {
			return values[0], "query A2A-Version"
		}
	}
	return "", ""
}

// CheckVersion judges A2A-Version, which versions from 1.0 on require of clients.
func CheckVersion(id a2a.Identity, r *Request) []a2a.Problem {
	said, where := SaidVersion(r.Message)
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
	if major, minor, dotted := strings.Cut(said, "."); !dotted || !digits(major) || !digits(minor) {
		ps = append(ps, document.Unplaced("HDR-02", a2a.SeverityError, "1.0 §14.2.1", where+" is "+document.Brief(said)+"; it must be Major.Minor, as in 1.0"))
	}
	version, ok := registry.ParseVersion(said)
	if len(id.Versions) > 0 && (!ok || !slices.Contains(id.Versions, version)) {
		ps = append(ps, document.Unplaced("HDR-04", a2a.SeverityWarning, "1.0 §3.6.2",
			where+" says "+document.Brief(said)+", but the method and body are those of "+id.Label()))
	}
	return ps
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Activated are the extensions that a message's headers list, under the name of
// any version.
func Activated(h http.Header) []string {
	var all []string
	for _, name := range []string{"A2A-Extensions", "X-A2A-Extensions"} {
		for _, line := range h.Values(name) {
			for uri := range strings.SplitSeq(line, ",") {
				if uri = strings.TrimSpace(uri); uri != "" && !slices.Contains(all, uri) {
					all = append(all, uri)
				}
			}
		}
	}
	return all
}

// CheckExtensions reports extensions in a header of another version.
func CheckExtensions(id a2a.Identity, h http.Header) []a2a.Problem {
	d := registry.Speaker(id)
	if d == nil || d.ExtensionsHeader() == "" {
		return nil
	}
	v, right := registry.Rules(id), d.ExtensionsHeader()
	for _, name := range []string{"A2A-Extensions", "X-A2A-Extensions"} {
		if name != right && h.Get(name) != "" && h.Get(right) == "" {
			return []a2a.Problem{document.Unplaced(v.Checks.Extensions, a2a.SeverityWarning, v.Sections.Extensions, "extensions are listed in "+name+"; in version "+string(d.Version())+" the header is "+right)}
		}
	}
	return nil
}

// Accepts is what a caller of an operation takes for an answer.
func Accepts(op a2a.Operation) string {
	if op.Streams() {
		return "text/event-stream"
	}
	return "application/json"
}

// Headers are those of every request in a version.
func Headers(d a2a.Dialect, accept string) http.Header {
	h := http.Header{"Accept": {accept}}
	for name, value := range d.Headers() {
		h.Set(name, value)
	}
	return h
}

// Params writes the params of a call.
func Params(d a2a.Dialect, c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	params, losses, err := d.EncodeParams(c)
	if err != nil {
		return nil, nil, fmt.Errorf("write params of %s in version %s: %w", c.Op, d.Version(), err)
	}
	return params, losses, nil
}

// Result writes what an agent answers, nil where that is nothing.
func Result(d a2a.Dialect, op a2a.Operation, r *a2a.Result) (json.RawMessage, error) {
	result, _, err := d.EncodeResult(op, r)
	if err != nil {
		return nil, fmt.Errorf("write result of %s in version %s: %w", op, d.Version(), err)
	}
	return result, nil
}
