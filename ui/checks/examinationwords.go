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
	if l.How.Session != "" {
		return l.How.Title
	}
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

// title is what was examined.
func (v *examined) title() string {
	name := v.Name
	if v.How.OfClient() {
		name = ""
		if c := v.How.Client; c != nil {
			name = c.Program
		}
	}
	return v.How.Called(part.Short(name, 100))
}

// faults are under which a run of chaos held how many conversations, by whom.
func (v *examined) faults() string {
	c := v.How.Chaos
	out := "all faults"
	if n := len(c.Presets); n > 0 {
		out = part.Plural(n, "fault")
	}
	if c.ByClient {
		return out + ", with a client that you started"
	}
	return out + ", with the console's client"
}

// stepsShown is how many steps or conversations are listed while they are taken.
const stepsShown = 60

// callsWord is how many calls were made, or exchanges judged, and how long that took.
func callsWord(l *examination.Look) string {
	if l.Report != nil {
		return l.Counted() + " in " + part.Took(l.Report.Took)
	}
	return l.Counted()
}

func reportURL(l *examination.Look, format string) string {
	return link.ExaminationURL(l.ID) + "/report?format=" + format
}

// againURL is the form as it was filled in.
func againURL(l *examination.Look) string {
	if l.How.Session != "" {
		return "/checks?" + url.Values{"session": {l.How.Session}}.Encode()
	}
	q, do := url.Values{}, "examine"
	set := func(key, v string) {
		if v != "" && v != "0" {
			q.Set(key, v)
		}
	}
	set("version", string(l.How.Version))
	set("binding", string(l.How.Binding))
	set("limit", secondsOf(l.How.Limit))
	set("texts", strings.Join(l.How.Texts, "\n"))
	if set("agent", l.How.Origin); l.How.Origin == "" {
		set("address", l.How.Agent)
	}
	switch c := l.How.Chaos; l.How.Kind() {
	case "client":
		if do = "client"; l.How.Client != nil {
			q["step"] = l.How.Client.Steps
		}
	case "chaos":
		do, q["preset"] = "chaos", c.Presets
		set("times", strconv.Itoa(c.Times))
		set("seed", strconv.FormatInt(c.Seed, 10))
		if c.ByClient {
			set("by", "client")
		}
	default:
		set("budget", strconv.Itoa(l.How.Budget))
		set("rate", rateWord(l.How.Rate))
	}
	return "/checks/" + do + "?" + q.Encode()
}

// examinedWord is what an examination came to, in a few words.
func examinedWord(l *examination.Look) string {
	if l.Report == nil {
		return ""
	}
	lines := examination.Lines(l.Report)
	said := part.Count(len(examination.Failing(lines))) + " failed · "
	if l.State != examination.Done {
		said += part.Count(untested(lines)) + " " + l.Report.Skipped() + " · "
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

// heading is what came of it, in a few words.
func (v *examined) heading() string {
	switch {
	case len(v.Failing) > 0:
		return part.Count(len(v.Failing)) + " failed" + byLevel(v.Failing)
	case v.Report.Untested() != "":
		return "Nothing was tested"
	case v.State != examination.Done:
		return "Nothing failed so far, " + part.Count(untested(v.Lines)) + " " + v.Report.Skipped()
	}
	return "Nothing failed"
}
