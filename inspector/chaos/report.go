package chaos

import (
	"encoding/json"
	"slices"
	"strconv"
)

// MarshalJSON writes Exchanges as an array even if there are none.
func (r Result) MarshalJSON() ([]byte, error) {
	type line Result
	r.Exchanges = append([]string{}, r.Exchanges...)
	return json.Marshal(line(r))
}

// VerdictCount counts the verdicts of a preset.
type VerdictCount struct {
	Preset    string
	ByVerdict map[Verdict]int
}

// Cell returns the count of a verdict as text, "" for 0.
func (c VerdictCount) Cell(v Verdict) string {
	if c.ByVerdict[v] == 0 {
		return ""
	}
	return strconv.Itoa(c.ByVerdict[v])
}

// CountVerdicts counts verdicts by preset, in the order of the run.
func CountVerdicts(all []Result) []VerdictCount {
	var out []VerdictCount
	for i := range all {
		n := slices.IndexFunc(out, func(c VerdictCount) bool { return c.Preset == all[i].Preset })
		if n < 0 {
			n, out = len(out), append(out, VerdictCount{all[i].Preset, map[Verdict]int{}})
		}
		out[n].ByVerdict[all[i].Verdict]++
	}
	return out
}
