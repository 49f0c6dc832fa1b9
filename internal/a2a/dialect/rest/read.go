package rest

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
)

// ReadRequest reads a call: the operation from the route, the params from path, query and body.
func (Binding) ReadRequest(id a2a.Identity, r *binding.Request) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, r.Body)
	p, ok := findAny(r.Method, r.URL)
	if !ok {
		return out
	}
	d, e := registry.Speaker(id), r.JSON()
	out.Repaired = e.Doc.Repaired()
	found := slices.Concat(checkRoute(id, p, r), checkSent(id, p, r), binding.CheckVersion(id, r))
	r.Call = &a2a.Call{Op: p.Op, TaskID: p.Task, PushID: p.Config}
	switch {
	case d == nil:
		found = append(found, binding.NotRead(id))
	case e.Doc.Unreadable:
	case e.Present() && !e.IsKind('{') && !e.Null():
		found = append(found, document.Problem("REST-12/json", a2a.SeverityError, "$", e.Value, sections(id).Object,
			"the body is "+document.TypeName(e.Value)+"; a request has one JSON object"))
	default:
		found = append(found, readParams(d, id, p, r)...)
		out.Kind, out.Call = a2a.KindCall, r.Call
	}
	for _, p := range e.Doc.Problems { // the body was read before its binding was known
		if !e.Doc.TooDeep {
			p.Check, p.Cause, p.Spec = "REST-12", "json", sections(id).Object
		}
		out.Problems = append(out.Problems, p)
	}
	out.Problems = append(out.Problems, e.Doc.Relocate(found)...)
	return out
}

func readParams(d version.Dialect, id a2a.Identity, p RouteMatch, r *binding.Request) []a2a.Problem {
	form := rules(id).Form
	if id.Variant == a2a.KindJSON {
		form = version.Kinded
	}
	members, odd := p.inURL(form, r.URL)
	tenant := tenantOf(r.Hint.Card, p)
	if tenant != "" {
		members = append(members, member{"tenant", document.Quoted(tenant), "/{tenant}"})
	}
	call, ps := readGathered(d, p.Op, r.JSON(), members)
	for _, name := range odd {
		ps = append(ps, a2a.Problem{Check: "REST-03", Severity: a2a.SeverityError, Path: "?" + name, Offset: -1, Spec: sections(id).Query,
			Message: document.Sentence("the name of query parameter " + name + " must be in camelCase")})
	}
	if call == nil {
		return ps
	}
	call.Op = p.Op
	if p.Task != "" { // the path wins over the body
		call.TaskID = p.Task
		if call.Push != nil {
			call.Push.TaskID = p.Task
		}
	}
	call.PushID = cmp.Or(p.Config, call.PushID)
	call.Tenant = cmp.Or(tenant, call.Tenant)
	r.Call = call
	return ps
}

// readGathered reads the params combined from the body and the URL's members.
func readGathered(d version.Dialect, op a2a.Operation, body *document.Envelope, members []member) (*a2a.Call, []a2a.Problem) {
	if len(members) == 0 && body.IsKind('{') {
		call, ps := d.ReadParamsAt(op, body.Value)
		return call, document.Under("$", body.Value, ps)
	}
	given := gather(body.Value, body.Doc.Text, members)
	call, ps := d.ReadParams(op, given.raw)
	return call, append(given.clash, given.relocate(document.Under("$", document.Value{}, ps))...)
}

// tenantOf returns the tenant in a path: the segment between the URL of one of the card's interfaces and the
// route.
func tenantOf(card *a2a.Card, p RouteMatch) string {
	for i, own := range interfaces(card) {
		rest, ok := strings.CutPrefix(p.Base, own+"/")
		v, known := registry.ByName(i.Version)
		if known && v.REST != nil && v.REST.Tenants && ok && rest != "" && !strings.Contains(rest, "/") {
			return unescaped(rest)
		}
	}
	return ""
}

func checkRoute(id a2a.Identity, p RouteMatch, r *binding.Request) []a2a.Problem {
	var ps []a2a.Problem
	v := registry.RESTRules(id)
	say := func(check string, severity a2a.Severity, spec, message string) {
		ps = append(ps, document.Unplaced(check, severity, spec, message))
	}
	root, at, own := v.REST.Root, v.REST.Sections.Route, ""
	for _, path := range interfaces(r.Hint.Card) {
		if own == "" && strings.HasPrefix(p.Base+p.Root, path) {
			own = path
		}
	}
	if path := strings.TrimPrefix(r.Path(), own); strings.HasSuffix(path, "/") || strings.Contains(path, "//") {
		say("REST-16/slash", a2a.SeverityWarning, at, "the path is "+document.QuoteShort(r.Path())+", with a slash more than "+p.Path+" has; servers redirect such a path, or do not find it")
	}
	if tail := p.Tail(r.Path()); strings.Contains(p.Path, ":") && !strings.Contains(tail, ":") {
		say("REST-16/colon", a2a.SeverityInfo, at, "the path is "+document.QuoteShort(r.Path())+", with the colon of "+p.Path+" escaped; some servers do not find such a path")
	}
	if !p.Method && r.Method != "" {
		say("REST-16", a2a.SeverityError, at, "sent as "+r.Method+"; "+p.Path+" is "+strings.Join(p.Methods, " or "))
	}
	switch {
	case root != "" && p.Root != root:
		say("REST-01", a2a.SeverityError, at, fmt.Sprintf("the path has no %s; in %s all paths begin with it", root, v.Version()))
	case root == "" && p.Root != root && !strings.HasSuffix(own, p.Root):
		say("REST-02", a2a.SeverityWarning, at, fmt.Sprintf("the path has %s, which is not part of %s's paths; it may be part of the interface's URL", p.Root, v.Version()))
	}
	if id.Variant == a2a.KindJSON {
		say("REST-12", a2a.SeverityError, v.REST.Sections.Body, fmt.Sprintf(
			`the bodies are those of %[1]s's JSON-RPC, with "kind"; over HTTP+JSON %[1]s has ProtoJSON. Early SDKs (a2a-js up to 0.3.7, a2a-go 2.0 to 2.3) send these`, v.Version()))
	}
	return ps
}

func checkSent(id a2a.Identity, p RouteMatch, r *binding.Request) []a2a.Problem {
	var ps []a2a.Problem
	blankBody := document.Blank(r.Body)
	if (r.IsRead() || r.Method == http.MethodDelete) && !blankBody {
		ps = append(ps, document.Unplaced("REST-04", a2a.SeverityError, sections(id).Params, r.Method+" with a body; the params of "+string(p.Op)+" belong in path and query"))
	}
	if bytes.Equal(bytes.TrimSpace(r.Body), []byte("null")) {
		ps = append(ps, document.Problem("REST-04/null", a2a.SeverityInfo, "$", r.JSON().Value, sections(id).Route,
			"the body is null instead of empty; some servers treat null as a broken body"))
	}
	if t := wire.MediaType(r.Header); !blankBody && r.Header != nil && t != "application/json" && t != "application/a2a+json" {
		ps = append(ps, document.Unplaced("REST-11", a2a.SeverityError, sections(id).Body,
			"Content-Type is "+document.QuoteShort(r.Header.Get("Content-Type"))+"; "+rules(id).MediaType+" was expected"))
	}
	return ps
}

// ReadResponse reads a plain response or the head of a stream. It drops the problems of a response that only
// says that a path does not exist, when the path is certainly not the route's: /v1 may be part of the
// interface's URL.
func (Binding) ReadResponse(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	out := readResponse(id, r, resp)
	if absent := []int{301, 302, 307, 308, 404, 405}; slices.Contains(absent, resp.Status) {
		p, _ := findAny(r.Method, r.URL)
		of := func(checks ...string) bool {
			return slices.ContainsFunc(checkRoute(id, p, r), func(p a2a.Problem) bool { return slices.Contains(checks, p.Check) })
		}
		if own := document.ValueOf(resp.Body).Get("error").IsKind('{'); of("REST-01", "REST-16") || of("REST-02") && !own {
			out.Problems = nil
			if !own {
				out.Kind, out.Error = a2a.KindNone, nil
			}
		}
	}
	return out
}

// unname removes an error name that only a 404 suggests: the path itself may be missing.
func unname(e *a2a.Error) {
	if e != nil && e.Name == a2a.TaskNotFound {
		e.Name = ""
	}
}

func readResponse(id a2a.Identity, r *binding.Request, resp binding.Message) a2a.Reading {
	if binding.Streams("", resp.Kind()) {
		return binding.ReadStreamHead(id, resp, sections(id).Stream, "REST-05/stream", sections(id).Route)
	}
	if out, moved := binding.ReadMoved(id, resp, sections(id).Binding); moved {
		return out
	}
	e := r.Response(resp.Body, "REST-12/json", sections(id).Body)
	switch {
	case e.Doc.Unreadable || !e.Object && !e.IsKind('['):
		return readOther(id, r, resp, e)
	case e.Answer():
		return readAnswer(id, r, e)
	case resp.Status >= 400 || errorShape(e):
		if route, _ := findAny(r.Method, r.URL); !errorShape(e) && binding.IsHTTPRefusal(id, r, resp, route.Methods...) {
			return readDeclined(id, resp, e)
		}
		out := readFailure(id, resp.Status, e)
		out.Problems = append(binding.CheckChallenge(resp), out.Problems...)
		return out
	}
	out := ReadResult(id, r, e)
	head := append(checkSuccess(id, resp), checkBodyType(id, r, resp)...)
	if id.Op.Streams() {
		head = binding.NoStream(head, resp, sections(id).Stream)
	}
	out.Problems = append(head, out.Problems...)
	return out
}

// readDeclined reads a response from a server that need not know the protocol. It is an error if it says more
// than its status, and breaks no rule.
func readDeclined(id a2a.Identity, resp binding.Message, e *document.Envelope) a2a.Reading {
	if resp.Status == http.StatusNotFound || page.Message(resp.Body, resp.Status) == "" {
		return binding.Reading(id, a2a.KindNone, resp.Body)
	}
	out := readFailure(id, resp.Status, e)
	out.Problems = nil
	return out
}

// ReadEvent reads one document of a frame: an event without an envelope.
func (Binding) ReadEvent(id a2a.Identity, r *binding.Request, f wire.Frame, e *document.Envelope) a2a.Reading {
	return binding.ReadFrame(id, f, e, sections(id).Stream, "result", func() a2a.Reading {
		switch {
		case e.Answer():
			return readAnswer(id, r, e)
		case errorShape(e):
			return readFailure(id, 0, e)
		}
		return ReadResult(id, r, e)
	})
}

// ReadResult reads a result without an envelope.
func ReadResult(id a2a.Identity, r *binding.Request, e *document.Envelope) a2a.Reading {
	e.Result, e.Path = e.Value, "$"
	out := binding.Reading(id, a2a.KindNone, e.Doc.Raw)
	found := binding.ReadResult(id, r, e, &out)
	return binding.AddFound(out, e, found)
}

// readOther reads a response without a body, as for a deletion, or without JSON: a gateway's page, or an
// error from before any protocol.
func readOther(id a2a.Identity, r *binding.Request, resp binding.Message, e *document.Envelope) a2a.Reading {
	route, _ := findAny(r.Method, r.URL)
	isJSON := e.Doc.Strict()
	out, blank, failed := binding.Reading(id, a2a.KindNone, resp.Body), document.Blank(resp.Body), resp.Status >= 400
	if failed {
		out.Kind, out.Error = a2a.KindError, binding.ByStatus(id, resp.Status)
		out.Error.Message = binding.StatusLine(resp.Status)
	}
	say := func(check, spec, message string) {
		out.Problems = append(out.Problems, document.Unplaced(check, a2a.SeverityError, spec, message))
	}
	switch {
	case wire.DeniesAccess(resp.Status):
		out.Problems = []a2a.Problem{binding.CheckBarred(r, resp)}
	case binding.IsHTTPRefusal(id, r, resp, route.Methods...):
		out.Kind, out.Error = a2a.KindNone, nil
	case resp.Status == http.StatusSwitchingProtocols: // another protocol follows
	case isJSON && failed:
		say("REST-09", sections(id).Errors, "the error is "+document.TypeName(e.Value)+"; an error object was expected")
	case isJSON && !(e.Null() && id.Op == a2a.DeletePushConfig):
		say("REST-05", sections(id).Result, "the body is "+document.TypeName(e.Value)+", but "+string(id.Op)+" returns a result")
	case !blank && !isJSON:
		if !failed && e.Doc.Unreadable && !binding.IsPage(resp.Body) {
			out.Problems = e.Doc.Problems
		}
		unname(out.Error)
		say("HTTP-02", sections(id).Body, binding.PageWords(resp)+"; "+rules(id).MediaType+" was expected")
	case failed:
		say("REST-09", sections(id).Errors, fmt.Sprintf("HTTP %d without a body; an error object was expected", resp.Status))
	case id.Op == a2a.DeletePushConfig:
		out.Kind, out.Result = a2a.KindEmpty, &a2a.Result{}
	default:
		say("REST-05", sections(id).Result, fmt.Sprintf("HTTP %d without a body, but %s returns a result", resp.Status, id.Op))
	}
	return out
}

// readAnswer reads a JSON-RPC response to an HTTP+JSON call: the address belongs to the other binding.
func readAnswer(id a2a.Identity, r *binding.Request, e *document.Envelope) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, e.Doc.Raw)
	out.ID = e.ID.Raw
	found := []a2a.Problem{document.Problem("REST-05", a2a.SeverityError, "$", e.Value, sections(id).Body,
		"a JSON-RPC response answers a call over HTTP+JSON: this URL seems to be for JSON-RPC")}
	if e.Err.Present() && !e.Err.Null() {
		code, _ := binding.CodeOf(e.Err)
		out.Kind = a2a.KindError
		out.Error = &a2a.Error{Code: code, Name: binding.NameOf(id, code), Message: e.Err.Get("message").Text(), Data: e.Err.Get("data").Raw}
	} else if e.Result.Present() {
		found = append(found, binding.ReadResult(id, r, e, &out)...)
	}
	return binding.AddFound(out, e, found)
}

// checkSuccess reports a success whose status is not 200. Servers of early SDKs use REST's finer
// statuses (201, 202), which some clients refuse; any other status gets a warning.
func checkSuccess(id a2a.Identity, resp binding.Message) []a2a.Problem {
	if resp.Status == 0 || resp.Status == http.StatusOK {
		return nil
	}
	severity := a2a.SeverityWarning
	if resp.Status == http.StatusCreated || resp.Status == http.StatusAccepted {
		severity = a2a.SeverityInfo
	}
	return []a2a.Problem{document.Unplaced(rules(id).SuccessCheck, severity, sections(id).Result,
		binding.StatusLine(resp.Status)+"; success is 200, and some clients accept no other status")}
}

// checkBodyType checks a response's Content-Type. A request may ask for application/json instead of the
// version's own.
func checkBodyType(id a2a.Identity, r *binding.Request, resp binding.Message) []a2a.Problem {
	const plain = "application/json"
	t, want := wire.MediaType(resp.Header), rules(id).MediaType
	accept := strings.ToLower(strings.Join(r.Header.Values("Accept"), ","))
	asked := strings.Contains(accept, plain) && !strings.Contains(accept, want) && !strings.Contains(accept, "*")
	if resp.Header == nil || t == want || t == plain && asked {
		return nil
	}
	severity := a2a.SeverityError
	if t == plain || t == "application/a2a+json" {
		severity = a2a.SeverityInfo
	}
	return []a2a.Problem{binding.CheckType("REST-11", severity, resp, sections(id).Body, want+" was expected")}
}
