package examine

import "github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"

// Plan is what an examination would do.
type Plan struct {
	Calls    int      // at most
	Messages []string // each is sent at least once
	Unsent   int      // number of the card's examples that exceed maxExamples
	Rate     float64  // maximum calls per second
	Budget   int
}

// Plan returns what Run would do.
func (o Options) Plan() Plan {
	o = o.withDefaults()
	p := Plan{Rate: o.Rate, Budget: o.Budget}
	for _, m := range o.messages() {
		if m.media == "" {
			p.Messages = append(p.Messages, m.text)
		}
	}
	p.Unsent = o.unsentCount()
	p.Calls = cardFetches + len(p.Messages)
	for n, t := range o.Targets {
		if n == 0 && len((&subject{target: t}).optionalExtensions()) > 0 {
			p.Calls += len(p.Messages) // each may need a second call with extensions
		}
		p.Calls += reachProbe.calls + recheckProbe.calls
		if o.isFirstOfVersion(n) {
			p.Calls += cardProbe.calls
		}
		v, _ := registry.ByName(t.Version) // targets only have known versions
		s := &subject{exam: &exam{Options: o}, target: t, version: v}
		for i := range probes {
			if probes[i].inapplicableReason == nil || probes[i].inapplicableReason(s) == "" {
				p.Calls += probes[i].calls
			}
		}
	}
	if len(p.Messages) == 0 {
		p.Messages = []string{fallbackText}
	}
	p.Calls = min(p.Calls, o.Budget)
	return p
}
