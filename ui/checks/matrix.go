package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

// group is a column of the matrix: families of checks. The traffic that isShownBy accepts shows
// that an agent was judged by them.
type group struct {
	Name      string
	Families  []string
	isShownBy func(x *wire.Sample) bool
}

func groups() []group {
	op := func(x *wire.Sample) a2a.Operation { return a2a.Operation(x.Op) }
	is := func(all ...a2a.Operation) func(x *wire.Sample) bool {
		return func(x *wire.Sample) bool { return slices.Contains(all, op(x)) }
	}
	card, stream := is(a2a.GetCard, a2a.GetExtendedCard), is(a2a.SendStreamingMessage, a2a.SubscribeToTask)
	push := is(a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig)
	return []group{
		{"Card", []string{"CARD"}, card},
		{"Answers", []string{"RES", "RPC", "REST", "GRPC", "HTTP", "HDR", "FORM", "PROTO", "READ", "REQ"}, func(x *wire.Sample) bool { return x.Op != "" && !card(x) && x.Origin != wire.Push }},
		{"Streams", []string{"SSE", "STM", "ART"}, stream},
		{"Errors", []string{"ERR"}, func(x *wire.Sample) bool { return x.Error != "" || x.Status >= 400 && x.Origin != wire.Push }},
		{"Lists", []string{"LIST"}, is(a2a.ListTasks, a2a.ListPushConfigs)},
		{"Push", []string{"PUSH"}, func(x *wire.Sample) bool { return x.Origin == wire.Push || push(x) }},
	}
}

func (g *group) has(check string) bool {
	family, _, _ := strings.Cut(check, "-")
	return slices.Contains(g.Families, family)
}

// cell says how well an agent follows the rules of a group.
type cell struct {
	Group      string
	IsObserved bool
	Checks     int    // number of checks that the agent broke
	Notes      int    // number of checks with findings of severity info only
	Must       bool   // at least one is a MUST, or was found with severity error
	URL        string // URL of the list of exchanges that break the checks
}

// count returns how many checks the cell's link shows.
func (c cell) count() int { return cmp.Or(c.Checks, c.Notes) }

// sign returns the cell's state as a character, with words and a class. Findings have the sign and the colours that they
// have in Traffic.
func (c cell) sign() (sign, words, class string) {
	switch {
	case c.Must:
		return "▲", "the agent breaks " + part.Plural(c.Checks, "rule"), "worst-error"
	case c.Checks > 0:
		return "▲", "the agent breaks " + part.Plural(c.Checks, "rule") + ", no MUST", "worst-warning"
	case c.Notes > 0:
		return "·", "the agent breaks no rule; " + part.Plural(c.Notes, "rule") + " worth a look", "muted"
	case c.IsObserved:
		return "✓", "the agent broke no rule", "state-completed"
	}
	return "–", "not exercised", "muted"
}

type agentRow struct {
	Origin, Name string
	Cells        []cell
	Last         *examinationView // its last examination that ended, nil for none

	breaches []wire.Breach // checks that bytes of the agent broke
	samples  []wire.Sample
}

// maxAgents bounds the agents in the matrix. Those that broke the most checks stay.
const maxAgents = 30

// matrix returns a row for each agent; more is the number of agents that it leaves out. Muted
// checks do not count as broken. An agent that never answered has no row: it may not exist.
func (v *view) matrix(breaches []wire.Breach, samples []wire.Sample, last map[string]*examinationView, names map[string]string) (rows []agentRow, more int) {
	of := map[string]*agentRow{}
	row := func(origin string) *agentRow {
		if of[origin] == nil {
			of[origin] = &agentRow{Origin: origin, Name: cmp.Or(names[origin], record.HostOf(origin))}
		}
		return of[origin]
	}
	for _, x := range samples {
		if hasAnswer := x.Status > 0 || x.Origin == wire.Push; hasAnswer && x.Agent != "" {
			r := row(x.Agent)
			r.samples = append(r.samples, x)
		}
	}
	for origin, e := range last {
		row(origin).Last = e
		breaches = e.withBreaches(origin, breaches)
	}
	for _, b := range breaches {
		if b.Agent != "" && b.Severity != "" && !v.isMuted(b.Check) {
			r := row(b.Agent)
			r.breaches = append(r.breaches, b)
		}
	}
	for _, r := range of {
		rows = append(rows, *r)
	}
	slices.SortFunc(rows, func(a, b agentRow) int {
		return cmp.Or(-cmp.Compare(a.broken(), b.broken()), -cmp.Compare(len(a.breaches), len(b.breaches)), -cmp.Compare(len(a.samples), len(b.samples)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Origin, b.Origin))
	})
	more = max(len(rows)-maxAgents, 0)
	rows = rows[:len(rows)-more]
	for i, r := range rows {
		for _, g := range groups() {
			rows[i].Cells = append(rows[i].Cells, v.cell(g, r))
		}
	}
	slices.SortStableFunc(rows, func(a, b agentRow) int { return cmp.Compare(a.rank(), b.rank()) })
	return rows, more
}

// broken returns how many checks the agent broke.
func (r *agentRow) broken() (n int) {
	for _, b := range r.breaches {
		if b.ByAgent > 0 {
			n++
		}
	}
	return n
}

// rank sorts agents that answered calls before those of which only the card was read.
func (r *agentRow) rank() int {
	if r.onlyCard() {
		return 1
	}
	return 0
}

// onlyCard reports whether nothing but a card without findings was seen of the agent.
func (r *agentRow) onlyCard() bool {
	return len(r.breaches) == 0 && r.Last == nil && !slices.ContainsFunc(r.Cells[1:], func(c cell) bool { return c.IsObserved })
}

// called returns the agents of the matrix, and those of which only the card was seen. Where all are of the
// second kind, the matrix has them.
func (v *view) called() (rows, cards []agentRow) {
	i := slices.IndexFunc(v.Agents, func(r agentRow) bool { return r.onlyCard() })
	if i <= 0 {
		return v.Agents, nil
	}
	return v.Agents[:i], v.Agents[i:]
}

// maxTerms bounds the checks that a link names; beyond that it names families.
const maxTerms = 20

func (v *view) cell(g group, r agentRow) cell {
	c := cell{Group: g.Name, IsObserved: slices.ContainsFunc(r.samples, func(x wire.Sample) bool { return g.isShownBy(&x) }) || r.Last != nil && r.Last.hasTested(g)}
	var checks, families []string
	of := slices.DeleteFunc(slices.Clone(r.breaches), func(b wire.Breach) bool { return !g.has(b.Check) })
	for _, b := range of {
		if b.ByAgent > 0 {
			c.Checks++
		} else {
			c.Notes++
		}
	}
	for _, b := range of {
		if c.Checks > 0 && b.ByAgent == 0 {
			continue // the link leads to what is counted
		}
		of, _ := check.ByID(b.Check)
		c.Must = c.Must || b.ByAgent > 0 && (of.Level == check.Must || b.Severity == string(a2a.SeverityError))
		family, _, _ := strings.Cut(b.Check, "-")
		checks = append(checks, link.Term("finding", b.Check))
		if term := link.Term("finding", family+"-*"); !slices.Contains(families, term) {
			families = append(families, term)
		}
	}
	if len(checks) > maxTerms {
		checks = families
	}
	c.URL = v.trafficURL(strings.Join(append([]string{link.Term("agent", r.Origin)}, checks...), " "))
	return c
}

func (v *view) trafficURL(terms string) string {
	if v.Session != "" {
		terms += " " + link.Term("session", v.Session)
	}
	return link.Query{Text: terms, Probes: true}.URL("/traffic")
}

func (r row) fault() string {
	switch {
	case !r.isBroken():
		return ""
	case r.ByAgent > 0 && r.ByClient > 0:
		return "agent " + part.Count(r.ByAgent) + " · client " + part.Count(r.ByClient)
	case r.ByAgent > 0:
		return "agent"
	case r.ByClient > 0:
		return "client"
	}
	return ""
}
