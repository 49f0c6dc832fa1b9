package judge

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

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

//go:embed occasions.tsv
var occasionsText string

// occasion is what an exchange has to be and to have for a check to be met there. A check
// without when is found by other means than a recording.
type occasion struct {
	check string
	words []string // of where
	where []int    // numbers of conditions
	when  []int
	told  bool
}

// occasions is the table, and the conditions that it names.
type occasions struct {
	rows  []occasion
	names []condition
}

var occasioned = sync.OnceValue(func() occasions {
	var o occasions
	at := map[string]int{}
	numbers := func(words string) (out []int) {
		for word := range strings.FieldsSeq(words) {
			n, ok := at[word]
			if !ok {
				is, known := conditions[word]
				if !known {
					panic(fmt.Sprintf("occasions.tsv: no condition is called %q", word))
				}
				n = len(o.names)
				at[word], o.names = n, append(o.names, is)
			}
			out = append(out, n)
		}
		return out
	}
	for line := range strings.Lines(occasionsText) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 3 {
			panic("occasions.tsv: expected 3 fields: " + line)
		}
		if f[0] == "id" {
			continue
		}
		row := occasion{check: f[0], words: strings.Fields(f[1]), where: numbers(f[1]), told: f[2] != "-"}
		if row.told {
			row.when = numbers(f[2])
		}
		o.rows = append(o.rows, row)
	}
	return o
})

// Where is what an exchange has to be for a check to apply to it, in the words of
// occasions.tsv: "jsonrpc", "streaming". Callers do not change it.
func Where(check string) []string {
	rows := occasioned().rows
	for i := range rows {
		if rows[i].check == check {
			return rows[i].words
		}
	}
	return nil
}

// add counts an exchange that is over, with what was known when it began.
func (t *Tally) add(v *view) {
	o := occasioned()
	holdsHere := make([]bool, len(o.names))
	for i, is := range o.names {
		holdsHere[i] = is(v)
	}
	all := func(list []int) bool {
		for _, i := range list {
			if !holdsHere[i] {
				return false
			}
		}
		return true
	}
	if t.counts == nil {
		t.counts = make(map[string]Count, len(check.All()))
	}
	for i := range o.rows {
		row := &o.rows[i]
		if !all(row.where) || !v.mayHold(row.check) {
			continue
		}
		c := t.counts[row.check]
		c.Applied++
		if row.told && holds(row.check, v.readIn()) && all(row.when) {
			c.Met++
		}
		t.counts[row.check] = c
	}
}

// mayHold reports whether a check holds in one of the versions that an exchange may be of.
func (v *view) mayHold(id string) bool {
	c, ok := check.Of(id)
	return ok && len(v.Identity.Versions) > 0 && (c.Versions == nil || slices.ContainsFunc(v.Identity.Versions, func(one a2a.Version) bool {
		return slices.Contains(c.Versions, one)
	}))
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
