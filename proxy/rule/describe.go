package rule

import (
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// Describe returns a sentence about what a rule does: "The second artifact event of each answer is
// sent twice."
func (r Rule) Describe() string {
	var does []string
	for _, f := range r.Faults {
		does = append(does, f.Describe(r.Side))
	}
	s := r.subject() + " " + strings.Join(does, ", and ")
	if r.Chance > 0 {
		s += ", in about " + strconv.FormatFloat(r.Chance, 'f', -1, 64) + "% of cases"
	}
	return s + "."
}

func (r *Rule) subject() string {
	switch {
	case r.isTapRule():
		return "Each connection to " + nonEmptyOr(r.qualifiers("", ""), "the tap")
	case r.Side == wire.Request:
		return r.countedNoun("call", r.Nth, r.Call) + r.textClause() + r.qualifiers("to ", "by ")
	case len(r.Faults) > 0 && fault.TargetsOf(r.Faults[0]) == fault.Heads:
		return r.countedNoun("answer", r.Call) + r.answerTo()
	}
	return r.frame()
}

// frame returns words for the frames of a response that a rule acts on. A response that is one
// document counts as one event.
func (r *Rule) frame() string {
	noun, to := "event", r.answerTo()
	switch {
	case len(r.Events) > 0:
		noun = eventNoun(r.Events)
	case len(r.Nth)+len(r.Call) == 0 && to == "":
		noun = "answer or event of a stream"
	}
	s := r.countedNoun(noun, r.Nth) + r.textClause()
	if len(r.ExcludedEvents) > 0 {
		s += " but for " + eventNoun(r.ExcludedEvents) + "s"
	}
	switch {
	case len(r.Call) > 0:
		return s + " of " + lowerFirst(r.countedNoun("answer", r.Call)) + to
	case len(r.Nth) > 0 || to != "":
		return s + " of each answer" + to
	}
	return s
}

func eventNoun(kinds []string) string {
	var all []string
	tail := " event"
	for _, k := range kinds {
		switch k {
		case anyEvent:
			return "event, including keep-alives,"
		case lastChunk:
			k, tail = "last-chunk", " event"
		case comment:
			k = "keep-alive"
		}
		all = append(all, k)
	}
	return joinOr(all) + tail
}

// countedNoun returns "Each call", or which calls, by the first of counts that is not empty.
func (r *Rule) countedNoun(noun string, counts ...[]Range) string {
	if ops := r.ops(); ops != "" && noun == "call" {
		noun = ops + " " + noun
	}
	for _, c := range counts {
		if len(c) > 0 {
			return rangePhrase(c, noun)
		}
	}
	return "Each " + noun
}

// answerTo returns words for the calls to which a response must belong, "" for all.
func (r *Rule) answerTo() string {
	q := r.qualifiers("to ", "by ")
	switch ops := r.ops(); {
	case ops == "" && q == "":
		return ""
	case ops == "":
		return " to calls" + q
	case q == "":
		return " to " + ops
	default:
		return " to " + ops + " calls" + q
	}
}

func (r *Rule) ops() string {
	var all []string
	for _, op := range r.Filter.Ops {
		all = append(all, nonEmptyOr(strings.ReplaceAll(op, "*", ""), "A2A"))
	}
	return joinOr(all)
}

// textClause returns words for what a frame or a call must contain.
func (r *Rule) textClause() string {
	s := ""
	if len(r.Filter.States) > 0 {
		s += " that says " + joinOr(r.Filter.States)
	}
	for i, t := range r.Filter.Text {
		s += map[bool]string{true: " with ", false: " and "}[i == 0] + strconv.Quote(clip.Runes(t, maxShown))
	}
	return s
}

// qualifiers returns words for the other conditions on a call. to and by precede agents and
// callers.
func (r *Rule) qualifiers(to, by string) string {
	f, s := &r.Filter, ""
	add := func(before string, all ...string) {
		if all = clipTexts(all); len(all) > 0 {
			s += " " + before + joinOr(all)
		}
	}
	add(to, f.Agents...)
	add(by, f.Callers...)
	add("in A2A ", f.Dialects...)
	add("over ", f.Bindings...)
	add("by HTTP ", f.Method)
	add("in task ", f.Task)
	add("in context ", f.Context)
	for _, o := range f.Origins {
		add("of origin ", string(o))
	}
	for _, o := range f.ExcludedOrigins {
		add("not of origin ", string(o))
	}
	for _, w := range f.Exclusions {
		if len(w.Ops) > 0 {
			add("but for ", w.Ops...)
		} else {
			add("but for ", filter.String(w))
		}
	}
	if to == "" {
		return strings.TrimSpace(s)
	}
	return s
}

// clipTexts shortens texts for a sentence and omits empty ones.
func clipTexts(all []string) (out []string) {
	for _, s := range all {
		if s != "" {
			out = append(out, clip.Runes(s, maxShown))
		}
	}
	return out
}

// rangePhrase returns words for items of a sequence: "The second call", "The first and third call",
// "Each call from the third on".
func rangePhrase(all []Range, noun string) string {
	if len(all) == 1 && all[0].To == 0 {
		if all[0].From <= 1 {
			return "Each " + noun
		}
		return "Each " + noun + " from the " + ordinal(all[0].From) + " on"
	}
	var some []string
	for _, r := range all {
		switch r.To {
		case r.From:
			some = append(some, ordinal(r.From))
		case 0:
			some = append(some, ordinal(r.From)+" and later")
		default:
			some = append(some, ordinal(r.From)+" to "+ordinal(r.To))
		}
	}
	return "The " + joinList(some, "and") + " " + noun
}

// ordinal spells an ordinal number: "first", "21st".
func ordinal(n int64) string {
	small := []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
	if n >= 1 && n <= int64(len(small)) {
		return small[n-1]
	}
	end := "th"
	if n%100/10 != 1 {
		end = map[int64]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	}
	return strconv.FormatInt(n, 10) + nonEmptyOr(end, "th")
}

func joinOr(all []string) string { return joinList(all, "or") }

// joinList joins words: "a, b and c".
func joinList(all []string, last string) string {
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " " + last + " " + all[n-1]
	}
	return strings.Join(all, "")
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

func nonEmptyOr(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
