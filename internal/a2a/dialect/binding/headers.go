package binding

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
)

// RequestedVersion returns the client's A2A-Version and says whether it was a header or a query parameter.
func RequestedVersion(req Message) (said, where string) {
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

// CheckVersion checks A2A-Version, which versions from 1.0 on require of clients.
func CheckVersion(id a2a.Identity, r *Request) []a2a.Problem {
	said, where := RequestedVersion(r.Message)
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
		ps = append(ps, document.Unplaced("HDR-02", a2a.SeverityError, "1.0 §14.2.1", where+" is "+document.QuoteShort(said)+"; it must be Major.Minor, as in 1.0"))
	}
	version, ok := registry.ParseVersion(said)
	if len(id.Versions) > 0 && (!ok || !slices.Contains(id.Versions, version)) {
		ps = append(ps, document.Unplaced("HDR-04", a2a.SeverityWarning, "1.0 §3.6.2",
			where+" says "+document.QuoteShort(said)+", but the method and body are those of "+id.Label()))
	}
	return ps
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Activated returns the extensions listed in a message's headers, under the header name of any version.
func Activated(h http.Header) (all []string) {
	lines := slices.Concat(h.Values("A2A-Extensions"), h.Values("X-A2A-Extensions"))
	for uri := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		if uri = strings.TrimSpace(uri); uri != "" && !slices.Contains(all, uri) {
			all = append(all, uri)
		}
	}
	return all
}

// CheckExtensions reports extensions in the header of another version, and list entries that are not URIs.
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
	if v.Checks.Extensions != "HDR-05/name" {
		return nil
	}
	for _, uri := range Activated(h) {
		if u, err := url.Parse(uri); err != nil || u.Scheme == "" || strings.ContainsAny(uri, " ;\"<>") {
			return []a2a.Problem{document.Unplaced("HDR-05", a2a.SeverityWarning, v.Sections.Extensions, document.QuoteShort(uri)+" is in the list of extensions, which must be URIs separated by commas")}
		}
	}
	return nil
}

// Accepts returns the media type that a caller of op accepts.
func Accepts(op a2a.Operation) string {
	if op.Streams() {
		return "text/event-stream"
	}
	return "application/json"
}

// Headers returns the headers of every request in a version, except for Content-Type, which the binding sets.
func Headers(d a2a.Dialect, accept string) http.Header {
	h := http.Header{"Accept": {accept}}
	for name, value := range d.Headers() {
		h.Set(name, value)
	}
	return h
}

func Params(d a2a.Dialect, c *a2a.Call) (json.RawMessage, []a2a.Loss, error) {
	params, losses, err := d.EncodeParams(c)
	if err != nil {
		return nil, nil, fmt.Errorf("write params of %s in version %s: %w", c.Op, d.Version(), err)
	}
	return params, losses, nil
}

// Result encodes an agent's result. It returns nil for an empty one.
func Result(d a2a.Dialect, op a2a.Operation, r *a2a.Result) (json.RawMessage, error) {
	result, _, err := d.EncodeResult(op, r)
	if err != nil {
		return nil, fmt.Errorf("write result of %s in version %s: %w", op, d.Version(), err)
	}
	return result, nil
}

// IsHTTPRefusal reports whether HTTP itself, not the protocol, refused the request: wrong method, media type,
// encoding or length, rate limits, failed conditions, or a status that servers in front of an agent make up.
// It also holds for error pages and texts that frameworks write for a crash or an unknown path. Whoever
// answers so need not know the protocol.
func IsHTTPRefusal(id a2a.Identity, r *Request, resp Message, methods ...string) bool {
	switch resp.Status {
	case http.StatusMethodNotAllowed:
		return r.Method != "" && !slices.Contains(methods, r.Method)
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		// An object may refuse what cannot be parsed; for a page, the protocol has an error.
		unread := !utf8.Valid(r.Body) || document.ValueOf(resp.Body).IsKind('{') && !document.Blank(r.Body) && !r.Cut && !r.JSON().Doc.Strict()
		return r.Coding != nil || unread && !strings.HasPrefix(wire.MediaType(r.Header), "application/grpc")
	case http.StatusNotFound, http.StatusGone:
		return page.IsNoRoute(page.Message(resp.Body, 0))
	case http.StatusInternalServerError:
		return page.IsStock(resp.Body, resp.Status)
	case http.StatusNotAcceptable, http.StatusLengthRequired, http.StatusPreconditionFailed, http.StatusUnsupportedMediaType, http.StatusExpectationFailed:
		return Unfounded(id, r.Method, wire.Head{Header: r.Header}, wire.Head{Status: resp.Status, Header: resp.Header}) == ""
	}
	return IsOfHTTP(resp.Status)
}

// IsOfHTTP reports whether HTTP, or a server in front of an agent, uses this status for a situation that has
// no error in the protocol, whatever the body says.
func IsOfHTTP(status int) bool {
	return slices.Contains([]int{402, 407, 408, 413, 414, 421, 425, 426, 428, 429, 431, 451,
		460, 463, 464, 494, 495, 496, 497, 499, 502, 503, 504, 511, 561, 598, 599}, status) || status >= 520 && status <= 530
}

// Unfounded is wire.StatusContradiction for a call.
func Unfounded(id a2a.Identity, method string, req, resp wire.Head) string {
	reads := []string{"application/json"}
	if id.Binding == a2a.REST {
		reads = append(reads, registry.RESTRules(id).REST.MediaType)
	}
	return wire.StatusContradiction(method, req, resp, Accepts(id.Op), reads...)
}

// CheckBarred reports what a 401 or 403 means. A 401 must say how to sign in.
func CheckBarred(r *Request, resp Message) a2a.Problem {
	if resp.Status == http.StatusForbidden {
		return document.Unplaced("ERR-15/forbidden", a2a.SeverityInfo, "RFC 9110 §15.5.4", "HTTP 403 Forbidden: the caller is not allowed to do this")
	}
	if found := CheckChallenge(resp); found != nil {
		return found[0]
	}
	says := "the caller has to sign in"
	if HasCredentials(r.Header, r.URL, r.Hint.Card) {
		says = "the credentials that the request carried are not accepted"
		if right, known := Meets(r.Hint.Card, r.Header, r.URL); known && !right {
			says = "the request did not carry the credentials that the card requires: " + document.QuoteShort(r.Hint.Card.Requirements())
		}
	}
	return document.Unplaced("ERR-15/unauthenticated", a2a.SeverityInfo, "RFC 9110 §15.5.2", "HTTP 401 Unauthorized: "+says)
}

// CheckChallenge reports a 401 that does not say how to sign in, whatever its body says.
func CheckChallenge(resp Message) []a2a.Problem {
	if resp.Status != http.StatusUnauthorized || resp.Header == nil || resp.Header.Get("WWW-Authenticate") != "" {
		return nil
	}
	return []a2a.Problem{document.Unplaced("ERR-15", a2a.SeverityWarning, "RFC 9110 §15.5.2", "HTTP 401 without WWW-Authenticate, which must say how to sign in")}
}

// CheckType reports a response with an unexpected media type. expected ends the message.
func CheckType(check string, severity a2a.Severity, resp Message, at, expected string) a2a.Problem {
	said := "there is no Content-Type"
	if t := wire.MediaType(resp.Header); t != "" {
		said = "Content-Type is " + document.QuoteShort(t)
	}
	return document.Unplaced(check, severity, at, said+"; "+expected)
}

// ReadMoved reads a redirect, which A2A clients do not follow. It returns false for other
// responses.
func ReadMoved(id a2a.Identity, resp Message, at string) (a2a.Reading, bool) {
	out := Reading(id, a2a.KindNone, resp.Body)
	to, check := resp.Header.Get("Location"), "HTTP-01/nowhere"
	if to != "" {
		to, check = " to "+document.QuoteShort(to), "HTTP-01"
	}
	out.Problems = []a2a.Problem{document.Unplaced(check, a2a.SeverityError, at,
		StatusLine(resp.Status)+to+", where an answer was expected")}
	return out, resp.Status >= 300 && resp.Status < 400
}

// ReadStreamHead checks the head of an event stream. at is the section on streams. single is the
// check, with its section spec, for a stream that answers a call with one answer.
func ReadStreamHead(id a2a.Identity, resp Message, at, single, spec string) a2a.Reading {
	out := Reading(id, a2a.KindNone, nil)
	say := func(check, spec, message string) {
		out.Problems = append(out.Problems, document.Unplaced(check, a2a.SeverityError, spec, message))
	}
	if t := wire.MediaType(resp.Header); resp.Header != nil && t != "text/event-stream" {
		say("SSE-01", at, "the body is a stream of events, but its Content-Type is "+document.QuoteShort(t))
	}
	if resp.Status != 0 && resp.Status != http.StatusOK {
		say("SSE-01", at, fmt.Sprintf("the stream was sent with HTTP %d; 200 was expected", resp.Status))
	}
	if id.Op != "" && !id.Op.Streams() {
		say(single, spec, "a stream of events answers "+string(id.Op)+", which has one JSON response")
	}
	return out
}

// NoStream adds the problem that a single document answers a streaming call. If the head says
// text/event-stream, the document is wrong rather than the type.
func NoStream(head []a2a.Problem, resp Message, at string) []a2a.Problem {
	if wire.MediaType(resp.Header) == "text/event-stream" {
		head = nil
	}
	return append(head, document.Unplaced("SSE-01/document", a2a.SeverityError, at, "one JSON document answers a streaming call; text/event-stream was expected"))
}

// IsPage reports whether a body that is not JSON looks like an HTML or XML page, perhaps a truncated one. A
// tag alone is not enough: programs also print <nil>.
func IsPage(body []byte) bool { return pages.Match(body) }

// pages matches text that begins with a tag and either closes one or begins like HTML.
var pages = regexp.MustCompile(`(?is)^\s*<(!|\?|html|.*(</|/>))`)

// PageWords describes a body that is not JSON.
func PageWords(resp Message) string {
	what, said := "the body is not JSON", ""
	if IsPage(resp.Body) {
		what = "the body is a page of HTML or XML, probably from a gateway or another server"
	}
	if t := wire.MediaType(resp.Header); t != "" {
		said = fmt.Sprintf(", Content-Type %s", t)
	}
	return fmt.Sprintf("%s (HTTP %d%s)", what, resp.Status, said)
}

// WeighVersion weighs A2A-Version from a header or query parameter.
func WeighVersion(v *evidence.Verdict, req Message) {
	said, where := RequestedVersion(req)
	if said == "" {
		return
	}
	if version, ok := registry.ParseVersion(said); ok {
		v.Add(where+": "+said, true, version)
	} else {
		v.Add(where+": "+document.QuoteShort(said)+" is not a version", false)
	}
}

// WeighHeaders weighs the extensions header and the media type.
func WeighHeaders(v *evidence.Verdict, h http.Header) {
	for _, name := range []string{"X-A2A-Extensions", "A2A-Extensions"} {
		if h.Get(name) != "" {
			v.Add("header "+name, false, registry.Listing(name)...)
		}
	}
	if t := wire.MediaType(h); t != "application/json" && len(registry.Typed(t)) > 0 {
		v.Add("content type "+t, false, registry.Typed(t)...)
	}
}

// WeighHint weighs what is known from outside the exchange. The card's interface with the called URL counts
// or, without one, all its interfaces in that binding.
func WeighHint(v *evidence.Verdict, b a2a.Binding, url string, h Hint) {
	if h.Version != "" {
		v.Add("the conversation so far", false, h.Version)
	}
	if len(h.Label) > 0 && len(v.Versions) != 1 {
		v.Add("the label on record", false, h.Label...)
	}
	if len(h.History) > 0 && len(v.Versions) != 1 {
		v.Add("the conversation so far", false, h.History...)
	}
	if h.Card == nil {
		return
	}
	url, _, _ = strings.Cut(url, "?")
	url = strings.TrimSuffix(url, "/")
	var called, all []a2a.Version
	maybeTyped := slices.ContainsFunc(h.Card.Interfaces, func(j a2a.Interface) bool { // and the card does not name its version
		v, ok := registry.ByName(j.Version)
		return ok && j.DeclaredVersion == "" && v.Form == version.Typed
	})
	for _, i := range h.Card.Interfaces {
		if i.Version == "" || i.Binding != "" && i.Binding != b {
			continue
		}
		all = append(all, served(i, maybeTyped)...)
		if strings.TrimSuffix(i.URL, "/") == url {
			called = append(called, served(i, maybeTyped)...)
		}
	}
	switch {
	case len(called) > 0:
		v.Add("the card, for this URL", false, registry.Ordered(called)...)
	case len(all) > 0:
		v.Add("the card", false, registry.Ordered(all)...)
	}
}

// served returns the versions that an interface may speak. A card that may omit its version has the same
// shape in all versions with kinds, unless it might also be older.
func served(i a2a.Interface, maybeTyped bool) []a2a.Version {
	v, ok := registry.ByName(i.Version)
	if ok && i.DeclaredVersion == "" && !maybeTyped && v.Form == version.Kinded && v.Card.MayOmitVersion {
		return registry.Written(version.Kinded)
	}
	return []a2a.Version{i.Version}
}

// StatusLine returns a status with its name, if it has one: "HTTP 404 Not Found".
func StatusLine(status int) string {
	return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", status, http.StatusText(status)))
}
