package checks

import (
	"cmp"
	"context"
	"slices"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// examinations returns the newest examinations, newest first.
func (s *Screen) examinations(ctx context.Context) (out []*examinationView, err error) {
	names, err := s.Names(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.Examinations.Snapshots(ctx)
	for _, l := range all {
		out = append(out, newView(l, names))
	}
	return out, err
}

// lastExaminations returns the last examination of each agent that ended with results, by the agent's origin.
func (v *view) lastExaminations() map[string]*examinationView {
	out := map[string]*examinationView{}
	if v.Session != "" { // the page is about one recording
		return out
	}
	for _, e := range v.Examinations { // newest first
		if e.Request.Kind() != "agent" || !e.IsOver() || e.Report == nil || e.Report.Checks == nil {
			continue
		}
		if origin := e.origin(); origin != "" && out[origin] == nil {
			out[origin] = e
		}
	}
	return out
}

// maxLast bounds the examinations that a form lists.
const maxLast = 10

// lastOfKind returns the newest examinations of a kind: one of each agent, or the newest of clients.
func lastOfKind(all []*examinationView, kind examinationKind) (out []*examinationView) {
	for _, e := range all {
		isOther := !kind.Agent || !slices.ContainsFunc(out, func(o *examinationView) bool { return o.origin() == e.origin() })
		if e.Request.Kind() == kind.Name && isOther && len(out) < maxLast {
			out = append(out, e)
		}
	}
	return out
}

// origin returns the origin of the examined agent, "" for a client, a session and an address without one.
func (v *examinationView) origin() string {
	return cmp.Or(v.Request.Origin, wire.OriginOf(cmp.Or(inspector.FirstAddress(v.Request.Agent), v.Request.Agent)))
}

// withBreaches returns breaches with the checks that the examined agent broke.
func (v *examinationView) withBreaches(origin string, breaches []wire.Breach) []wire.Breach {
	breaches = slices.Clone(breaches)
	for _, c := range v.Report.Checks.Checks {
		if c.Result != verdict.Fail || !c.ByAgent {
			continue
		}
		at := slices.IndexFunc(breaches, func(b wire.Breach) bool { return b.Agent == origin && b.Check == c.ID })
		switch found := (wire.Breach{Check: c.ID, Agent: origin, ByAgent: c.In, Severity: string(c.Severity)}); {
		case at < 0:
			breaches = append(breaches, found)
		case breaches[at].ByAgent == 0: // only notes, or only the client's
			breaches[at] = found
		}
	}
	return breaches
}

// hasTested reports whether the examination has a result for a check of the group.
func (v *examinationView) hasTested(g group) bool {
	return slices.ContainsFunc(v.Report.Checks.Checks, func(c verdict.Check) bool {
		return g.has(c.ID) && (c.Result == verdict.Pass || c.Result == verdict.Fail)
	})
}

// hasLast reports whether an agent of the matrix was examined.
func (v *view) hasLast() bool {
	return slices.ContainsFunc(v.Agents, func(r agentRow) bool { return r.Last != nil })
}
