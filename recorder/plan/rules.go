package plan

import (
	"fmt"
	"slices"
)

// A rule acted on a row e if the passages of its frames name the rule, if its problem ends with the rule's text,
// because a rule aborted or answered it, or if the rule lists it among its last exchanges.
// ruleMatches is about a rule r.
const (
	ruleMatches = `EXISTS (SELECT 1 FROM json_each(?) w WHERE r.preset = w.value OR instr(lower(r.text), lower(w.value)) > 0
		OR length(w.value) >= 4 AND lower(w.value) IN (substr(r.id, 1, length(w.value)), substr(r.id, -length(w.value))))`
	ruleInPassages = `e.passed <> 0 AND EXISTS (SELECT 1 FROM details d, json_each(d.passages) p WHERE d.seq = e.seq AND json_valid(d.passages)
		AND coalesce(p.value ->> 'rule', '') <> '' AND %s)`
	ruleInProblem = `e.outcome <> 'agent' AND EXISTS (SELECT 1 FROM rules r WHERE r.session = e.session
		AND instr(e.problem, ': ' || r.text || '.') > 0 AND %s)`
	ruleOnRecord = `e.id IN (SELECT j.value FROM rules r, json_each('["' || replace(r.last_on, char(10), '","') || '"]') j WHERE %s)`
	textMatches  = `(EXISTS (SELECT 1 FROM json_each(?) w WHERE instr(lower(p.value ->> 'rule'), lower(w.value)) > 0)
		OR p.value ->> 'rule' IN (SELECT r.text FROM rules r WHERE %s))`
)

func (b *builder) rules(want []string) {
	of := jsonArray(want)
	text, rule, args := fmt.Sprintf(textMatches, ruleMatches), ruleMatches, []any{of, of, of, of}
	if slices.Contains(want, "any") {
		text, rule, args = "TRUE", "TRUE", nil
	}
	b.plan.addCondition("("+fmt.Sprintf(ruleInPassages, text)+" OR "+fmt.Sprintf(ruleInProblem, rule)+" OR "+fmt.Sprintf(ruleOnRecord, rule)+")", args...)
}
