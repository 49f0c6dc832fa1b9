package judge

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// Tally counts, of the exchanges of a recording, where each check applied and where it
// was met. The zero Tally is empty. Not safe for concurrent use.
type Tally struct {
	counts map[string]Count
}

// Count is in how many exchanges a check applied: the version, the binding and the
// operation are its own; and in how many it was met: what it is about was there, too.
type Count struct {
	Applied, Met int
}

// Of is the count of a check.
func (t *Tally) Of(id string) Count { return t.counts[id] }

// add counts an exchange that is over, with what was known when it began: where and when
// of each check name what it has to be and to have. nil counts nothing.
func (t *Tally) add(v *view) {
	if t == nil {
		return
	}
	met := make(map[string]bool, len(conditions))
	all := func(names []string) bool {
		return !slices.ContainsFunc(names, func(name string) bool {
			is, known := met[name]
			if !known {
				holds := vocabulary()[name] // TestOccasions names one that there is not
				is = holds != nil && holds(v)
				met[name] = is
			}
			return !is
		})
	}
	if t.counts == nil {
		t.counts = make(map[string]Count, len(check.All()))
	}
	list := check.All()
	for i := range list {
		c := &list[i]
		if !all(c.Where) || !slices.ContainsFunc(v.Identity.Versions, c.HoldsIn) {
			continue
		}
		n := t.counts[c.ID]
		n.Applied++
		if holdsIn(c, v.readIn()) && all(c.When) {
			n.Met++
		}
		t.counts[c.ID] = n
	}
}

// readIn is the versions whose rules an exchange is held to: of a card for several, the
// newest.
func (v *view) readIn() []a2a.Version {
	all := v.Identity.Versions
	if v.Identity.Op == a2a.GetCard && len(all) > 1 {
		return all[len(all)-1:]
	}
	return all
}
