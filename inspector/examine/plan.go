package examine

import "github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"

// Plan is what an examination will do, said before it begins.
type Plan struct {
	Calls    int      // at most
	Messages []string // that are sent; once each, and some of them more often
	Unsent   int      // examples of the card that are not sent
	Rate     float64  // calls in a second, at most
	Budget   int
}

// Plan says what Run will do.
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
			p.Calls += len(p.Messages) // each may need an extension
		}
		p.Calls += reachProbe.calls + recheckProbe.calls
		if o.isFirstOfVersion(n) {
			p.Calls += cardProbe.calls
		}
		v, _ := registry.ByName(t.Version) // targets are of versions that are spoken
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
