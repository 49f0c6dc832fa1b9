package words

import (
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

const maxHints = 5

// AgentHint returns a hint that lists the recorded agents if none of them is asked for, else "".
// names maps origins to names.
func AgentHint(asked []string, names map[string]string) string {
	if len(asked) == 0 || len(names) == 0 {
		return ""
	}
	var all, near []string
	for _, origin := range slices.Sorted(maps.Keys(names)) {
		_, host, _ := strings.Cut(origin, "://")
		shown := "agent:" + OneLine(host)
		name := strings.TrimPrefix(names[origin], host+" · ") // precedes names that several agents share
		if name != "" {
			shown += " (" + OneLine(name) + ")"
		}
		for _, a := range asked {
			switch a = strings.ToLower(a); {
			case a == strings.ToLower(origin), a == strings.ToLower(host), a == strings.ToLower(name):
				return ""
			case strings.Contains(strings.ToLower(shown), strings.ReplaceAll(a, "*", "")):
				near = append(near, shown)
			}
		}
		all = append(all, shown)
	}
	if len(near) > 0 {
		all = near
	}
	return "agent: expects a host with its port, or a name. " + listValues(all)
}

// HintedKeys returns the filter keys for which Hint works.
func HintedKeys() []string { return []string{"caller", "tag"} }

// Hint returns a hint that lists known values of a filter key if none of the values asked for
// matches one, else "".
func Hint(key string, asked, known []string) string {
	if len(asked) == 0 || slices.ContainsFunc(asked, func(a string) bool {
		return slices.ContainsFunc(known, func(k string) bool { return filter.MatchName(k, a) })
	}) {
		return ""
	}
	var all []string
	for _, k := range known[:min(len(known), maxHints+1)] {
		all = append(all, key+":"+filter.Quote(OneLine(clip.Runes(k, 60))))
	}
	if len(all) == 0 {
		return ""
	}
	return listValues(all)
}

func listValues(all []string) string {
	more := ""
	if len(all) > maxHints {
		all, more = all[:maxHints], " and others"
	}
	return "Recorded values: " + strings.Join(all, ", ") + more
}
