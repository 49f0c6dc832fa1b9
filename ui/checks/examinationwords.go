package checks

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/ui/examination"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// barred reports whether the agent turned the console away for its credentials.
func (v *examined) barred() bool { return v.Report != nil && v.Report.Barred() }

// callsWord is how many calls were made.
func callsWord(l *examination.Look) string {
	if l.Report != nil {
		return part.Plural(l.Report.Calls, "call") + " in " + part.Took(l.Report.Took)
	}
	return part.Count(l.At.Done) + " of up to " + part.Plural(max(l.Plan.Calls, l.At.Done), "call")
}

// countsWord is how many lines have which other result.
func countsWord(groups []examination.Group) string {
	var out []string
	for _, g := range groups {
		out = append(out, part.Count(len(g.Lines))+" "+strings.ToLower(g.Title))
	}
	return strings.Join(out, " · ")
}

func reportURL(l *examination.Look, format string) string {
	return string(link.ExaminationURL(l.ID)) + "/report?format=" + format
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
	return part.Count(len(examination.Failing(lines))) + " failed · " + callsWord(l)
}
