// Package rule implements the language of rules, WHEN => ACTION, and the rules in force at a tap: it decides
// which of them an exchange and its frames match, and returns gates that apply their faults.
//
//	r, err := rule.Parse("event:artifact nth:2 => duplicate", vocabulary, protocol)
//	set := rule.New(rule.Options{Protocol: protocol, Holder: queue, Vocabulary: vocabulary})
//	err = set.Put(rules)           // set is a wire.Intervener
package rule

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// Rule is a parsed rule, WHEN => ACTION.
type Rule struct {
	Filter wire.Filter // the part of WHEN in the filter language
	Side   wire.Side   // Request or Response: the side on which it acts

	Events, ExcludedEvents []string
	Nth, Call              []Range // alternatives; empty means all
	Chance                 float64 // percent; 0 means always
	Seed                   int64

	Faults []fault.Fault
}

// Range is a range of counts, from 1: From to To inclusive; To is 0 if there is no end.
type Range struct{ From, To int64 }

func (r Range) Contains(n int64) bool { return n >= r.From && (r.To == 0 || n <= r.To) }

func (r Range) String() string {
	switch from := strconv.FormatInt(r.From, 10); r.To {
	case r.From:
		return from
	case 0:
		return from + ".."
	default:
		return from + ".." + strconv.FormatInt(r.To, 10)
	}
}

// ErrorNames lists the errors that the action "error" accepts; a wire.Protocol implements it.
type ErrorNames interface{ Errors() []string }

// defaultSeed is the seed of a rule that does not name one.
const defaultSeed = 1

// isTapRule reports whether the rule is about the tap as a whole.
func (r *Rule) isTapRule() bool {
	return len(r.Faults) > 0 && fault.TargetsOf(r.Faults[0]) == fault.Taps
}
