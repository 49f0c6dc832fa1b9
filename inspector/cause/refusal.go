package cause

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// judgeRefusal judges an error that blames the request, if a finding shows what is wrong with the request. The error
// alone would only allow a guess.
func judgeRefusal(c *Case) (Cause, bool) {
	checks, coded := []string(nil), c.Error != nil && c.Error.Name != a2a.OtherError
	if coded {
		checks = refusals[c.Error.Name]
	}
	aboutStory := coded && (c.Error.Name == a2a.InvalidRequest || c.Error.Name == a2a.InvalidParams)
	status := slices.Contains([]int{http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}, c.Exchange.Response.Status)
	task := coded && (c.Error.Name == a2a.TaskNotFound || c.Error.Name == a2a.TaskNotCancelable)
	fits := func(f PlacedFinding) bool {
		ofError := slices.ContainsFunc(checks, func(of string) bool { return strings.HasPrefix(f.Check, of) }) || task && c.namesTask(f) ||
			slices.Contains(routingChecks, f.Check) && slices.Contains([]int{http.StatusNotFound, http.StatusGone, http.StatusMethodNotAllowed}, c.Exchange.Response.Status)
		return f.Place == Request && (ofError || status && !coded) && (aboutStory || !slices.Contains(sequenceChecks, f.Check))
	}
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool {
		tells := f.Severity == a2a.SeverityError || strings.HasPrefix(f.Check, "HDR-") || strings.HasPrefix(f.Check, "FORM-") || slices.Contains(routingChecks, f.Check) || strings.HasSuffix(f.Message, requiredMissing)
		return fits(f) && tells
	})
	if i < 0 { // some agents refuse what others accept
		i = slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return coded && fits(f) && f.Check != "REQ-23" }) // an agent may have its own methods
	}
	if i < 0 {
		return Cause{}, false
	}
	return c.findingCause(c.Findings[i]), true
}

// sequenceChecks compare a request with earlier ones; a request that fails them can still be read.
var sequenceChecks = []string{"REQ-16", "REQ-17", "REQ-18", "REQ-19"}

// routingChecks find a method or path that does not fit the request's operation.
var routingChecks = []string{"RPC-01", "REST-16"}

// judgeUntrueRefusal judges a refusal that the request contradicts.
func judgeUntrueRefusal(c *Case) (Cause, bool) {
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return f.Place != Request && f.Check == "ERR-20" })
	if i < 0 {
		return Cause{}, false
	}
	out := c.findingCause(c.Findings[i])
	out.Text = agentOrServer + " is at fault: " + strings.TrimSuffix(shorten(c.Findings[i].Message), ".") + "."
	return out, true
}

// requiredMissing is the end of the message of each finding about a missing required member. Some agents do
// without the member.
const requiredMissing = "is required and is missing."

// refusals are the errors that blame the request, with the prefixes of checks that may show why.
var refusals = map[a2a.ErrorName][]string{
	a2a.ParseError:               {"RPC-", "REQ-", "RES-", "REST-", "GRPC-", "FORM-", "HTTP-03"},
	a2a.InvalidRequest:           {"RPC-", "REQ-", "RES-", "REST-", "GRPC-", "FORM-", "PUSH-", "LIST-", "HDR-", "HTTP-03"},
	a2a.InvalidParams:            {"RPC-", "REQ-", "RES-", "REST-", "GRPC-", "FORM-", "PUSH-", "LIST-", "HTTP-03"},
	a2a.MethodNotFound:           {"REQ-", "REST-", "GRPC-", "HDR-01", "HDR-02", "HDR-03", "HDR-04"},
	a2a.ContentTypeNotSupported:  {"RPC-02", "REQ-", "REST-", "GRPC-", "HTTP-03"},
	a2a.ExtensionSupportRequired: {"HDR-05", "HDR-07"},
	a2a.VersionNotSupported:      {"HDR-01", "HDR-02", "HDR-03", "HDR-04"},
}

// taskPaths are the paths of a task's id in findings: in params of JSON-RPC, in the message of gRPC or the body of
// HTTP+JSON, and in the URL's path.
var taskPaths = []string{
	"$.params.id", "$.params.taskId", "$.params.message.taskId",
	"$.id", "$.taskId", "$.message.taskId", "$.request.taskId", "$.name", "$.parent",
	"/{task}",
}

// namesTask reports whether a finding of the request is about the id of a task.
func (c *Case) namesTask(f PlacedFinding) bool {
	l := c.Exchange.Labels
	switch {
	case f.Path == "$.id" && l.Binding == string(a2a.JSONRPC): // of the call
		return false
	case strings.HasSuffix(f.Path, ".id") && c.version().Form == version.Wrapped && strings.HasSuffix(l.Op, "PushNotificationConfig"): // of the push configuration
		return false
	}
	return slices.Contains(taskPaths, f.Path)
}

// suspect says what is wrong with the request, or returns "". This may explain a failure for which the agent
// gives no reason.
func (c *Case) suspect() string {
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool {
		return f.Place == Request && (f.Severity == a2a.SeverityError || strings.HasSuffix(f.Message, requiredMissing))
	})
	if i < 0 {
		return ""
	}
	return "The request breaks a rule, which may be why: " + strings.TrimSuffix(shorten(c.Findings[i].Message), ".") + ". "
}
