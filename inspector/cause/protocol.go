package cause

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/page"
	"github.com/a2a-console/a2a-console/internal/words"
)

type advice struct{ text, try string }

// errorAdvice returns the advice for the errors of JSON-RPC and of all versions of A2A.
func errorAdvice() map[a2a.ErrorName]advice {
	return map[a2a.ErrorName]advice{
		a2a.ParseError:                {"The agent could not read the request as JSON.", "Look at the request's bytes for what breaks the JSON; an encoding or a proxy may have changed them."},
		a2a.InvalidRequest:            {"The agent does not accept the body as a request.", "Compare the envelope with the specification: jsonrpc, id, method, params. Findings names what is wrong with it."},
		a2a.MethodNotFound:            {"The agent does not know the method.", "Compare the method with those of the version that the agent's card offers."},
		a2a.InvalidParams:             {"The agent does not accept the parameters.", "Compare the parameters with the version's schema. Findings names what is wrong; the error's data may name the member."},
		a2a.InternalError:             {"The agent failed while it handled the call.", "See the agent's log at this time; the error's data may say more."},
		a2a.TaskNotFound:              {"The agent has no task with this id.", "Check the id. The task may have expired, belong to another account or tenant, or date from an earlier run of the agent."},
		a2a.TaskNotCancelable:         {"The task can no longer be canceled.", "Get the task: it may have ended before the call."},
		a2a.PushNotSupported:          {"The agent does not send push notifications.", "Leave the push configuration out, and stream or poll; the card's capabilities say what the agent supports."},
		a2a.UnsupportedOperation:      {"The agent does not support this operation, or not in the state of this task.", "Compare the card's capabilities; a finished task accepts no more messages."},
		a2a.ContentTypeNotSupported:   {"The agent does not accept or produce one of the media types.", "Compare the parts and the accepted output modes with the modes on the card."},
		a2a.InvalidAgentResponse:      {"The agent made a response that its own server found invalid.", "See the agent's log: its code returned something that the version does not define."},
		a2a.ExtendedCardNotConfigured: {"The agent has no extended card.", "Use the public card."},
		a2a.ExtensionSupportRequired:  {"The agent requires an extension that the request did not activate.", "Activate the extensions that the card marks as required: Compose lists them under Options."},
		a2a.VersionNotSupported:       {"The agent does not speak the version of the request.", "Send it in a version that the card offers."},
		a2a.TaskGenerationMismatch:    {"The task has changed: it is not at the generation that the message was sent for.", "Read the task again, see whether the message still fits, and send it with the task's generation."},
		a2a.StreamingNotSupported:     {"The agent does not stream.", "Send the message without streaming."},
		a2a.InvalidTaskState:          {"The task is not in a state that allows this.", "Get the task and look at its state."},
		a2a.RateLimitExceeded:         {"The agent accepts no more requests for now: it received too many.", "Wait, and send fewer requests at once."},
		a2a.ResourceUnavailable:       {"Something that the agent needs is not available.", "Wait and retry; see the agent's log for what is missing."},
	}
}

// adaptToBinding rewords advice about JSON-RPC's envelope for HTTP+JSON and gRPC.
func adaptToBinding(c *Case, a advice) advice {
	if c.Exchange.Labels.Binding != string(a2a.JSONRPC) && c.Error.Name == a2a.InvalidRequest {
		return advice{"The agent rejects the request as invalid.", "Compare the request with the specification. Findings names what is wrong with it; the error's message and details may say more."}
	}
	return a
}

// judgeProtocolError judges errors of JSON-RPC and A2A.
func judgeProtocolError(c *Case) (Cause, bool) {
	if c.Error != nil && c.Error.Name == "" && c.Error.Message == binding.StatusLine(c.Exchange.Response.Status) { // made from the status of a page
		c.Error = nil
	}
	if c.Error == nil || c.Error.Name == "" { // its code was cut off
		return Cause{}, false
	}
	if out, ok := c.judgeVersion(); ok {
		return out, true
	}
	if c.preferStatus() {
		return Cause{}, false
	}
	a, known := errorAdvice()[c.Error.Name]
	if !known {
		if c.Exchange.Response.Status >= 400 && c.Error.Code == c.Exchange.Response.Status {
			return Cause{}, false // the body only repeats the status
		}
		a = advice{"The agent answered with an error of its own.", "Read the error's message and data; the agent's documentation may explain the code."}
	}
	a = c.missingAdvice(c.adviceForGRPCStatus(adaptToBinding(c, a)))
	out := Cause{Kind: ProtocolError, Text: a.text, Advice: a.try, Proof: c.errorProof(), Spec: c.errorSection()}
	if c.Error.Name == a2a.InternalError || c.Error.Name == a2a.OtherError {
		out.Advice = c.suspect() + out.Advice
	}
	if other, _ := c.listedURL(); c.Error.Name == a2a.MethodNotFound && c.hasOtherPath(other) {
		out.Text = fmt.Sprintf("The agent does not know the method at %s; the card names %s for this binding.", shorten(pathOf(c.Exchange.URL)), shorten(other))
		out.Advice = "Send the call to the URL of the card."
	}
	out.Advice = c.retryAdvice(out.Advice)
	return out, true
}

// preferStatus reports whether the status says more than the error does: the error adds nothing, or servers use
// that error for any failure. It drops an error that was only derived from the status.
func (c *Case) preferStatus() bool {
	code, e := c.Exchange.Response.Status, c.Error
	if e.Message == binding.StatusLine(code) && (e.Name == a2a.TaskNotFound || !binding.OfA2A(e.Name)) {
		c.Error = nil
		return true
	}
	byStatus := e.Code == code && e.Name == binding.ByStatus(a2a.Identity{Op: a2a.Operation(c.Exchange.Labels.Op)}, code).Name
	switch {
	case code == http.StatusUnsupportedMediaType && wire.MediaType(c.Exchange.Request.Header) != c.media(): // the error may be about parts
		return true
	case code == http.StatusTooManyRequests: // some agents use codes for it that mean something else in A2A
		return true
	case byStatus && c.Exchange.Labels.Binding == string(a2a.JSONRPC): // JSON-RPC gives the status no meaning
		return true
	case e.Name == a2a.OtherError || e.Name == a2a.InternalError:
		return code == http.StatusServiceUnavailable
	case c.Exchange.Labels.Binding == string(a2a.JSONRPC):
		return false
	}
	noRoute := e.Name == a2a.TaskNotFound && page.IsNoRoute(e.Message)
	return byStatus && (noRoute || slices.Contains(decisiveStatuses, code))
}

// decisiveStatuses are HTTP statuses that say more than the error that HTTP+JSON maps them to.
var decisiveStatuses = []int{http.StatusBadRequest, http.StatusMethodNotAllowed, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// missingAdvice refines the advice for an error that says that something does not exist, by what the call names.
func (c *Case) missingAdvice(a advice) advice {
	call := c.Call.Call
	if c.Error.Name != a2a.TaskNotFound || call == nil {
		return a
	}
	switch {
	case isAboutNone(call) && c.Exchange.Labels.Binding != string(a2a.JSONRPC) && !c.namesError():
		return advice{"The agent answered that something does not exist, and the call names no task.", "Read the error's message; check in the agent's log what it looked for."}
	case isAboutNone(call):
		return advice{"The agent is at fault: it answered that it does not have the task, but the call names none.", "Check in the agent's log which task it looked for."}
	case call.Op == a2a.GetPushConfig || call.Op == a2a.DeletePushConfig || call.Op == a2a.ListPushConfigs:
		return advice{"The agent has no task with this id, or no such push notification configuration for the task.", "Get the task: if the agent knows it, the configuration is missing. It may have been deleted, or never been registered."}
	}
	return a
}

// isAboutNone reports whether a call neither names nor refers to a task.
func isAboutNone(c *a2a.Call) bool {
	task, _ := c.About()
	sends := c.Op == a2a.SendMessage || c.Op == a2a.SendStreamingMessage
	return task == "" && c.Push == nil && (sends && c.Message != nil && len(c.Message.References) == 0 || c.Op == a2a.GetExtendedCard || c.Op == a2a.ListTasks)
}

func (c *Case) errorProof() Proof {
	if reason := binding.Reason(c.Error.Name); c.ErrorAt == 0 && c.Error.Code == c.Exchange.Response.Status && c.Error.Code >= 400 && !strings.Contains(string(c.Error.Data), reason) {
		return c.statusProof() // we derived the name from the status
	}
	p := Proof{Place: Response, Text: "Error " + string(c.Error.Name)}
	if c.Error.Code != 0 {
		p.Text = fmt.Sprintf("Error %d %s", c.Error.Code, c.Error.Name)
	}
	if c.Exchange.Labels.Binding == string(a2a.GRPC) && !c.namesError() {
		p.Text = "Status " + grpc.StatusWord(strconv.Itoa(c.Error.Code))
	} else if c.Error.Name == a2a.OtherError {
		p.Text = strings.TrimSuffix(p.Text, " "+string(a2a.OtherError))
	}
	if said := c.Error.Message; said != "" {
		p.Text += ": “" + shorten(said) + "”"
	}
	if c.ErrorAt > 0 {
		p.Place, p.Event = Event, c.ErrorAt
	}
	return p
}

// errorSection returns the section that defines the error; JSON-RPC's own errors are in its specification.
func (c *Case) errorSection() string {
	switch c.Error.Name {
	case a2a.ParseError, a2a.InvalidRequest, a2a.MethodNotFound, a2a.InvalidParams, a2a.InternalError:
		if c.Exchange.Labels.Binding == string(a2a.JSONRPC) {
			return "JSON-RPC 2.0 §5.1"
		}
	}
	return c.sections().Errors
}

// judgeEmpty judges an empty response that no finding reports.
func judgeEmpty(c *Case) (Cause, bool) {
	if !words.HasFailed(&c.Exchange) || c.Exchange.Response.Status/100 != 2 {
		return Cause{}, false
	}
	out := Cause{Kind: EmptyAnswer, Text: "The answer does not say how the call ended.", Proof: c.statusProof(), Spec: c.sections().Envelope,
		Advice: "Check the agent's log and any proxy in between: one of them may have ended the answer before the agent wrote anything."}
	if words.IsEmptyAnswer(&c.Exchange) && c.Exchange.ResponseBytes == 0 {
		out.Text = "The agent ended the answer without any content."
	}
	if c.Exchange.Problem != "" {
		return c.endCause(EmptyAnswer, out.Text, out.Advice), true
	}
	return out, true
}
