package checks

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/part"
)

// checkFilter says which checks the list shows, and how.
type checkFilter struct {
	Text    string // to find in the id, the rule or the fixes
	Level   string // "" for all
	Show    string // "found" or "muted"; "" for all
	Session string // id of the session whose findings are counted, "" for all
	Sort    string // "id" or "level"; "" for the most frequent first
}

func checkFilterOf(q url.Values) checkFilter {
	a := checkFilter{Text: strings.TrimSpace(q.Get("q")), Level: strings.ToUpper(q.Get("level")), Show: q.Get("show"), Session: q.Get("session"), Sort: q.Get("sort")}
	if !slices.Contains([]string{"", string(check.Must), string(check.Should), string(check.Info)}, a.Level) {
		a.Level = ""
	}
	return a
}

func (a checkFilter) query() string {
	q := url.Values{}
	for _, m := range [][2]string{{"q", a.Text}, {"level", strings.ToLower(a.Level)}, {"show", a.Show}, {"session", a.Session}, {"sort", a.Sort}} {
		if m[1] != "" {
			q.Set(m[0], m[1])
		}
	}
	return q.Encode()
}

func (a checkFilter) pageURL() string {
	if q := a.query(); q != "" {
		return "/checks?" + q
	}
	return "/checks"
}

func (a checkFilter) sortedURL(by string) string {
	a.Sort = by
	return a.pageURL()
}

func (a checkFilter) isEmpty() bool { return a.Text == "" && a.Level == "" && a.Show == "" }

func (a checkFilter) selects(r *row) bool {
	has := func(s string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(a.Text)) }
	switch {
	case a.Level != "" && string(r.Level) != a.Level:
		return false
	case a.Show == "found" && !r.isBroken(), a.Show == "muted" && len(r.Mutes) == 0:
		return false
	}
	return a.Text == "" || has(r.ID) || has(r.Rule) || slices.ContainsFunc(r.Fixes, func(f check.Fix) bool { return has(f.Says) })
}

// sort sorts checks as a.Sort says. Ties keep the order of the list of checks.
func (a checkFilter) sort(rows []row) {
	levels := map[check.Level]int{check.Must: 0, check.Should: 1, check.Info: 2}
	switch a.Sort {
	case "id":
	case "level":
		slices.SortStableFunc(rows, func(x, y row) int { return cmp.Compare(levels[x.Level], levels[y.Level]) })
	default:
		slices.SortStableFunc(rows, func(x, y row) int {
			return cmp.Or(cmp.Compare(x.rank(), y.rank()), cmp.Compare(y.Counts.Exchanges, x.Counts.Exchanges))
		})
	}
}

func (v *view) breachesURL(r row) string {
	return v.trafficURL(link.Term("finding", r.ID))
}

func (v *view) brokenCount() string {
	switch v.Broken {
	case 0:
		return "None was broken"
	case 1:
		return "One was broken"
	}
	return part.Count(v.Broken) + " were broken"
}

func (v *view) uncounted() string {
	were := " were"
	if v.ExaminedOnly == 1 {
		were = " was"
	}
	return part.Plural(v.ExaminedOnly, "rule") + were + " broken only during examinations, mostly by the console's deliberate bad calls. Each examination has its own report."
}

func (v *view) hasMute(r row) bool {
	return slices.ContainsFunc(r.Mutes, func(m wire.Mute) bool { return m.Session == "" || m.Session == v.Session })
}

func (v *view) emptyReason() string {
	if v.Show == "muted" && v.Text == "" && v.Level == "" {
		return "Nothing is muted."
	}
	return "No check matches."
}

func (r row) sections() string { return strings.Join(r.Sections, "; ") }

func (r row) versions() string {
	if r.Versions == nil {
		return "all versions"
	}
	var out []string
	for _, v := range r.Versions {
		out = append(out, string(v))
	}
	return strings.Join(out, ", ")
}

// isBroken reports whether a check was broken. Findings of severity info alone do not count.
func (r *row) isBroken() bool {
	return r.Counts.Exchanges > 0 && r.Counts.Severity != string(a2a.SeverityInfo)
}

func (r *row) foundWord() string {
	if r.isBroken() {
		return "Broken"
	}
	return "Noted"
}

// rank sorts broken checks first, then those with findings of severity info only.
func (r *row) rank() int {
	switch {
	case r.isBroken():
		return 0
	case r.Counts.Exchanges > 0:
		return 1
	}
	return 2
}
