package cause

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// judgeMalformed judges a request that the agent could not read because it is not JSON.
func judgeMalformed(c *Case) (Cause, bool) {
	status := c.Exchange.Response.Status
	if status < 400 && c.Error == nil || slices.Contains(unreadStatuses, status) {
		return Cause{}, false
	}
	out := Cause{Kind: MalformedRequest, Spec: c.sections().Envelope}
	if c.EditProblem != "" {
		out.Text = "The request that was forwarded to the agent is not JSON: " + shorten(c.EditProblem) + "."
		out.Advice = "It was edited on its way, by hand or by a rule: correct that edit."
		out.Proof = Proof{Text: "Edited: " + shorten(c.EditProblem), Place: Request}
		return out, true
	}
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return f.Place == Request && (f.CutOff || f.jsonDeparture() != "") })
	if i < 0 {
		return Cause{}, false
	}
	f := c.Findings[i]
	if strings.HasPrefix(f.Message, notStrict) && c.Error != nil && c.Error.Name != a2a.ParseError && c.Error.Name != a2a.InvalidRequest {
		return Cause{}, false // the agent read it, although others would not
	}
	out.Text = "The request is not JSON: " + f.jsonDeparture() + "."
	if f.CutOff {
		out.Text = fmt.Sprintf("The request is an incomplete JSON document: it breaks off at byte %d.", f.Offset)
	}
	out.Advice = "Correct the request there and send it again: the agent could not read it."
	out.Proof = Proof{Text: f.name(), Place: Request}
	return out, true
}

// unreadStatuses are the statuses with which a server refuses a request before it parses the body.
var unreadStatuses = []int{
	http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusGone, http.StatusRequestEntityTooLarge,
	http.StatusUnsupportedMediaType, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
}

// Prefixes of findings about invalid JSON: about a document that cannot be read, and about one that can be
// repaired.
const (
	notJSON   = "Not JSON: "
	notStrict = "Not strict JSON: "
)

// name returns the check with its path, as lists of findings show it, without the path for a whole document.
func (f PlacedFinding) name() string {
	return "Finding " + strings.TrimSuffix(strings.TrimSpace(f.Check+" "+f.Path), " $")
}

// jsonDeparture says how a document departs from JSON, "" if the finding is about something else.
func (f PlacedFinding) jsonDeparture() string {
	for _, begins := range []string{notJSON, notStrict} {
		if how, ok := strings.CutPrefix(f.Message, begins); ok {
			return shorten(strings.TrimSuffix(how, "."))
		}
	}
	return ""
}

// judgeUnreadable judges a response that is not JSON. It precedes the state of the task, because
// strict clients cannot read that.
func judgeUnreadable(c *Case) (Cause, bool) {
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return f.Place != Request && !f.CutOff && f.jsonDeparture() != "" })
	if i < 0 {
		return Cause{}, false
	}
	return c.findingCause(c.Findings[i]), true
}

// judgeFindings takes a finding as the cause: one about a document that breaks off, else one about
// invalid JSON, else the first error.
func judgeFindings(c *Case) (Cause, bool) {
	i := slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return f.CutOff }) // may have caused the other findings
	if i < 0 {
		i = slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return f.jsonDeparture() != "" })
	}
	if i < 0 {
		i = slices.IndexFunc(c.Findings, func(f PlacedFinding) bool { return f.Severity == a2a.SeverityError })
	}
	if i < 0 {
		return Cause{}, false
	}
	return c.findingCause(c.Findings[i]), true
}

// adviceFor returns the advice of a finding's check, or a more exact one if the finding says what was expected.
func adviceFor(p a2a.Problem, ch check.Check) string {
	want, _, said := strings.Cut(strings.TrimPrefix(p.Message, "Expected "), ", got ")
	switch want {
	case "a string", "a number", "an integer", "an object", "an array", "true or false", "a boolean":
		if at := strings.TrimPrefix(strings.TrimPrefix(p.Path, "$"), "."); said && at != "" {
			return "Write " + want + " as " + shorten(at) + "."
		}
	}
	return ch.Fix(p.Cause)
}

func (c *Case) findingCause(f PlacedFinding) Cause {
	out := Cause{Kind: Finding, Spec: f.Spec, Proof: Proof{Text: f.name(), Place: f.Place, Event: f.Event},
		Advice: "Correct the side that wrote it, or tell its author."}
	out.Text = "The answer breaks a rule of the protocol: " + shorten(f.Message)
	if f.Place == Request {
		out.Text = "The request breaks a rule of the protocol: " + shorten(f.Message)
	}
	if how := f.jsonDeparture(); how != "" {
		out.Text = c.documentOf(f) + " is not JSON: " + how + ". Strict parsers refuse it."
	}
	if !strings.HasSuffix(out.Text, ".") {
		out.Text += "."
	}
	if s := c.Status; s != nil && !s.State.IsKnown() && strings.HasSuffix(f.Path, "status.state") {
		out.Proof.Text += ": " + shorten(string(s.State))
	}
	if ch, ok := check.ByID(f.Check); ok {
		out.Advice = adviceFor(f.Problem, ch)
		if out.Spec == "" && len(ch.Sections) > 0 {
			out.Spec = ch.Sections[0]
		}
	}
	if f.CutOff && f.Event > 0 {
		at := fmt.Sprintf("after %d bytes", f.Offset)
		if f.Offset == 0 {
			at = "before its content"
		}
		out.Proof.Text = fmt.Sprintf("Finding %s: event %d breaks off %s", f.Check, f.Event, at)
		out.Advice = "Find what stopped the writer: the log of the agent, or of a proxy in between, may show a crash or a timeout."
	}
	return out
}

func (c *Case) documentOf(f PlacedFinding) string {
	switch op := a2a.Operation(c.Exchange.Labels.Op); {
	case f.Place == Request:
		return "The request"
	case f.Event > 0:
		return fmt.Sprintf("Event %d", f.Event)
	case op == a2a.GetCard || op == a2a.GetExtendedCard:
		return "The card"
	}
	return "The answer"
}
