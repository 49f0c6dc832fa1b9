package judge

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// op reports whether the call was read and is one of some operations.
func (v *view) op(ops ...a2a.Operation) bool {
	return v.c != nil && slices.Contains(ops, v.Identity.Op)
}

func (v *view) sends() bool {
	return v.op(a2a.SendMessage, a2a.SendStreamingMessage) && v.c.Message != nil
}

// succeeded reports whether the call got what it asked for.
func (v *view) succeeded() bool {
	return v.err == nil && v.answered && v.X.Response.Status < 300 && v.IsWhole
}

// isBare reports whether the call was not answered with a protocol error, or with one that only an HTTP
// status suggests: a server in front of the agent may have answered, for any reason.
func (v *view) isBare() bool {
	return v.err == nil || v.err.Message == binding.StatusLine(v.X.Response.Status)
}

// failed reports whether the call was answered with an error about its content, rather than about
// access, rate limits or an unavailable agent, which agents check first.
func (v *view) failed() bool {
	if v.isBare() || !v.IsWhole {
		return false
	}
	switch v.err.Name {
	case "", a2a.AuthenticationRequired, a2a.AuthorizationFailed, a2a.RateLimitExceeded, a2a.ResourceUnavailable, // without a name the error was not read
		a2a.ParseError, a2a.VersionNotSupported, a2a.ExtensionSupportRequired:
		return false
	}
	switch v.X.Response.Status {
	case 401, 403, 407, 408, 429, 502, 503, 504:
		return false
	}
	if v.err.Name == a2a.TaskGenerationMismatch && v.c != nil && v.c.IfGenerationMatch != nil {
		return false // this may be checked before anything else
	}
	own := v.Identity.Binding != a2a.JSONRPC || v.err.Code > -32000
	return v.err.Name != a2a.OtherError || !own // any other error of the agent's own may mean one of these
}

// isError reports whether the call was answered with the named error, or one that may mean it: bindings
// without names for errors, such as gRPC before 1.0, share statuses.
func (v *view) isError(name a2a.ErrorName) bool {
	if v.err == nil || v.err.Name == name || bytes.Contains(v.err.Data, []byte("ErrorInfo")) {
		return v.err != nil && v.err.Name == name
	}
	own, row, rules := binding.StatusOf(v.err.Name), binding.StatusOf(name), registry.Rules(v.Identity)
	switch s := v.X.Response.Status; v.Identity.Binding {
	case a2a.GRPC:
		return row.RPC == own.RPC && (rules.GRPC == nil || !rules.GRPC.ErrorInfo || row.RPC == "FAILED_PRECONDITION")
	case a2a.REST:
		return v.err.Code == s && (s == row.Status || s == row.StatusBefore10) && (rules.REST == nil || !rules.REST.StatusBody)
	}
	return false
}

// sound reports whether the request has no problem for which it could be refused.
func (v *view) sound() bool {
	return v.c != nil && !slices.ContainsFunc(v.Request.Problems, func(p a2a.Problem) bool { return p.Severity == a2a.SeverityError })
}

// usualLimit is a request length that all agents accept: some refuse a longer one with an error for an
// invalid request.
const usualLimit = 100 << 10

// unfounded explains why the request contradicts the answer's HTTP status, "" if it does not.
func (v *view) unfounded() string {
	return binding.Unfounded(v.Identity, v.X.Method, v.X.Request, v.X.Response)
}

// misasks reports whether the request has a problem with one of some members, such as a misspelt
// name or an unknown value. An agent may accept that or not.
func misasks(request a2a.Reading, members []string) bool {
	return slices.ContainsFunc(request.Problems, func(p a2a.Problem) bool {
		name, _, _ := strings.Cut(p.Path[strings.LastIndexAny(p.Path, ".?/")+1:], "[")
		return p.Severity != a2a.SeverityInfo && slices.ContainsFunc(members, func(m string) bool {
			return strings.EqualFold(m, strings.ReplaceAll(name, "_", ""))
		})
	})
}

// asksTwice reports whether the request has a duplicate member: agents use the first one or the last, so it
// is unknown what the call asks for.
func asksTwice(request a2a.Reading) bool {
	return slices.ContainsFunc(request.Problems, func(p a2a.Problem) bool { return p.Check == "FORM-02" })
}

func (v *view) describeAnswer() string {
	status := v.X.Response.Status
	switch {
	case v.err != nil && v.Identity.Binding == a2a.REST && v.err.Code == status && v.err.Name == binding.ByStatus(v.Identity, status).Name && !bytes.Contains(v.err.Data, []byte("ErrorInfo")):
		return binding.StatusLine(status) // the error's name is only inferred from the status
	case v.err != nil:
		return "error " + string(v.err.Name)
	case v.result != nil && v.result.Message != nil:
		return "a message"
	case v.result != nil && v.result.Task != nil:
		return "the task, " + v.result.Task.Status.State.Word()
	}
	return "a success"
}

// isOver reports whether the call's task was over before the call.
func (v *view) isOver() bool {
	t := v.knownTask
	return t != nil && t.ending.isBefore(v.X) && !t.reopened.isBefore(v.X) && !(t.resent.isBefore(v.X) && t.resent.time.After(t.ending.time))
}

// credentials identifies a caller by a hash of the headers with its credentials, "" for none.
func credentials(x *wire.Exchange) string {
	var out []string
	for _, r := range x.Redactions {
		if r.Place == "request.header" && !strings.Contains(strings.ToLower(r.Name), "cookie") {
			out = append(out, strings.ToLower(r.Name)+" "+r.Fingerprint)
		}
	}
	if h := x.Request.Header.Get("Authorization"); len(out) == 0 && h != "" {
		s := sha256.Sum256([]byte(h))
		out = append(out, "authorization "+hex.EncodeToString(s[:8]))
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ", ")
}

// learn stores what later exchanges are judged by. A fact counts from the time the agent sent it,
// even if a rule delayed it.
func (v *view) learn() {
	a, x := v.agent, v.X
	f := fact{x.ID, x.AgentEnded()}
	if v.Facts.card != nil && v.Identity.Op == a2a.GetCard {
		v.book.learnCard(v.Facts.card, f, x.Agent)
	}
	if v.Identity.Op == a2a.GetCard && x.Response.Status == http.StatusNotFound {
		*a.cardless.get(wire.PathOf(x.URL), mostCards) = f
	}
	if who := credentials(x); who != "" {
		a.callers.get(who, mostStreams).note(f)
	}
	if v.sends() && v.c.Message.ID != "" && v.sentBefore() == nil {
		a.messages.put(messageKey(v), &sentMessage{f, contentOf(v.c.Message)}, mostNames)
	}
	if !v.isBare() && v.err.Name == a2a.TaskNotFound && v.taskID != "" {
		a.task(v.taskID).missing.note(f)
	}
	v.learnResult(f)
	v.learnPush(f)
	if p, ok := v.page(); ok && v.result.Next != "" {
		a.pages.put(pageKey(v, v.result.Next), p, mostPages)
	}
	if s := v.stream(); s != nil && appliesTo("SSE-23", v.Identity.Versions) {
		a.streams.put(x.ID, s, mostStreams)
	}
}

func (v *view) learnResult(f fact) {
	if v.result == nil {
		return
	}
	for i := range v.result.Tasks {
		t := &v.result.Tasks[i]
		v.learnTask(t.ID, t.ContextID, t.Status.State, f)
	}
	t := v.learnTask(v.task, v.context, v.last, f)
	if t == nil {
		return
	}
	v.learnMoves(t, f)
	if v.sends() && v.taskID == "" && t.owned.time.IsZero() {
		t.owner, t.owned = credentials(v.X), f
	}
	if v.isOver() && v.sends() && v.err == nil {
		t.reopened.note(f)
	}
	if v.Identity.Op == a2a.CancelTask && v.last == a2a.Canceled {
		t.canceled.note(f)
	}
	if v.Identity.Op == a2a.SendStreamingMessage && (v.taskID == "" || v.namesTask() && v.knownTask == nil) && v.succeeded() && v.X.Outcome == wire.ByAgent && v.last.Terminal() && v.digest != nil {
		t.digest, t.streamed = v.digest, f
	}
}

// learnTask learns what an answer says about a task. It returns nil for an answer about a context alone.
func (v *view) learnTask(id, context string, state a2a.State, f fact) *task {
	if context != "" {
		v.agent.contexts.get(context, mostNames).note(f)
	}
	if id == "" {
		return nil
	}
	t := v.agent.task(id)
	t.answered.note(f)
	if context != "" && t.contexts.note(f) {
		t.context = context
	}
	if state.Terminal() && t.ending.note(f) {
		t.state = state
	}
	if state != "" && state != t.last {
		t.last, t.moved = state, f
	}
	return t
}

// messageKey identifies a message by its id and sender.
func messageKey(v *view) string {
	return cmp.Or(credentials(v.X), v.X.Caller) + "\x00" + v.c.Message.ID
}

// sentBefore returns the first message with the call's message id, nil for none.
func (v *view) sentBefore() *sentMessage { return v.agent.messages.byName[messageKey(v)] }

// saidOrStatus returns describeAnswer, or the status of an answer without content.
func (v *view) saidOrStatus() string {
	if v.err == nil && !v.answered {
		return "HTTP " + itoa(v.X.Response.Status)
	}
	return v.describeAnswer()
}

// unheard reports whether the call is about a task that no earlier answer named and that the call does not
// create.
func (v *view) unheard() bool {
	return v.taskID != "" && v.knownTask == nil && !v.agent.tasks.forgot && !(v.sends() && v.namesTask())
}

// taskMember returns the params' member with the id of the call's task.
func (v *view) taskMember() string {
	push := strings.HasSuffix(string(v.c.Op), "PushNotificationConfig")
	if push && registry.Rules(v.Identity).Form == version.Wrapped || v.c.Op == a2a.CreatePushConfig && !v.namesTask() {
		return "taskId"
	}
	return "id"
}

// namesTask reports whether clients choose the id of a new task in the version.
func (v *view) namesTask() bool {
	return slices.ContainsFunc(v.Identity.Versions, registry.NamesTask)
}

func contentOf(m *a2a.Message) sum {
	raw, _ := json.Marshal(m.Parts) // our own values always encode
	return sumOf([]byte(string(raw) + "\x00" + m.TaskID))
}

func itoa(n int) string { return strconv.Itoa(n) }

// quoteShort quotes foreign text, shortened.
func quoteShort(s string) string {
	if len(s) > 80 {
		return fmt.Sprintf("%.80q…", s)
	}
	return fmt.Sprintf("%q", s)
}
