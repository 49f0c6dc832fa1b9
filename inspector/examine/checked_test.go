package examine

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// TestEveryProbeHasACheck: in each version, a probe that can fail names a check that its failure breaks.
func TestEveryProbeHasACheck(t *testing.T) {
	for _, p := range append(slices.Clone(probes), reachProbe, cardProbe, recheckProbe) {
		if p.level == check.Info || p.name == "input-mode" { // always pass
			continue
		}
		for id := range strings.FieldsSeq(p.breaks) {
			if _, ok := check.ByID(id); !ok {
				t.Errorf("%s: there is no check %s", p.name, id)
			}
		}
		for _, v := range []a2a.Version{a2a.V01, a2a.V02, a2a.V03, a2a.V10} {
			s := &subject{target: Target{}}
			if s.target.Version = v; s.firstCheck(p.breaks) == "" {
				t.Errorf("%s has no check in %s: add one to its breaks", p.name, v)
			}
		}
	}
}
