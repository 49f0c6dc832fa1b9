package ui

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
)

// fakeExamination is the session of an examination.
const fakeExamination = "examination-1"

// fakeMatch supports the fields that the tests filter by.
func fakeMatch(q wire.Filter, x wire.Exchange) bool {
	if q.Session != "" && q.Session != x.Session || q.Task != "" && q.Task != x.Labels.Task && !(q.Task == "*" && x.Labels.Task != "") ||
		q.Link != "" && q.Link != x.Link || slices.Contains(q.ExcludedOrigins, x.Origin) || len(q.Origins) > 0 && !slices.Contains(q.Origins, x.Origin) {
		return false
	}
	if len(q.Agents) > 0 && !slices.Contains(q.Agents, x.Agent) {
		return false
	}
	if slices.Contains(q.Conditions, "failed") && !(record.Row{Exchange: x}).HasFailed() {
		return false
	}
	if slices.Contains(q.Conditions, "examined") && x.Session != fakeExamination || slices.ContainsFunc(q.Exclusions, func(w wire.Filter) bool { return fakeMatch(w, x) }) {
		return false
	}
	if len(q.Ops) > 0 && !slices.ContainsFunc(q.Ops, func(op string) bool { return strings.HasPrefix(strings.ToLower(x.Labels.Op), strings.ToLower(op)) }) {
		return false
	}
	if len(q.Outcomes) > 0 && !slices.Contains(q.Outcomes, x.Outcome) {
		return false
	}
	if len(q.Dialects) > 0 && !slices.Contains(q.Dialects, x.Labels.Dialect) || len(q.Bindings) > 0 && !slices.Contains(q.Bindings, x.Labels.Binding) {
		return false
	}
	if len(q.States) > 0 && !slices.ContainsFunc(q.States, func(s string) bool {
		return strings.EqualFold(strings.ReplaceAll(s, " ", "_"), strings.TrimPrefix(x.Labels.State, "TASK_STATE_"))
	}) {
		return false
	}
	for _, t := range q.Text {
		if !strings.Contains(x.Labels.Text+x.URL+x.ID+x.Labels.Task, t) {
			return false
		}
	}
	return true
}
