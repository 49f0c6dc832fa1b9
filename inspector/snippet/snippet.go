// Package snippet writes recorded requests as code: with an official SDK if one supports the version and the
// call, otherwise as plain HTTP. Redacted values come from environment variables, and the code stops before any
// call if a variable is not set. Everything from the request is in literals, so none of it runs as code.
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

// Language is the language to write a request in.
type Language string

const (
	Curl       Language = "curl"
	Python     Language = "python"
	JavaScript Language = "javascript"
	Go         Language = "go"
)

// Languages returns all languages in the order in which the console offers them.
func Languages() []Language { return []Language{Curl, Python, JavaScript, Go} }

// Name returns the language's name for people.
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

type Request struct {
	Exchange wire.Exchange
	Body     []byte      // as on the wire
	Call     a2a.Reading // the reading of Body; zero means plain HTTP
}

// Write writes a request in a language. If the request cannot be repeated, the result is a comment that says why.
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

type writer struct {
	r    Request
	vars archive.Variables
	used map[string]string // purposes of the variables in use, by name
}

type sdk struct {
	op       a2a.Operation
	binding  a2a.Binding
	endpoint string
	params   string   // JSON of the version
	headers  []header // headers that the SDK does not set itself
}

// header is a header whose value may contain variables.
type header struct {
	name  string
	value []archive.Fragment
}

// sdkCall returns the call for the official SDK, and false if the SDK cannot make it. The SDK can if the
// version has the newest form of messages, the parameters can be encoded without loss, and there is no secret
// outside the headers.
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

// endpoint returns the URL of the interface that a request was for, "" if the request does not show it.
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

// headers returns the headers that the client chose.
func (w *writer) headers() (out []header) {
	for _, h := range archive.ClientHeaders(w.r.Exchange) {
		out = append(out, header{h.Name, w.vars.Split([]byte(h.Value), &w.r.Exchange, "request.header", h.Name)})
	}
	return out
}

func (w *writer) url() []archive.Fragment {
	return w.vars.Split([]byte(w.r.Exchange.URL), &w.r.Exchange, "url", "")
}

func (w *writer) body() []archive.Fragment {
	return w.vars.Split(w.r.Body, &w.r.Exchange, "request.body", "")
}

func (w *writer) isGRPC() bool {
	return strings.HasPrefix(w.r.Exchange.Request.Header.Get("Content-Type"), "application/grpc")
}

// expression joins literals and variables in a language.
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

// variableComment lists the variables in a comment above the code.
func (w *writer) variableComment(mark string) string {
	var b strings.Builder
	for _, name := range sortedNames(w.used) {
		fmt.Fprintf(&b, "%s %s: %s\n", mark, name, commentText(w.used[name]))
	}
	return b.String()
}
