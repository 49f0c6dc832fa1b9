package rule

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
)

// String formats a rule so that Parse reads it back.
func (r Rule) String() string {
	var terms []string
	add := func(key, value string) { terms = append(terms, key+":"+value) }
	if r.Side != r.usualSide() && !r.isTapRule() {
		add(keyDirection, map[wire.Side]string{wire.Request: "request", wire.Response: "response"}[r.Side])
	}
	if f := filter.String(r.Filter); f != "" {
		terms = append(terms, f)
	}
	for _, e := range r.Events {
		add(keyEvent, e)
	}
	for _, e := range r.ExcludedEvents {
		add("-"+keyEvent, e)
	}
	for _, n := range r.Nth {
		add(keyNth, n.String())
	}
	for _, n := range r.Call {
		add(keyCall, n.String())
	}
	if r.Chance > 0 {
		add(keyChance, strconv.FormatFloat(r.Chance, 'f', -1, 64)+"%")
	}
	if r.Seed != defaultSeed {
		add(keySeed, strconv.FormatInt(r.Seed, 10))
	}
	terms = append(terms, "=> "+r.actions())
	return strings.Join(terms, " ")
}

func (r *Rule) actions() string {
	var all []string
	for _, f := range r.Faults {
		all = append(all, f.String())
	}
	return strings.Join(all, "; ")
}
