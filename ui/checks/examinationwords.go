package checks

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// barred reports whether the agent turned the console away for its credentials.
func (v *examined) barred() bool { return v.Report != nil && v.Report.Barred() }

// examinationsShown is how many examinations the list of checks has unfolded.
const examinationsShown = 5

// agentOf is who was examined.
func agentOf(l *examination.Look) string {
	if l.How.OfClient() {
		if c := l.How.Client; c != nil && c.Program != "" {
			return "the client " + c.Program
		}
		return "a client"
	}
	for _, known := range []string{"/.well-known/agent-card.json", "/.well-known/agent.json"} {
		if at, ok := strings.CutSuffix(l.How.Agent, known); ok {
			return at
		}
	}
	return l.How.Agent
}

// callsWord is how many calls were made.
func callsWord(l *examination.Look) string {
	if l.Report != nil {
		return part.Plural(l.Report.Calls, "call") + " in " + part.Took(l.Report.Took)
	}
	return part.Count(l.At.Done) + " of up to " + part.Plural(max(l.Plan.Calls, l.At.Done), "call")
}

func reportURL(l *examination.Look, format string) string {
	return link.ExaminationURL(l.ID) + "/report?format=" + format
}

// againURL is the form as it was filled in.
func againURL(l *examination.Look) string {
	q := url.Values{"budget": {strconv.Itoa(l.How.Budget)}, "rate": {rateWord(l.How.Rate)}}
	if l.How.Origin != "" {
		q.Set("agent", l.How.Origin)
	} else {
		q.Set("address", l.How.Agent)
	}
	for key, v := range map[string]string{"version": string(l.How.Version), "binding": string(l.How.Binding), "texts": strings.Join(l.How.Texts, "\n")} {
		if v != "" {
			q.Set(key, v)
		}
	}
	return "/checks/examine?" + q.Encode()
}

// examinedWord is what an examination came to, in a few words.
func examinedWord(l *examination.Look) string {
	if l.Report == nil {
		return ""
	}
	lines := examination.Lines(l.Report)
	said := part.Count(len(examination.Failing(lines))) + " failed · "
	if l.State != examination.Done {
		said += part.Count(untested(lines)) + " not tested · "
	}
	return said + callsWord(l)
}

// untested is how many lines apply and were not tested.
func untested(lines []examination.Line) (n int) {
	for i := range lines {
		if lines[i].Result == verdict.Skip {
			n++
		}
	}
	return n
}

// levels are failing lines by level, the strictest first.
func levels(lines []examination.Line) (out []examination.Group) {
	for _, l := range lines {
		if n := len(out); n == 0 || out[n-1].Title != string(l.Level) {
			out = append(out, examination.Group{Title: string(l.Level)})
		}
		g := &out[len(out)-1]
		g.Lines = append(g.Lines, l)
	}
	return out
}

// byLevel says how many lines are of which level.
func byLevel(lines []examination.Line) string {
	var out []string
	for _, g := range levels(lines) {
		out = append(out, part.Count(len(g.Lines))+" "+g.Title)
	}
	return ": " + strings.Join(out, ", ")
}

// groupWord is how many lines a group has: of a client's, its steps and the checks apart.
func groupWord(how examination.Ask, g examination.Group) string {
	said, steps := part.Count(len(g.Lines))+" "+strings.ToLower(g.Title), 0
	for i := range g.Lines {
		if !g.Lines[i].Check {
			steps++
		}
	}
	if !how.OfClient() || steps == 0 || steps == len(g.Lines) {
		return said
	}
	return said + ": " + part.Plural(steps, "step") + ", " + part.Plural(len(g.Lines)-steps, "check")
}

// groupID is the id of what a group has folded.
func groupID(g examination.Group) string {
	return "group-" + strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(g.Title))
}

// heading is what came of it, in a few words.
func (v *examined) heading() string {
	switch {
	case len(v.Failing) > 0:
		return part.Count(len(v.Failing)) + " failed" + byLevel(v.Failing)
	case v.Report.Untested() != "":
		return "Nothing was tested"
	case v.State != examination.Done:
		return "Nothing failed so far, " + part.Count(untested(v.Lines)) + " not tested"
	}
	return "Nothing failed"
}
