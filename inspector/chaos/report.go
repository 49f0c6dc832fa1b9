package chaos

import (
	"encoding/json"
	"slices"
	"strconv"
)

// MarshalJSON writes a result as a line for programs: exchanges are a list, also of none.
func (r Result) MarshalJSON() ([]byte, error) {
	type line Result
	r.Exchanges = append([]string{}, r.Exchanges...)
	return json.Marshal(line(r))
}

// Count is how often each verdict was given under a preset.
type Count struct {
	Preset string
	Times  map[Verdict]int
}

// Cell is how often a verdict was given, "" for never.
func (c Count) Cell(v Verdict) string {
	if c.Times[v] == 0 {
		return ""
	}
	return strconv.Itoa(c.Times[v])
}

// Counts counts verdicts by preset, in the order of the run.
func Counts(all []Result) []Count {
	var out []Count
	for i := range all {
		n := slices.IndexFunc(out, func(c Count) bool { return c.Preset == all[i].Preset })
		if n < 0 {
			n, out = len(out), append(out, Count{all[i].Preset, map[Verdict]int{}})
		}
		out[n].Times[all[i].Verdict]++
	}
	return out
}
