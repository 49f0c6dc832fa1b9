package checks

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/examination"
)

// TestMatrix: an agent breaks a group, keeps it, or was not seen in it. Agents that never answered
// are left out, muted checks count as kept, and a link names what it counts.
func TestMatrix(t *testing.T) {
	v := &view{muted: []string{"RES-01"}}
	breaches := []wire.Breach{
		{Check: "SSE-22", Agent: "http://b", ByAgent: 2, Severity: "warning"},
		{Check: "CARD-05", Agent: "http://b", ByAgent: 1, Severity: "error"},
		{Check: "ERR-02", Agent: "http://b", ByAgent: 1, Severity: "warning"}, // a MUST, found with a milder severity
		{Check: "RES-01", Agent: "http://b", ByAgent: 9, Severity: "error"},
		{Check: "REQ-10", Agent: "http://a", ByClient: 3},
	}
	for i := range maxTerms + 1 {
		breaches = append(breaches, wire.Breach{Check: fmt.Sprintf("LIST-%02d", i), Agent: "http://b", Severity: "info"})
	}
	samples := []wire.Sample{
		{Agent: "http://a", Op: "GetAgentCard", Status: 200}, {Agent: "http://a", Op: "SendMessage", Status: 500},
		{Agent: "http://b", Op: "SendMessage", Status: 200},
		{Agent: "http://a", Origin: wire.Push}, {Agent: "http://a", Op: "SendStreamingMessage"},
		{Agent: "http://nobody", Op: "GetAgentCard"}, {Agent: "https://nobody", Op: "GetAgentCard"},
	}
	rows, more := v.matrix(breaches, samples, nil, map[string]string{"http://a": "Ada"})
	var got []string
	for _, r := range rows {
		line := r.Name
		for _, c := range r.Cells {
			sign, _, class := c.sign()
			if worst, ok := strings.CutPrefix(class, "worst-"); ok {
				sign += worst
			}
			line += fmt.Sprintf(" %s%s%d", c.Group, sign, c.count())
		}
		got = append(got, line)
	}
	want := "b Card▲error1 Answers✓0 Streams▲warning1 Errors▲error1 Lists·21 Push–0\nAda Card✓0 Answers✓0 Streams–0 Errors✓0 Lists–0 Push✓0"
	if all := strings.Join(got, "\n"); all != want || more != 0 {
		t.Errorf("%d more than\n%s\nwant\n%s", more, all, want)
	}
	if at := rows[0].Cells[2].URL; !strings.Contains(at, "SSE-22") || strings.Contains(at, "CARD") {
		t.Error(at)
	}
	if at := rows[0].Cells[4].URL; !strings.Contains(at, "LIST-%2A") || len(at) > 200 {
		t.Error(at)
	}
	for i := range 2 * maxAgents {
		samples = append(samples, wire.Sample{Agent: fmt.Sprint("http://agent-", i), Status: 200})
	}
	if rows, more = v.matrix(nil, samples, nil, nil); len(rows) != maxAgents || more != maxAgents+2 {
		t.Errorf("%d rows, %d more", len(rows), more)
	}
}

// TestAgentsWithTrafficComeFirst: agents of which only the card was read are listed apart from
// agents that were called. A finding of severity info is not the agent's fault.
func TestAgentsWithTrafficComeFirst(t *testing.T) {
	v := &view{}
	v.Agents, _ = v.matrix(
		[]wire.Breach{{Check: "RPC-16", Agent: "http://c", Severity: "info"}, {Check: "RPC-03", Agent: "http://c", ByAgent: 2, Severity: "error"}},
		[]wire.Sample{{Agent: "http://a", Op: "GetAgentCard", Status: 200}, {Agent: "http://b", Op: "SendMessage", Status: 200}, {Agent: "http://c", Op: "SendMessage", Status: 200}}, nil, nil)
	rows, cards := v.called()
	if len(rows) != 2 || rows[0].Origin != "http://c" || len(cards) != 1 || cards[0].Origin != "http://a" {
		t.Errorf("rows %v, cards %v", rows, cards)
	}
	if c := rows[0].Cells[1]; c.count() != 1 || strings.Contains(c.URL, "RPC-16") {
		t.Errorf("a note counts as broken: %+v", c)
	}
	if of := (row{Counts: wire.CheckCount{Exchanges: 48, Severity: "info"}, ByAgent: 48}).fault(); of != "" {
		t.Errorf("a note is the fault of %q", of)
	}
}

// examined returns the view of an examination that ended with the given results of checks.
func examined(id, agent string, checks ...verdict.Check) *examinationView {
	e := &examination.Examination{ID: id, Request: examination.Request{Agent: agent}, Started: time.Unix(1, 0)}
	return &examinationView{Snapshot: &examination.Snapshot{Examination: e, State: examination.Done, Report: &examine.Report{Checks: &verdict.Report{Checks: checks}}}}
}

// TestRowCountsLastExamination: an agent's row counts what its last examination found, each check once, but not
// what the console's own calls broke. An agent without traffic gets a row by its examination.
func TestRowCountsLastExamination(t *testing.T) {
	is := func(id string, r verdict.Result, byAgent bool) verdict.Check {
		c, _ := check.ByID(id)
		return verdict.Check{Check: c, Result: r, ByAgent: byAgent, In: 1, Severity: "error"}
	}
	v := &view{Examinations: []*examinationView{
		examined("new", "127.0.0.1:1", is("SSE-22", verdict.Fail, true), is("SSE-05", verdict.Fail, true), is("REQ-10", verdict.Fail, false), is("LIST-01", verdict.Pass, false)),
		examined("old", "http://127.0.0.1:1/.well-known/agent-card.json", is("CARD-01", verdict.Fail, true)),
		examined("other", "http://127.0.0.1:2", is("CARD-01", verdict.Pass, false)),
	}}
	v.Agents, _ = v.matrix([]wire.Breach{{Check: "SSE-22", Agent: "http://127.0.0.1:1", ByAgent: 8, Severity: "warning"}}, nil, v.lastExaminations(), nil)
	rows, cards := v.called()
	if len(rows) != 2 || len(cards) != 0 || rows[0].Last.ID != "new" || rows[1].Last.ID != "other" || !v.hasLast() {
		t.Fatalf("rows %+v, cards %+v", rows, cards)
	}
	line := ""
	for _, c := range rows[0].Cells {
		sign, _, _ := c.sign()
		line += fmt.Sprintf("%s%s%d ", c.Group, sign, c.count())
	}
	if want := "Card–0 Answers✓0 Streams▲2 Errors–0 Lists✓0 Push–0 "; line != want {
		t.Errorf("%s, want %s", line, want)
	}
	if last := lastOfKind(v.Examinations, examinationKinds[0]); len(last) != 2 || last[0].ID != "new" || last[1].ID != "other" || len(lastOfKind(v.Examinations, examinationKinds[2])) != 0 {
		t.Errorf("the form lists %v", last)
	}
	v.Session = "one"
	if last := v.lastExaminations(); len(last) != 0 {
		t.Errorf("a session's page has %v", last)
	}
}

// TestEachCheckHasAGroup: the matrix and the form of an examination leave out no check of agents.
func TestEachCheckHasAGroup(t *testing.T) {
	clients, inGroups := 0, 0
	for _, c := range check.All() {
		if (&verdict.Check{Check: c}).IsAboutClients() {
			clients++
		}
	}
	for _, g := range groupCounts() {
		if g.Checks == 0 {
			t.Errorf("%s has no check", g.Name)
		}
		inGroups += g.Checks
	}
	if clients+inGroups != len(check.All()) {
		t.Errorf("%d of clients and %d of agents, of %d", clients, inGroups, len(check.All()))
	}
}
