package cause

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

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
		out.Says = fmt.Sprintf("The request is an incomplete JSON document: it breaks off at byte %d.", f.Offset)
	}
	out.Try = "Correct the request there and send it again: the agent could not read it."
	out.Proof = Proof{Says: f.name(), Place: Request}
	return out, true
}

// What is said of a document that is not JSON begins so: of one that cannot be read, and of one
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

// unreadable judges an answer that is not JSON: strict clients get no further, so whatever else
// it says comes after that.
func unreadable(c *Case) (Cause, bool) {
	i := slices.IndexFunc(c.Found, func(f Found) bool { return f.Place != Request && !f.CutOff && f.strays() != "" })
	if i < 0 {
		return Cause{}, false
	}
	return c.finding(c.Found[i]), true
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

// finding is a finding as the cause.
func (c *Case) finding(f Found) Cause {
	out := Cause{Kind: Finding, Spec: f.Spec, Proof: Proof{Says: f.name(), Place: f.Place, Event: f.Event},
		Try: "Correct the side that wrote it, or tell its author."}
	out.Says = "The answer breaks a rule of the protocol: " + short(f.Message)
	if f.Place == Request {
		out.Says = "The request breaks a rule of the protocol: " + short(f.Message)
	}
	if how := f.strays(); how != "" {
		out.Says = c.documentOf(f) + " is not JSON: " + how + ". Strict parsers refuse it."
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

// documentOf is the document that a finding is about.
func (c *Case) documentOf(f Found) string {
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
