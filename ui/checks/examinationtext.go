package checks

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

func (v *examinationView) barred() bool { return v.Report != nil && v.Report.NeedsCredentials() }

// maxUnfolded is how many examinations the Checks page shows without folding.
const maxUnfolded = 5

// agentOf returns what was examined: the address of an agent, a client, or the title of a session.
func agentOf(l *examination.Snapshot) string {
	if l.Request.Session != "" {
		return l.Request.Title
	}
	if l.Request.IsOfClient() {
		if c := l.Request.Client; c != nil && c.Program != "" {
			return "the client " + c.Program
		}
		return "a client"
	}
	for _, known := range []string{"/.well-known/agent-card.json", "/.well-known/agent.json"} {
		if at, ok := strings.CutSuffix(l.Request.Agent, known); ok {
			return at
		}
	}
	return l.Request.Agent
}

func (v *examinationView) title() string {
	name := v.Name
	if v.Request.IsOfClient() {
		name = ""
		if c := v.Request.Client; c != nil {
			name = c.Program
		}
	}
	return v.Request.Phrase(part.Short(name, 100))
}

// faults describes the faults of a chaos run, and says whose client had to cope with them.
func (v *examinationView) faults() string {
	c := v.Request.Chaos
	out := "all faults"
	if n := len(c.Presets); n > 0 {
		out = part.Plural(n, "fault")
	}
	if c.ByClient {
		return out + ", with a client that you started"
	}
	return out + ", with the console's client"
}

// maxSteps bounds the steps or conversations that are listed until they are over.
const maxSteps = 60

func reportURL(l *examination.Snapshot, format string) string {
	return link.ExaminationURL(l.ID) + "/report?format=" + format
}

// repeatURL returns the URL of the form that starts the same examination again, filled in.
func repeatURL(l *examination.Snapshot) string {
	if l.Request.Session != "" {
		return "/checks?" + url.Values{"session": {l.Request.Session}}.Encode()
	}
	q, do := url.Values{}, "examine"
	set := func(key, v string) {
		if v != "" && v != "0" {
			q.Set(key, v)
		}
	}
	set("version", string(l.Request.Version))
	set("binding", string(l.Request.Binding))
	set("limit", secondsOf(l.Request.Limit))
	set("texts", strings.Join(l.Request.Texts, "\n"))
	if set("agent", l.Request.Origin); l.Request.Origin == "" {
		set("address", l.Request.Agent)
	}
	switch c := l.Request.Chaos; l.Request.Kind() {
	case "client":
		if do = "client"; l.Request.Client != nil {
			q["step"] = l.Request.Client.Steps
		}
	case "chaos":
		do = "chaos"
		for _, name := range c.Presets {
			if _, ok := preset.Find(name); ok { // the command line also has rules without a preset
				q.Add("preset", name)
			}
		}
		set("times", strconv.Itoa(c.Times))
		set("seed", strconv.FormatInt(c.Seed, 10))
		if c.ByClient {
			set("by", "client")
		}
	default:
		set("budget", strconv.Itoa(l.Request.Budget))
		set("rate", rateWord(l.Request.Rate))
	}
	return "/checks/" + do + "?" + q.Encode()
}

func examinedWord(l *examination.Snapshot) string {
	if l.Report == nil {
		return ""
	}
	if l.State == examination.Done {
		return l.CallText()
	}
	return endedWord(l) + " · " + l.CallText()
}

// endedWord says how far an examination came that did not run to its end, or whose faults did not occur everywhere; ""
// for others.
func endedWord(l *examination.Snapshot) string {
	switch {
	case l.Report == nil:
		return ""
	case l.State == examination.Done && l.Report.Chaos && untested(examination.Lines(l.Report)) > 0:
		return testedWord(l)
	case l.State == examination.Done:
		return ""
	}
	return fmt.Sprintf("%s failed · %s %s", part.Count(l.FailingCount()), part.Count(untested(examination.Lines(l.Report))), examine.SkippedNoun)
}

// testedWord says in how many conversations of a chaos run a fault occurred.
func testedWord(l *examination.Snapshot) string {
	lines := examination.Lines(l.Report)
	return part.Count(len(lines)-untested(lines)) + " of " + part.Plural(len(lines), "conversation") + " tested"
}

// untested counts the lines that apply but were not tested.
func untested(lines []examination.Line) (n int) {
	for i := range lines {
		if lines[i].Result == verdict.Skip {
			n++
		}
	}
	return n
}

// levels groups failing lines by level, the strictest first.
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

// failingGroups groups what failed: of a recording by the side at fault, the agent first; else by level.
func (v *examinationView) failingGroups() (out []examination.Group) {
	if !v.Report.Recording {
		out = levels(v.Failing)
		for i := range out {
			out[i].Title = "Failed, " + out[i].Title
		}
		return out
	}
	for _, side := range [][2]string{{"agent", "Broken by the agent"}, {"agent · client", "Broken by both sides"}, {"client", "Broken by the client"}, {"", "Broken"}} {
		g := examination.Group{Title: side[1]}
		for _, l := range v.Failing {
			if l.Fault == side[0] {
				g.Lines = append(g.Lines, l)
			}
		}
		if len(g.Lines) > 0 {
			out = append(out, g)
		}
	}
	return out
}

// scope says what the results are of, because an examination has more of them than there are checks.
func (v *examinationView) scope() string {
	r := v.Report
	if r.Checks == nil || len(r.Rows) == 0 {
		return ""
	}
	said := "Results of " + part.Plural(len(r.Checks.Checks), "check") + " and " + part.Plural(len(r.Rows), r.Noun())
	if n := len(r.Interfaces); n > 0 && !r.Client {
		said += " on " + part.Plural(n, "interface")
	}
	said += "."
	shown := len(v.Failing)
	for _, g := range v.OtherGroups {
		shown += len(g.Lines)
	}
	if n := len(v.Lines) - shown; n > 0 {
		said += " Not counted separately: " + part.Plural(n, "failed "+r.Noun()) + " that a broken check explains."
	}
	if n := r.Checks.Judged - r.Calls; n > 0 && !r.Client {
		said += " The session has " + part.Plural(n, "more exchange") + ": push notifications, requests for the card, and calls that cancel open tasks."
	}
	return said
}

// earlyEnd says why the examination ended early.
func (v *examinationView) earlyEnd() string {
	rest := part.Capital(v.Report.Noun()) + "s not reached are marked " + examine.SkippedNoun + "."
	if strings.HasSuffix(v.Report.Stopped, " was stopped") { // by a person
		return "Stopped. " + rest
	}
	return part.SentenceOf("Ended early: "+v.Report.Stopped) + " " + rest
}

func byLevel(lines []examination.Line) string {
	var out []string
	for _, g := range levels(lines) {
		out = append(out, part.Count(len(g.Lines))+" "+g.Title)
	}
	return ": " + strings.Join(out, ", ")
}

// groupWord says how many lines a group has. For a client it counts steps and checks separately.
func groupWord(how examination.Request, g examination.Group) string {
	said, steps := part.Count(len(g.Lines))+" "+strings.ToLower(g.Title), 0
	for i := range g.Lines {
		if !g.Lines[i].IsCheck {
			steps++
		}
	}
	if !how.IsOfClient() || steps == 0 || steps == len(g.Lines) {
		return said
	}
	return said + ": " + part.Plural(steps, "step") + ", " + part.Plural(len(g.Lines)-steps, "check")
}

func (v *examinationView) heading() string {
	switch {
	case len(v.Failing) > 0 && v.Report.Chaos: // conversations have no levels
		return part.Count(len(v.Failing)) + " failed"
	case len(v.Failing) > 0:
		return part.Count(len(v.Failing)) + " failed" + byLevel(v.Failing)
	case v.Report.Untested() != "":
		return "Nothing was tested"
	case v.State != examination.Done:
		return "Nothing failed so far, " + part.Count(untested(v.Lines)) + " " + examine.SkippedNoun
	}
	return "Nothing failed"
}
