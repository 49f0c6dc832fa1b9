package plan

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// Conditions and values of a row e. Findings of muted checks do not count for the worst severity. For
// exchanges of an older version, the findings themselves are unknown.
const (
	hasCheck = `EXISTS (SELECT 1 FROM findings f INDEXED BY findings_exchange
		WHERE f.exchange = e.seq AND f.check_id IN (SELECT value FROM json_each(?)))`
	isMuted      = `EXISTS (SELECT 1 FROM mutes m WHERE m.check_id = f.check_id AND m.session IN (0, f.session))`
	hasMuted     = `EXISTS (SELECT 1 FROM findings f INDEXED BY findings_exchange WHERE f.exchange = e.seq AND ` + isMuted + `)`
	unmutedWorst = `CASE WHEN EXISTS (SELECT 1 FROM findings f INDEXED BY findings_exchange WHERE f.exchange = e.seq)
		THEN coalesce((SELECT max(f.severity) FROM findings f INDEXED BY findings_exchange WHERE f.exchange = e.seq AND NOT ` + isMuted + `), 0)
		ELSE coalesce(e.worst, 0) END`
	unmutedAgent = `(SELECT max(iif(e.origin = 'push', f.request, f.response)) FROM findings f INDEXED BY findings_exchange WHERE f.exchange = e.seq AND NOT ` + isMuted + `)`
)

// findings selects by findings: by severity, by whether they are muted, or by check.
func (b *builder) findings(want []string) {
	least, muted, ids := splitFindings(want)
	if len(ids) == 0 && !muted {
		b.addValues("worst", ranks(least))
		b.addUnmuted(least)
		return
	}
	checks := b.checks(ids)
	if len(want) == 1 && len(checks) == 1 {
		b.candidates = append(b.candidates, Candidate{Index: "finding", branches: [][]any{{checks[0]}}, condition: hasCheck, args: []any{jsonArray(checks)}})
		return
	}
	var cond []string
	var args []any
	if least > 0 {
		cond, args = append(cond, unmutedWorst+" >= ?"), append(args, least)
	}
	if muted {
		cond = append(cond, hasMuted)
	}
	if len(checks) > 0 {
		cond, args = append(cond, hasCheck), append(args, jsonArray(checks))
	}
	if len(cond) == 0 {
		b.plan.IsEmpty = true
		return
	}
	b.addValues("worst", ranks(1))
	b.plan.addCondition("("+strings.Join(cond, " OR ")+")", args...)
}

// splitFindings splits the values: the least severity, 0 for none; whether muted ones are wanted; and checks.
func splitFindings(want []string) (least int64, muted bool, ids []string) {
	for _, v := range want {
		switch v {
		case "muted":
			muted = true
		case "any", "error", "warning", "info":
			if n := max(database.SeverityRank(v), 1); least == 0 || n < least {
				least = n
			}
		default:
			ids = append(ids, v)
		}
	}
	return least, muted, ids
}

// addUnmuted excludes rows in which only muted findings are so severe.
func (b *builder) addUnmuted(least int64) {
	if b.hasMutes() {
		b.plan.addCondition(unmutedWorst+" >= ?", least)
	}
}

func (b *builder) hasMutes() bool {
	return len(column[string](b, "SELECT check_id FROM mutes LIMIT 1")) > 0
}

// checks returns the recorded ids that match. A * matches anything.
func (b *builder) checks(want []string) (out []string) {
	if len(want) == 0 {
		return nil
	}
	for _, id := range column[string](b, database.Query("values_finding")) {
		if slices.ContainsFunc(want, func(w string) bool { return filter.Glob(id, w) }) {
			out = append(out, id)
		}
	}
	return out
}

// ranks returns the stored severities from least on.
func ranks(least int64) (out []any) {
	for n := least; n <= database.SeverityRank("error"); n++ {
		out = append(out, n)
	}
	return out
}
