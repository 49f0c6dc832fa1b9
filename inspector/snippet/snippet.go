// Package snippet writes recorded requests as code: with an official SDK where one speaks
// the version and offers the call, else as plain HTTP. What was redacted is taken from
// environment variables, without which the code stops before it calls anybody. Whatever a
// request holds stands in literals: none of it is code.
package snippet

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// Language is what a request is written in.
type Language string

// The languages there are.
const (
	Curl       Language = "curl"
	Python     Language = "python"
	JavaScript Language = "javascript"
	Go         Language = "go"
)

// Languages lists them, in the order in which they are offered.
func Languages() []Language { return []Language{Curl, Python, JavaScript, Go} }

// Name is the language's name.
func (l Language) Name() string {
	switch l {
	case Python:
		return "Python"
	case JavaScript:
		return "JavaScript"
	case Go:
		return "Go"
	}
	return string(l)
}

// Request is a recorded request.
type Request struct {
	Exchange wire.Exchange
	Body     []byte      // on the wire
	Call     a2a.Reading // what was read of it; a zero one has plain HTTP
}

// Write writes a request in a language. One that cannot be made again is a comment that
// says why.
func Write(l Language, r Request) string {
	if l == Curl {
		return archive.Curl(r.Exchange, r.Body)
	}
	if why := archive.ReasonUnsendable(r.Exchange, len(r.Body)); why != "" {
		return map[Language]string{Python: "# "}[l] + map[Language]string{JavaScript: "// ", Go: "// "}[l] + why + "\n"
	}
	w := &writer{r: r}
	switch l {
	case Python:
		return w.python()
	case JavaScript:
		if s, ok := w.sdkCall(l); ok {
			return w.javascriptSDK(s)
		}
		return w.javascript()
	}
	if s, ok := w.sdkCall(l); ok {
		return w.goSDK(s)
	}
	return w.golang()
}

// writer writes one request.
type writer struct {
	r    Request
	vars archive.Variables
	used map[string]string // variables that were written, with what they are
}

// sdk is a call as an official SDK makes it.
type sdk struct {
	op       a2a.Operation
	binding  a2a.Binding
	endpoint string
	params   string   // as JSON of the version
	headers  []header // that the SDK does not write itself
}

// header is a header with its value in pieces.
type header struct {
	name  string
	value []archive.Fragment
}

// sdkCall reports whether the official SDK of the language makes this call: those of the
// newest form of messages are known here, for calls with all that they say in their
// parameters, and without secrets there.
func (w *writer) sdkCall(Language) (sdk, bool) {
	r := w.r
	name, _, several := strings.Cut(r.Exchange.Labels.Dialect, "|")
	v, ok := registry.ByName(a2a.Version(name))
	if !ok || several || v.Form != version.Wrapped || r.Call.Call == nil || secretOutsideHeaders(r.Exchange) {
		return sdk{}, false
	}
	s := sdk{op: r.Call.Call.Op, binding: a2a.Binding(r.Exchange.Labels.Binding)}
	if _, ok := goCalls()[s.op]; !ok {
		return sdk{}, false
	}
	params, losses, err := v.EncodeParams(r.Call.Call)
	if err != nil || len(losses) > 0 {
		return sdk{}, false
	}
	s.params = string(params)
	if s.endpoint = endpoint(r, s.binding); s.endpoint == "" {
		return sdk{}, false
	}
	for _, h := range w.headers() {
		switch strings.ToLower(h.name) {
		case "content-type", "accept", "user-agent", "a2a-version", "te", "grpc-accept-encoding", "grpc-timeout", "grpc-encoding", "accept-language", "sec-fetch-mode", "cache-control":
		default:
			s.headers = append(s.headers, h)
		}
	}
	return s, true
}

func secretOutsideHeaders(x wire.Exchange) bool {
	for _, r := range x.Redactions {
		if r.Place == "url" || r.Place == "request.body" {
			return true
		}
	}
	return false
}

// endpoint is the address of the interface that a request was for, "" where that cannot
// be told from the request.
func endpoint(r Request, b a2a.Binding) string {
	u, err := url.Parse(r.Exchange.URL)
	if err != nil || u.Host == "" || u.User != nil {
		return ""
	}
	switch b {
	case a2a.JSONRPC:
		return r.Exchange.URL
	case a2a.GRPC:
		return u.Scheme + "://" + u.Host
	case a2a.REST:
		at := -1
		for _, mark := range []string{"/message:", "/tasks"} {
			at = max(at, strings.LastIndex(u.Path, mark))
		}
		if at < 0 || r.Call.Call.Tenant != "" || u.RawPath != "" {
			return ""
		}
		return u.Scheme + "://" + u.Host + u.Path[:at]
	}
	return ""
}

// headers are those that the client chose.
func (w *writer) headers() (out []header) {
	for _, h := range archive.ClientHeaders(w.r.Exchange) {
		out = append(out, header{h.Name, w.vars.Split([]byte(h.Value), &w.r.Exchange, "request.header", h.Name)})
	}
	return out
}

// url and body are theirs in pieces.
func (w *writer) url() []archive.Fragment {
	return w.vars.Split([]byte(w.r.Exchange.URL), &w.r.Exchange, "url", "")
}

func (w *writer) body() []archive.Fragment {
	return w.vars.Split(w.r.Body, &w.r.Exchange, "request.body", "")
}

// isGRPC reports a call over gRPC.
func (w *writer) isGRPC() bool {
	return strings.HasPrefix(w.r.Exchange.Request.Header.Get("Content-Type"), "application/grpc")
}

// expression joins pieces in a language: literals and variables.
func (w *writer) expression(pieces []archive.Fragment, literal func(string) string) string {
	var all []string
	for _, p := range pieces {
		if p.Variable == "" {
			all = append(all, literal(string(p.Text)))
			continue
		}
		if w.used == nil {
			w.used = map[string]string{}
		}
		w.used[p.Variable] = p.Purpose
		all = append(all, fmt.Sprintf("env(%q)", p.Variable))
	}
	return strings.Join(all, " + ")
}

// variableComment lists the variables for a comment above the code.
func (w *writer) variableComment(mark string) string {
	var b strings.Builder
	for _, name := range sortedNames(w.used) {
		fmt.Fprintf(&b, "%s %s: %s\n", mark, name, commentText(w.used[name]))
	}
	return b.String()
}
