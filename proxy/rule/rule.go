// Package rule is the language of rules, WHEN => ACTION, and the rules in force at a tap:
// which of them an exchange and its frames match, and the gates that carry their faults
// out.
//
//	r, err := rule.Parse("event:artifact nth:2 => duplicate", words, protocol)
//	set := rule.New(rule.Options{Protocol: protocol, Holder: queue, Words: words})
//	err = set.Put(rules)           // set is a wire.Intervener
package rule

import (
	"strconv"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// Rule is a rule as it was read. String writes it.
type Rule struct {
	Filter wire.Filter // what WHEN has of the language of filters
	Side   wire.Side   // Request or Response: on which it acts

	Events, ExcludedEvents []string
	Nth, Call              []Range // alternatives; none: all
	Chance                 float64 // percent; 0 is always
	Seed                   int64

	Faults []fault.Fault
}

// Range is some of what is counted, from 1: from From to To, which is 0 where there is no
// end.
type Range struct{ From, To int64 }

// Contains reports whether n is one of them.
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

// ErrorNames gives the errors that the action error takes; a wire.Protocol does.
type ErrorNames interface{ Errors() []string }

// defaultSeed is that of a rule that gives none.
const defaultSeed = 1

// isTapRule reports whether the rule is about the tap as a whole.
func (r *Rule) isTapRule() bool {
	return len(r.Faults) > 0 && fault.TargetsOf(r.Faults[0]) == fault.Taps
}
