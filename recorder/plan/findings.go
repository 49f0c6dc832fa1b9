package plan

import (
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// Conditions and values of a row e. Findings of a check that is muted are not among the
// worst; of what an older version recorded it is not known which they are.
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

// findings selects by what is found wrong: by severity, by whether it is muted, or by the
// ids of checks.
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

// splitFindings tells apart what is wanted: at least a severity, 0 for none; what is muted; checks.
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

// addUnmuted leaves out rows of which only muted findings are so severe.
func (b *builder) addUnmuted(least int64) {
	if b.hasMutes() {
		b.plan.addCondition(unmutedWorst+" >= ?", least)
	}
}

// hasMutes reports whether any check is muted.
func (b *builder) hasMutes() bool {
	return len(column[string](b, "SELECT check_id FROM mutes LIMIT 1")) > 0
}

// checks are the ids on record that are wanted; * is anything.
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

// ranks are the stored severities from one on.
func ranks(least int64) (out []any) {
	for n := least; n <= database.SeverityRank("error"); n++ {
		out = append(out, n)
	}
	return out
}
