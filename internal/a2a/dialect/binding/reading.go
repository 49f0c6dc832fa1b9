package binding

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Reading starts a Reading of a body.
func Reading(id a2a.Identity, kind a2a.Kind, body []byte) a2a.Reading {
	return a2a.Reading{Kind: kind, Dialect: id.Versions, Binding: id.Binding, Op: id.Op, Raw: body}
}

// AddFound completes a reading with the problems found in its document, at their places in the body as
// received.
func AddFound(out a2a.Reading, e *document.Envelope, found []a2a.Problem) a2a.Reading {
	out.Repaired = e.Doc.Repaired()
	out.Problems = append(e.Doc.Problems, e.Doc.Relocate(found)...)
	if !e.Doc.CutOff() {
		return out
	}
	return Beginning(out)
}

// Beginning completes the reading of a truncated document: it drops defaults that stand for what may
// have been cut off.
func Beginning(out a2a.Reading) a2a.Reading {
	if st := out.Result.TaskStatus(); st != nil && st.State == a2a.Unspecified {
		st.State = ""
	}
	if err := out.Error; err != nil && err.Name == a2a.OtherError && err.Code == 0 {
		err.Name = ""
	}
	return out
}

func KindOf(r *a2a.Result) a2a.Kind {
	switch {
	case r == nil:
		return a2a.KindNone
	case r.Task != nil:
		return a2a.KindTask
	case r.Message != nil:
		return a2a.KindMessage
	case r.Status != nil:
		return a2a.KindStatus
	case r.Artifact != nil:
		return a2a.KindArtifact
	case r.Push != nil || r.Pushes != nil:
		return a2a.KindPush
	case r.Tasks != nil:
		return a2a.KindTasks
	case r.Card != nil:
		return a2a.KindCard
	}
	return a2a.KindEmpty
}

// IsMCP reports whether a call belongs to the Model Context Protocol, which also uses JSON-RPC and
// which some agents serve, too. A method that both protocols have does not show it by itself.
func IsMCP(r *Request, answer document.Value) bool {
	headers := r.Header.Get("Mcp-Protocol-Version")+r.Header.Get("Mcp-Session-Id") != ""
	family, method, nested := strings.Cut(r.JSON().Method.Text(), "/")
	switch family {
	case "initialize", "ping":
		return !nested
	case "tools", "resources", "prompts", "notifications", "completion", "logging", "sampling", "roots", "elicitation":
		return nested
	case "tasks":
		params := r.JSON().Params
		return headers || method == "result" || params.Has("taskId") && !params.Has("id") && answer.Get("status").IsKind('"') || params.Has("_meta")
	}
	op, _ := registry.MethodOf(r.JSON().Method.Text())
	return headers && op == ""
}

// OtherProtocol names the protocol that a method outside A2A belongs to, "" when unknown.
func OtherProtocol(r *Request) string {
	op, _ := registry.MethodOf(r.JSON().Method.Text())
	switch {
	case op != "" || IsMCP(r, document.Value{}): // a method that A2A has, too, in a call that is not A2A's
		return "MCP"
	case r.JSON().Call() && len(Activated(r.Header)) > 0:
		return "an extension"
	}
	return ""
}

// NotRead returns the problem that a version is recognised but not supported.
func NotRead(id a2a.Identity) a2a.Problem {
	return document.Unplaced("READ-01/version", a2a.SeverityInfo, "", fmt.Sprintf("version %s is not read yet: recorded and shown as it is (this console reads %s)", id.Label(), VersionList()))
}

// SetResult stores a result in a reading and checks that its task is the requested one.
func SetResult(id a2a.Identity, r *Request, result *a2a.Result, e *document.Envelope, out *a2a.Reading) []a2a.Problem {
	out.Result, out.Kind = result, KindOf(result)
	if out.Kind == a2a.KindEmpty && id.Op != a2a.DeletePushConfig {
		out.Result, out.Kind = nil, a2a.KindNone // its problems say what it lacks
	}
	if result != nil {
		out.Card = cmp.Or(result.Card, out.Card)
	}
	return checkTask(id, r, result, e)
}

func ReadResult(id a2a.Identity, r *Request, e *document.Envelope, out *a2a.Reading) []a2a.Problem {
	d := registry.Speaker(id)
	var found []a2a.Problem
	switch {
	case id.Op == "" && OtherProtocol(r) != "":
	case id.Op == "" && r.JSON().Call():
		found = append(found, document.Problem("RPC-11", a2a.SeverityError, "$.result", e.Result, "JSON-RPC 2.0 §5.1",
			"a result for method "+document.QuoteShort(r.JSON().Method.Text())+", which no version has; error -32601 was expected"))
	case d == nil && len(id.Versions) > 0:
		found = append(found, NotRead(id))
	case d == nil:
		found = append(found, document.Unplaced("READ-01", a2a.SeverityInfo, "", "the version is unknown, so the body is not read"))
	default:
		as := id
		if slices.Contains(r.JSON().Duplicates, "method") { // the answer may be to the other one
			as.Op = ""
		}
		result, ps := d.ReadResultAt(opOf(as, e.Result), e.Result)
		found = append(found, document.Under(e.Path, e.Result, ps)...)
		found = append(found, SetResult(id, r, result, e, out)...)
		mistyped := slices.ContainsFunc(found, func(p a2a.Problem) bool { return p.Path == e.Path && mistyping.MatchString(p.Message) })
		if (mistyped || !e.Result.IsKind('{') && !e.Result.IsKind('[')) && id.Op != "" && id.Op != a2a.DeletePushConfig {
			if !slices.ContainsFunc(found, func(p a2a.Problem) bool { return p.Severity == a2a.SeverityError }) {
				found = append(found, document.Problem("RPC-09", a2a.SeverityError, "$.result", e.Result, "JSON-RPC 2.0 §5", "result is null, but "+string(id.Op)+" returns a result"))
			}
			out.Result, out.Card, out.Kind = nil, nil, a2a.KindNone
		}
	}
	if r.IsNoJSON() {
		found = append(found, document.Problem("RPC-13", a2a.SeverityWarning, "$.result", e.Result, "JSON-RPC 2.0 §5.1",
			"a result for a request that is not JSON; error -32700 was expected"))
	}
	return found
}

// mistyping matches the problem of a result that is not an object or array.
var mistyping = regexp.MustCompile("^Expected an (object|array), got ")

// opOf returns the operation to read a result as. Without a known request, the result's shape
// decides.
func opOf(id a2a.Identity, result document.Value) a2a.Operation {
	switch {
	case id.Op != "":
		return id.Op
	case result.Has("pushNotificationConfig") || result.Has("url"):
		return a2a.GetPushConfig
	case result.Has("configs"):
		return a2a.ListPushConfigs
	case result.Has("tasks"):
		return a2a.ListTasks
	case result.Has("final") || result.Has("artifact") || evidence.Wrapped(result) == "statusUpdate" || evidence.Wrapped(result) == "artifactUpdate":
		return a2a.SendStreamingMessage
	case evidence.Wrapped(result) != "":
		return a2a.SendMessage
	}
	return a2a.GetTask
}

func checkTask(id a2a.Identity, r *Request, result *a2a.Result, e *document.Envelope) []a2a.Problem {
	if r.Call == nil || r.Call.TaskID == "" || r.HasDuplicates || result == nil {
		return nil
	}
	got, _ := fold.About(result)
	if got == "" || got == r.Call.TaskID {
		return nil
	}
	at, path := fold.TaskPlace(e, got)
	if !at.IsKind('"') {
		return nil // the dialect has reported this already
	}
	v := registry.Rules(id)
	check, where := v.Checks.Task, v.Sections.Task
	if v.Checks.Config != "" && (id.Op == a2a.CreatePushConfig || id.Op == a2a.GetPushConfig) {
		check = v.Checks.Config
	}
	if v.Checks.Sent != "" && id.Op == a2a.SendMessage {
		check = v.Checks.Sent
	} else if id.Op.Streams() {
		check, where = v.Checks.Subscription, v.Sections.Subscription
	}
	return []a2a.Problem{document.Problem(check, a2a.SeverityError, path, at, where,
		"the task is "+document.QuoteShort(got)+"; the request was about "+document.QuoteShort(r.Call.TaskID))}
}

// NameOf names an error code in the version that an exchange speaks. JSON-RPC's codes and A2A's first five
// mean the same in all versions.
func NameOf(id a2a.Identity, code int) a2a.ErrorName {
	if d := registry.Speaker(id); d != nil {
		return d.ErrorName(code)
	}
	if code == -32700 || code >= -32603 && code <= -32600 || code >= -32005 && code <= -32001 {
		return registry.Newest().ErrorName(code)
	}
	return a2a.OtherError
}

// CodeOf returns an error object's code, false when it is not a 32-bit integer.
func CodeOf(v document.Value) (int, bool) {
	n, err := strconv.ParseInt(string(v.Get("code").Raw), 10, 32)
	if err != nil {
		return 0, false
	}
	return int(n), true
}

// OrMissing names the JSON type of a value, or says that it is missing.
func OrMissing(v document.Value) string {
	if !v.Present() {
		return "missing"
	}
	return document.TypeName(v)
}

func VersionList() string {
	return Joined(registry.Versions(), func(v *version.Version) string { return string(v.Version()) })
}

// Joined joins f of each element with commas.
func Joined[T any](all []T, f func(T) string) string {
	var words []string
	for _, one := range all {
		words = append(words, f(one))
	}
	return strings.Join(words, ", ")
}

// ReadFrame reads one document of a stream's frame: with read, unless the frame cannot hold one. A
// comment, and the empty last event that some agents send, are KindEmpty. at is the section on
// streams, and expected what every event carries. Problems of the framing have offsets in the
// stream's bytes, not in the event's data.
func ReadFrame(id a2a.Identity, f wire.Frame, e *document.Envelope, at, expected string, read func() a2a.Reading) a2a.Reading {
	if f.Kind == wire.Comment {
		return Reading(id, a2a.KindEmpty, nil)
	}
	out := Reading(id, a2a.KindNone, f.Data)
	var framing []a2a.Problem
	if n := len(f.Problems); n > 0 {
		more := ""
		if n > 1 {
			more = fmt.Sprintf("; and %d more such flaws", n-1)
		}
		framing = append(framing, document.Unplaced("SSE-25/framing", a2a.SeverityWarning, "WHATWG HTML §9.2", strings.TrimSuffix(f.Problems[0].Message, ".")+more))
	}
	switch {
	case f.Kind == wire.SSE && len(f.Data) == 0:
		out.Kind = a2a.KindEmpty
	case slices.Contains([]string{"close", "end", "done"}, f.Event) && !e.Answer() && (len(f.Data) == 0 || bytes.Equal(bytes.Join(bytes.Fields(f.Data), nil), []byte("{}"))):
		out.Kind = a2a.KindEmpty
		framing = append(framing, document.Problem("SSE-02", a2a.SeverityInfo, "$", e.Value, at,
			"event "+document.QuoteShort(f.Event)+" carries no "+expected+"; some agents end a stream with such an event"))
	case id.Binding == "":
		framing = nil // it belongs to another protocol
	case e.Doc.Unreadable:
		framing = append(framing, e.Doc.Problems...)
	default:
		out = read()
	}
	out.Problems = append(framing, out.Problems...)
	return out
}
