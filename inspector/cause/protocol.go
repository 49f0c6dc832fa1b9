package cause

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/words"
)

// advice is what an error means and what to try.
type advice struct{ says, try string }

// advices are those of the errors of JSON-RPC and of all versions of A2A.
func advices() map[a2a.ErrorName]advice {
	return map[a2a.ErrorName]advice{
		a2a.ParseError:                {"The agent could not read the request as JSON.", "Look at the request's bytes for what breaks the JSON; an encoding or a proxy may have changed them."},
		a2a.InvalidRequest:            {"The agent does not take the body as a request.", "Compare the envelope with the specification: jsonrpc, id, method, params. Findings names what is wrong with it."},
		a2a.MethodNotFound:            {"The agent does not know the method.", "Compare the method with those of the version that the agent's card offers."},
		a2a.InvalidParams:             {"The agent does not accept the parameters.", "Compare the parameters with the version's schema: Findings names what is wrong, the error's data may name the member."},
		a2a.InternalError:             {"The agent failed while it handled the call.", "See the agent's log at this time; the error's data may say more."},
		a2a.TaskNotFound:              {"The agent knows no task with this id.", "Check the id. The task may have expired, belong to another account or tenant, or be of an earlier run of the agent."},
		a2a.TaskNotCancelable:         {"The task can no longer be canceled.", "Get the task: it may have ended before the call."},
		a2a.PushNotSupported:          {"The agent does not send push notifications.", "Leave the push configuration out, and stream or poll; the card's capabilities say what the agent supports."},
		a2a.UnsupportedOperation:      {"The agent does not support this operation, or not in the state of this task.", "Compare the card's capabilities; a finished task takes no more messages."},
		a2a.ContentTypeNotSupported:   {"The agent does not take or give one of the media types.", "Compare the parts and the accepted output modes with the modes on the card."},
		a2a.InvalidAgentResponse:      {"The agent made a response that its own server found invalid.", "See the agent's log: its code returned something that the version does not have."},
		a2a.ExtendedCardNotConfigured: {"The agent has no extended card.", "Use the public card."},
		a2a.ExtensionSupportRequired:  {"The agent requires an extension that the request did not activate.", "Activate the extensions that the card marks as required: Compose lists them under Options."},
		a2a.VersionNotSupported:       {"The agent does not speak the version of the request.", "Send it in a version that the card offers."},
		a2a.TaskGenerationMismatch:    {"The task has changed: it is not at the generation that the message was sent for.", "Read the task again, see whether the message still fits, and send it with the task's generation."},
		a2a.StreamingNotSupported:     {"The agent does not stream.", "Send the message without streaming."},
		a2a.InvalidTaskState:          {"The task is not in a state that allows this.", "Get the task and look at its state."},
		a2a.RateLimitExceeded:         {"The agent takes no more requests for now: too many came.", "Wait, and send fewer requests at once."},
		a2a.ResourceUnavailable:       {"Something that the agent needs is not available.", "Wait and retry; see the agent's log for what is missing."},
	}
}

// protocol judges errors of JSON-RPC and A2A.
func protocol(c *Case) (Cause, bool) {
	if c.Error == nil || c.Error.Name == "" { // its code was cut off
		return Cause{}, false
	}
	if out, ok := c.otherVersion(); ok {
		return out, true
	}
	if c.X.Labels.Binding == string(a2a.JSONRPC) && c.Error.Code == c.X.Response.Status && c.Error.Name == binding.ByStatus(a2a.Identity{Op: a2a.Operation(c.X.Labels.Op)}, c.Error.Code).Name {
		return Cause{}, false // only the status tells it, which JSON-RPC gives no meaning
	}
	a, known := advices()[c.Error.Name]
	if code := c.X.Response.Status; (code >= 500 || !known) && c.Error.Message == binding.StatusLine(code) {
		c.Error = nil // the status says it all, and may be a gateway's
		return Cause{}, false
	}
	if !known {
		if c.X.Response.Status >= 400 && c.Error.Code == c.X.Response.Status {
			return Cause{}, false // the body repeats the status
		}
		a = advice{"The agent answered with an error of its own.", "Read the error's message and data; the agent's documentation may explain the code."}
	}
	if call := c.Call.Call; c.Error.Name == a2a.TaskNotFound && call != nil && isAboutNone(call) {
		a = advice{"The agent answered that it knows no task, and the call is about none.", "See in the agent's log which task it looked for."}
	}
	out := Cause{Kind: Error, Says: a.says, Try: a.try, Proof: c.errorProof(), Spec: c.errorSection()}
	if c.Error.Name == a2a.InternalError || c.Error.Name == a2a.OtherError {
		out.Try = c.suspect() + out.Try
	}
	return out, true
}

// isAboutNone reports whether a call is one that names no task, and refers to none.
func isAboutNone(c *a2a.Call) bool {
	task, _ := c.About()
	sends := c.Op == a2a.SendMessage || c.Op == a2a.SendStreamingMessage
	return task == "" && c.Push == nil && (sends && c.Message != nil && len(c.Message.References) == 0 || c.Op == a2a.GetExtendedCard)
}

// errorProof is the error in a line.
func (c *Case) errorProof() Proof {
	p := Proof{Place: Response, Says: "Error " + string(c.Error.Name)}
	if c.Error.Code != 0 {
		p.Says = fmt.Sprintf("Error %d %s", c.Error.Code, c.Error.Name)
	}
	if c.Error.Name == a2a.OtherError {
		p.Says = strings.TrimSuffix(p.Says, " "+string(a2a.OtherError))
	}
	if c.Error.Message != "" {
		p.Says += ": “" + short(c.Error.Message) + "”"
	}
	if c.ErrorAt > 0 {
		p.Place, p.Event = Event, c.ErrorAt
	}
	return p
}

// errorSection is where the error stands: JSON-RPC's own errors in its specification.
func (c *Case) errorSection() string {
	switch c.Error.Name {
	case a2a.ParseError, a2a.InvalidRequest, a2a.MethodNotFound, a2a.InvalidParams, a2a.InternalError:
		if c.X.Labels.Binding == string(a2a.JSONRPC) {
			return "JSON-RPC 2.0 §5.1"
		}
	}
	return c.sections().Errors
}

// otherVersion tells an error that comes of a version that the agent does not speak.
func (c *Case) otherVersion() (Cause, bool) {
	out := Cause{Kind: Version, Proof: c.errorProof(), Spec: cmp.Or(c.sections().Header, c.errorSection())}
	offers := c.offered()
	switch c.Error.Name {
	case a2a.VersionNotSupported:
		out.Says, out.Try = c.notSpoken(offers)
		return out, true
	case a2a.MethodNotFound, a2a.UnsupportedOperation, a2a.InvalidRequest: // of params only who knows the method says that they are invalid
	default:
		return out, false
	}
	method := c.method()
	op, of := registry.Named(method)
	switch {
	case method == "":
		return out, false
	case c.unknownMethod(&out):
		return out, true
	case len(offers) == 0 || slices.ContainsFunc(of, func(v a2a.Version) bool { return slices.Contains(offers, v) }):
		return out, false
	}
	out.Says = fmt.Sprintf("The method %s is of A2A %s; the agent's card offers %s.", short(method), joined(of, "and"), joined(offers, "and"))
	out.Try = "Send it in " + joined(offers, "or") + "."
	for _, v := range offers {
		if own, ok := registry.Of(v); ok {
			if name, ok := own.Method(op); ok {
				out.Try = fmt.Sprintf("Send it in %s, where the method is %s.", v, name)
				break
			}
		}
	}
	return out, true
}

// notSpoken says that the agent does not speak the version of the request, and what to try.
func (c *Case) notSpoken(offers []a2a.Version) (says, try string) {
	header, label := c.X.Request.Header.Get("A2A-Version"), c.X.Labels.Dialect
	asked := cmp.Or(header, label, "another version")
	says = "The agent does not speak A2A " + short(asked) + "."
	offered := slices.Contains(offers, a2a.Version(asked))
	switch {
	case offered && header == "" && c.sections().Header != "":
		return says, "Send the header A2A-Version: " + short(asked) + ", without which agents take a call for one of an older version."
	case offered:
		return says, "The card offers it all the same: correct the card, or have the agent speak that version."
	case len(offers) > 0:
		return says, "Send it in " + joined(offers, "or") + ", which the card offers."
	}
	return says, "Send it in a version that the card offers."
}

// unknownMethod makes of a cause that no version has the method of the request, if that is so.
func (c *Case) unknownMethod(out *Cause) bool {
	method := c.method()
	if _, of := registry.Named(method); method == "" || len(of) > 0 {
		return false
	}
	out.Kind = Version
	out.Says = fmt.Sprintf("No version of A2A has the method %q.", short(method))
	out.Try = "Correct the method's name: it is case-sensitive."
	return true
}

// method is the JSON-RPC method of the request, "" for none.
func (c *Case) method() string {
	return methodIn(c.Call.JSON())
}

func methodIn(body []byte) string {
	var said struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	return said.Method
}

// joined lists versions: "0.2, 0.3 and 1.0".
func joined(vs []a2a.Version, last string) string {
	var all []string
	for _, v := range vs {
		all = append(all, short(string(v)))
	}
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " " + last + " " + all[n-1]
	}
	return strings.Join(all, "")
}

// malformed judges a request that the agent could not read, because it is not JSON.
func malformed(c *Case) (Cause, bool) {
	if c.X.Response.Status < 400 && c.Error == nil {
		return Cause{}, false
	}
	out := Cause{Kind: Malformed, Spec: c.sections().Envelope}
	if c.Edited != "" {
		out.Says = "The request that went on to the agent is not JSON: " + short(c.Edited) + "."
		out.Try = "It was edited on its way, by hand or by a rule: correct that edit."
		out.Proof = Proof{Says: "Edited: " + short(c.Edited), Place: Request}
		return out, true
	}
	i := slices.IndexFunc(c.Found, func(f Found) bool { return f.Place == Request && (f.CutOff || f.strays() != "") })
	if i < 0 {
		return Cause{}, false
	}
	f := c.Found[i]
	if strings.HasPrefix(f.Message, notStrict) && c.Error != nil && c.Error.Name != a2a.ParseError && c.Error.Name != a2a.InvalidRequest {
		return Cause{}, false // it was read, as others would not
	}
	out.Says = "The request is not JSON: " + f.strays() + "."
	if f.CutOff {
		out.Says = fmt.Sprintf("The request is no whole JSON document: it breaks off at byte %d.", f.Offset)
	}
	out.Try = "Correct the request there and send it again: the agent could not read it."
	out.Proof = Proof{Says: f.name(), Place: Request}
	return out, true
}

// What is said of a document that is no JSON begins so: of one that cannot be read, and of one
// that can, with repairs.
const (
	notJSON   = "Not JSON: "
	notStrict = "Not strict JSON: "
)

// name is the check with where its finding is, as lists of findings have it; of a whole document the
// check alone.
func (f Found) name() string {
	return "Finding " + strings.TrimSuffix(strings.TrimSpace(f.Check+" "+f.Path), " $")
}

// strays says how a document departs from JSON where the finding is that, else "".
func (f Found) strays() string {
	for _, begins := range []string{notJSON, notStrict} {
		if how, ok := strings.CutPrefix(f.Message, begins); ok {
			return short(strings.TrimSuffix(how, "."))
		}
	}
	return ""
}

// unreadable judges an answer that is no JSON: strict clients get no further, so whatever else
// it says comes after that.
func unreadable(c *Case) (Cause, bool) {
	i := slices.IndexFunc(c.Found, func(f Found) bool { return f.Place != Request && !f.CutOff && f.strays() != "" })
	if i < 0 {
		return Cause{}, false
	}
	return c.finding(c.Found[i]), true
}

// failedTask judges a call that went well and a task that did not.
func failedTask(c *Case) (Cause, bool) {
	if c.Status == nil || c.Status.State != a2a.Failed && c.Status.State != a2a.Rejected {
		return Cause{}, false
	}
	out := c.task()
	out.Says, out.Try = "The agent reports that the task failed.", "Read the status message and the agent's log; then send the message again as a new task."
	if c.Status.State == a2a.Rejected {
		out.Says, out.Try = "The agent rejected the task: it will not work on it.", "Change the message, or ask an agent whose skills fit; the card lists this agent's."
	}
	return out, true
}

// waiting judges a task that waits for credentials.
func waiting(c *Case) (Cause, bool) {
	if c.Status == nil || c.Status.State != a2a.AuthRequired {
		return Cause{}, false
	}
	out := c.task()
	out.Says = "The task waits until somebody signs in."
	out.Try = "Sign in where the status message says. If the agent waits for credentials with the request, sign in on the agent's page and retry."
	return out, true
}

// task is a cause that the task's last status proves.
func (c *Case) task() Cause {
	p := Proof{Says: "State " + c.Status.State.Word(), Place: Response}
	if text := said(c.Status.Message); text != "" {
		p.Says += ": “" + short(text) + "”"
	}
	if c.StatusAt > 0 {
		p.Place, p.Event = Event, c.StatusAt
	}
	return Cause{Kind: Task, Proof: p, Spec: c.sections().States}
}

// fix is what to do about a finding: as its check says, or more closely where the finding
// says what was expected.
func fix(p a2a.Problem, ch check.Check) string {
	want, _, said := strings.Cut(strings.TrimPrefix(p.Message, "Expected "), ", got ")
	switch want {
	case "a string", "a number", "an integer", "an object", "an array", "true or false", "a boolean":
		if at := strings.TrimPrefix(strings.TrimPrefix(p.Path, "$"), "."); said && at != "" {
			return "Write " + want + " as " + short(at) + "."
		}
	}
	return ch.Fix(p.Cause)
}

// broken judges findings: the first error among them.
func broken(c *Case) (Cause, bool) {
	i := slices.IndexFunc(c.Found, func(f Found) bool { return f.CutOff }) // what else is wrong may come of that
	if i < 0 {
		i = slices.IndexFunc(c.Found, func(f Found) bool { return f.strays() != "" })
	}
	if i < 0 {
		i = slices.IndexFunc(c.Found, func(f Found) bool { return f.Severity == a2a.SeverityError })
	}
	if i < 0 {
		return Cause{}, false
	}
	return c.finding(c.Found[i]), true
}

// empty judges an answer of which no finding says that it brought nothing.
func empty(c *Case) (Cause, bool) {
	if !words.HasFailed(&c.X) || c.X.Response.Status/100 != 2 {
		return Cause{}, false
	}
	out := Cause{Kind: Empty, Says: "Nothing in the answer says what became of the call.", Proof: c.statusProof(), Spec: c.sections().Envelope,
		Try: "See the agent's log, and any proxy between: it may have ended the answer before anything was said."}
	if words.EmptyHanded(&c.X) && c.X.ResponseBytes == 0 {
		out.Says = "The agent ended the answer without any content."
	}
	if c.X.Problem != "" {
		return c.ended(Empty, out.Says, out.Try), true
	}
	return out, true
}

// finding is a finding as the cause.
func (c *Case) finding(f Found) Cause {
	out := Cause{Kind: Finding, Spec: f.Spec, Proof: Proof{Says: f.name(), Place: f.Place, Event: f.Event},
		Try: "Correct the side that wrote it, or tell its author."}
	out.Says = "The answer breaks a rule of the protocol: " + short(f.Message)
	if f.Place == Request {
		out.Says = "The request breaks a rule of the protocol: " + short(f.Message)
	}
	if how := f.strays(); how != "" {
		out.Says = c.named(f) + " is not JSON: " + how + ". Strict parsers refuse it."
	}
	if !strings.HasSuffix(out.Says, ".") {
		out.Says += "."
	}
	if ch, ok := check.Of(f.Check); ok {
		out.Try = fix(f.Problem, ch)
		if out.Spec == "" && len(ch.Sections) > 0 {
			out.Spec = ch.Sections[0]
		}
	}
	if f.CutOff && f.Event > 0 {
		at := fmt.Sprintf("after %d bytes", f.Offset)
		if f.Offset == 0 {
			at = "before its content"
		}
		out.Proof.Says = fmt.Sprintf("Finding %s: event %d breaks off %s", f.Check, f.Event, at)
		out.Try = "Find what stopped the writer: the agent's log, and any proxy between, may tell of a crash or a time limit."
	}
	return out
}

// named is the document that a finding is about.
func (c *Case) named(f Found) string {
	switch op := a2a.Operation(c.X.Labels.Op); {
	case f.Place == Request:
		return "The request"
	case f.Event > 0:
		return fmt.Sprintf("Event %d", f.Event)
	case op == a2a.GetCard || op == a2a.GetExtendedCard:
		return "The card"
	}
	return "The answer"
}

// early judges a stream that the agent ended while its task went on.
func early(c *Case) (Cause, bool) {
	if c.Status == nil || c.StatusAt == 0 || !words.EndedEarly(&c.X) || c.Status.State.Terminal() || c.Status.State.Interrupted() {
		return Cause{}, false
	}
	out := c.task()
	out.Kind, out.Spec = Early, c.sections().StreamEnd
	out.Says = "The agent ended the stream while the task was " + short(c.Status.State.Word()) + "."
	out.Try = "The task may still run: get it, or subscribe to it. " + streamLog
	return out, true
}

// said is the text of a message, on one line.
func said(m *a2a.Message) string {
	if m == nil {
		return ""
	}
	var all []string
	for _, p := range m.Parts {
		if p.Kind == a2a.TextPart {
			all = append(all, strings.Join(strings.Fields(p.Text), " "))
		}
	}
	return strings.Join(all, " ")
}
