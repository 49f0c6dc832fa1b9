package examination

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// Line is the result of a probe or a check.
type Line struct {
	Name          string // name of the probe, or id of the check
	Interface     string // the probed interface, "" for a check or the agent as a whole
	IsCheck       bool
	Level         check.Level
	Result        verdict.Result
	Message       string // what was observed, or why there is no result
	Requirement   string // the rule of a check, or what a probe expects
	Fix           string
	Sections      string // sections of the specification
	Frequency     string
	Muted         string     // why it is muted, "" when it is not
	Breaks        []string   // checks that the exchanges of a probe break
	Probes        []Evidence // of a check: failed probes that it explains
	IsOwn         bool       // the console broke it on purpose
	Fault         string     // who breaks it in a recording: agent, client or both
	Places        []Place
	MoreExchanges int // number of exchanges beyond those of Places
}

// Place is where an exchange shows a result.
type Place struct {
	Exchange string
	Check    string // id of the check whose finding to show, "" for none
	Path     string // within the document
	Side     wire.Side
}

// maxPlaces bounds the places of a line.
const maxPlaces = 5

// Lines returns all results of a report, those of probes first; nil without a report.
func Lines(r *examine.Report) (out []Line) {
	if r == nil {
		return nil
	}
	for i := range r.Rows {
		out = append(out, lineOfRow(&r.Rows[i]))
	}
	if r.Checks != nil {
		for i := range r.Checks.Checks {
			l := lineOfCheck(&r.Checks.Checks[i])
			l.IsOwn = r.IsOwn(&r.Checks.Checks[i])
			out = append(out, l)
		}
	}
	return out
}

func lineOfRow(row *examine.Row) Line {
	l := Line{Name: row.Probe, Interface: row.Interface, Level: row.Level, Result: row.Result, Message: pageWording(row.Message), Requirement: row.Expectation, Breaks: row.Breaks}
	finding := ""
	if len(row.Breaks) > 0 {
		finding = row.Breaks[0]
	}
	for _, id := range row.Exchanges {
		l.add(Place{Exchange: id, Check: finding, Side: wire.Response})
	}
	return l
}

// pageWording replaces words of the command line in a message: a flag by the form field, and a verdict that repeats
// its sentence or calls a harmless fault a recovery.
func pageWording(says string) string {
	return strings.NewReplacer("give one with --text", "give one under Messages, in the form",
		"not touched: ", "", "recovered: The fault did no harm: the client", "unharmed: The client").Replace(says)
}

func lineOfCheck(c *verdict.Check) Line {
	l := Line{Name: c.ID, IsCheck: true, Level: c.Level, Result: c.Result, Message: c.Reason(), Requirement: c.Rule, Fix: c.Fix(), Sections: c.Section(), Muted: c.Muted}
	if c.ByAgent {
		l.Fault = "agent"
	}
	if c.ByClient {
		l.Fault = strings.TrimPrefix(l.Fault+" · client", " · ")
	}
	if len(c.Shown) > 0 {
		l.Frequency = c.FrequencyText()
	}
	for _, f := range c.Shown {
		if f.Exchange != "" {
			l.add(Place{Exchange: f.Exchange, Check: c.ID, Path: f.Path, Side: f.Side})
		}
	}
	for _, id := range c.Exchanges {
		l.add(Place{Exchange: id, Check: c.ID, Side: wire.Response})
	}
	l.MoreExchanges += c.More
	return l
}

// add adds a place, unless its exchange is already listed.
func (l *Line) add(p Place) {
	switch {
	case slices.ContainsFunc(l.Places, func(o Place) bool { return o.Exchange == p.Exchange }):
	case len(l.Places) < maxPlaces:
		l.Places = append(l.Places, p)
	default:
		l.MoreExchanges++
	}
}

// Group holds the lines that have one result.
type Group struct {
	Title string
	Class string // CSS class of its share of the bar, "" if it has none
	Lines []Line
}

// ID is the id of the group's element in the report.
func (g Group) ID() string {
	return "group-" + strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(g.Title))
}

// Shares returns the shares of a report's bar: what failed, passed or was not tested.
func Shares(lines []Line) []part.ResultShare {
	groups := append([]Group{{Title: "Failed", Class: "share-failed", Lines: Failing(lines)}}, GroupRest(lines)...)
	var out []part.ResultShare
	for _, g := range groups {
		if g.Class != "" {
			out = append(out, part.ResultShare{N: len(g.Lines), Word: strings.ToLower(g.Title), Class: g.Class})
		}
	}
	return out
}

// Evidence is what a probe showed, once for all interfaces that showed it.
type Evidence struct {
	Probe, Message string
	Interfaces     []string
}

// Text says which probe showed what, and where.
func (e Evidence) Text() string {
	said := "Shown by " + e.Probe + "."
	if e.Message != "" {
		said = "Shown by " + e.Probe + ": " + part.SentenceOf(e.Message)
	}
	if len(e.Interfaces) > 0 {
		said += " Seen in: " + strings.Join(e.Interfaces, ", ") + "."
	}
	return said
}

// addProbe adds what a failed probe showed.
func (l *Line) addProbe(p *Line) {
	at := slices.IndexFunc(l.Probes, func(e Evidence) bool { return e.Probe == p.Name && e.Message == p.Message })
	if at < 0 {
		at, l.Probes = len(l.Probes), append(slices.Clone(l.Probes), Evidence{Probe: p.Name, Message: p.Message})
	}
	if p.Interface != "" {
		e := &l.Probes[at]
		e.Interfaces = append(e.Interfaces, strings.TrimPrefix(p.Interface, "A2A "))
	}
}

// Failing returns the lines that fail and are not muted: those of a MUST first, and within a level those that most
// exchanges show. A failed probe whose exchanges break a check that fails, of the same level or a stricter one, counts
// with the check, which lists what the probe found.
func Failing(all []Line) []Line {
	out := slices.DeleteFunc(slices.Clone(all), func(l Line) bool { return l.Result != verdict.Fail || l.Muted != "" || l.IsOwn })
	ranks := map[check.Level]int{check.Must: 0, check.Should: 1, check.Info: 2}
	checks := map[string]int{}
	for i, l := range out {
		if l.IsCheck {
			checks[l.Name] = i
		}
	}
	explained := map[int]bool{}
	for i, l := range out {
		for _, id := range l.Breaks {
			if at, fails := checks[id]; fails && ranks[out[at].Level] <= ranks[l.Level] {
				out[at].addProbe(&l)
				explained[i] = true
				break
			}
		}
	}
	var kept []Line
	for i, l := range out {
		if !explained[i] {
			kept = append(kept, l)
		}
	}
	slices.SortStableFunc(kept, func(a, b Line) int {
		return cmp.Or(cmp.Compare(ranks[a.Level], ranks[b.Level]), cmp.Compare(len(b.Places)+b.MoreExchanges, len(a.Places)+a.MoreExchanges))
	})
	return kept
}

// GroupRest groups the lines that Failing leaves out by result, without empty groups.
func GroupRest(all []Line) []Group {
	out := []Group{{Title: "Broken by the console, on purpose"}, {Title: "Failed, and muted"}, {Title: "Passed", Class: "share-passed"}, {Title: part.Capital(examine.SkippedNoun), Class: "share-untested"}, {Title: "Not applicable"}}
	for _, l := range all {
		at := -1
		switch {
		case l.Result == verdict.Fail && l.IsOwn:
			at = 0
		case l.Result == verdict.Fail && l.Muted != "":
			at = 1
		case l.Result == verdict.Pass:
			at = 2
		case l.Result == verdict.Skip:
			at = 3
		case l.Result == verdict.NotApplicable:
			at = 4
		}
		if at >= 0 {
			out[at].Lines = append(out[at].Lines, l)
		}
	}
	return slices.DeleteFunc(out, func(g Group) bool { return len(g.Lines) == 0 })
}

// Title returns the line's name, with the interface if it has one.
func (l *Line) Title() string { return strings.TrimSuffix(l.Name+" of "+l.Interface, " of ") }
