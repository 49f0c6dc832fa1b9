package cause

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// judgeRefusal judges an error that says that the request is wrong, where something wrong with it was
// found: what an error alone means is only a guess.
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
		return f.Place == Request && (ofError || status && !coded) && (aboutStory || !slices.Contains(storyChecks, f.Check))
	}
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool {
		tells := f.Severity == a2a.SeverityError || strings.HasPrefix(f.Check, "HDR-") || strings.HasPrefix(f.Check, "FORM-") || slices.Contains(routingChecks, f.Check) || strings.HasSuffix(f.Message, requiredMissing)
		return fits(f) && tells
	})
	if i < 0 { // what some agents take, others refuse
		i = slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return coded && fits(f) && f.Check != "REQ-23" }) // an agent may have methods of its own
	}
	if i < 0 {
		return Cause{}, false
	}
	return c.findingCause(c.Findings[i]), true
}

// storyChecks are the checks that hold a request against others before it: it can be read all the same.
var storyChecks = []string{"REQ-16", "REQ-17", "REQ-18", "REQ-19"}

// routingChecks are the checks by which a request has another method or path than its operation.
var routingChecks = []string{"RPC-01", "REST-16"}

// judgeUntrueRefusal judges a refusal that the request shows to be untrue.
func judgeUntrueRefusal(c *Case) (Cause, bool) {
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return f.Place != Request && f.Check == "ERR-20" })
	if i < 0 {
		return Cause{}, false
	}
	out := c.findingCause(c.Findings[i])
	out.Text = agentOrServer + " is at fault: " + strings.TrimSuffix(shorten(c.Findings[i].Message), ".") + "."
	return out, true
}

// requiredMissing ends what is said of a member that is missing, which some agents do without.
const requiredMissing = "is required and is missing."

// refusals are the errors that say that the request is wrong, with how the checks begin that tell
// what may be meant.
var refusals = map[a2a.ErrorName][]string{
	a2a.ParseError:               {"RPC-", "REQ-", "RES-", "REST-", "GRPC-", "FORM-", "HTTP-03"},
	a2a.InvalidRequest:           {"RPC-", "REQ-", "RES-", "REST-", "GRPC-", "FORM-", "PUSH-", "LIST-", "HDR-", "HTTP-03"},
	a2a.InvalidParams:            {"RPC-", "REQ-", "RES-", "REST-", "GRPC-", "FORM-", "PUSH-", "LIST-", "HTTP-03"},
	a2a.MethodNotFound:           {"REQ-", "REST-", "GRPC-", "HDR-01", "HDR-02", "HDR-03", "HDR-04"},
	a2a.ContentTypeNotSupported:  {"RPC-02", "REQ-", "REST-", "GRPC-", "HTTP-03"},
	a2a.ExtensionSupportRequired: {"HDR-05", "HDR-07"},
	a2a.VersionNotSupported:      {"HDR-01", "HDR-02", "HDR-03", "HDR-04"},
}

// taskPaths are where findings say that the id of a task stands: in params of JSON-RPC, in the
// message of gRPC or the body of HTTP+JSON, and in its path.
var taskPaths = []string{
	"$.params.id", "$.params.taskId", "$.params.message.taskId",
	"$.id", "$.taskId", "$.message.taskId", "$.request.taskId", "$.name", "$.parent",
	"/{task}",
}

// namesTask reports whether a finding of the request is about the id of a task.
func (c *Case) namesTask(f PlacedFinding) bool {
	l := c.Exchange.Labels
	switch {
	case f.Path == "$.id" && l.Binding == string(a2a.JSONRPC): // the call's
		return false
	case strings.HasSuffix(f.Path, ".id") && c.version().Form == version.Wrapped && strings.HasSuffix(l.Op, "PushNotificationConfig"): // the config's
		return false
	}
	return slices.Contains(taskPaths, f.Path)
}

// suspect says what is wrong with the request where the agent failed for a reason that it does
// not tell: that may be why. It is "" where nothing is.
func (c *Case) suspect() string {
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool {
		return f.Place == Request && (f.Severity == a2a.SeverityError || strings.HasSuffix(f.Message, requiredMissing))
	})
	if i < 0 {
		return ""
	}
	return "The request breaks a rule, which may be why: " + strings.TrimSuffix(shorten(c.Findings[i].Message), ".") + ". "
}
