package record

import (
	"slices"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/part"
)

// PassedMark is the sign and the word of how a frame passed.
func PassedMark(p wire.Passed) (glyph, word string) {
	switch p {
	case wire.Held:
		return "‖", "held"
	case wire.Delayed:
		return "◷", "delayed"
	case wire.Edited:
		return "±", "edited"
	case wire.Dropped:
		return "∅", "dropped"
	case wire.Injected:
		return "+", "injected"
	}
	return "·", part.Short(string(p), 20)
}

// PassedBy says what had a frame pass as it did: a rule, or a person.
func PassedBy(p wire.Passage) string {
	if p.Rule == "" {
		return "by hand"
	}
	return "by the rule " + part.Short(p.Rule, 200)
}

// HeldFor is how long a frame was held, "" for not at all.
func HeldFor(p wire.Passage) string {
	if p.Held <= 0 {
		return ""
	}
	return part.Took(time.Duration(p.Held))
}

// PassedShown are the ways in which something passed that a row names, those first that
// change most for who waits for it: both of two, and of more the first with how many others
// there are.
func PassedShown(s wire.PassedSet) (shown []wire.Passed, others int) {
	for _, p := range []wire.Passed{wire.Dropped, wire.Injected, wire.Edited, wire.Held, wire.Delayed} {
		if s.Has(p) {
			shown = append(shown, p)
		}
	}
	if len(shown) > 2 {
		return shown[:1], len(shown) - 1
	}
	return shown, 0
}

// PassedAll says all that was done to something on its way.
func PassedAll(s wire.PassedSet) string {
	var out []string
	for _, p := range s.List() {
		_, word := PassedMark(p)
		out = append(out, word)
	}
	return "By rules or by hand, on the way: " + strings.Join(out, ", ")
}

// PassedSentence says what was done to an exchange on its way, "" for nothing.
func PassedSentence(list []wire.Passage, events bool) string {
	var said []string
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		of := slices.DeleteFunc(slices.Clone(list), func(p wire.Passage) bool { return p.Side != side })
		if len(of) == 0 {
			continue
		}
		what := map[wire.Side]string{wire.Request: "the request ", wire.Response: "the response "}[side]
		said = append(said, passedOf(of, what, side == wire.Response && events))
	}
	if len(said) == 0 {
		return ""
	}
	return "On the way " + strings.Join(said, "; ") + ", " + passedBy(list) + "."
}

// passedOf says how a side passed: as one, or of its events how many.
func passedOf(list []wire.Passage, what string, events bool) string {
	n, longest := map[wire.Passed]int{}, map[wire.Passed]int64{}
	for _, p := range list {
		n[p.How]++
		longest[p.How] = max(longest[p.How], p.Held)
	}
	var out []string
	for _, how := range []wire.Passed{wire.Held, wire.Delayed, wire.Edited, wire.Dropped, wire.Injected} {
		if n[how] == 0 {
			continue
		}
		_, word := PassedMark(how)
		if longest[how] > 0 && how != wire.Delayed && how != wire.Injected {
			held := "held " + map[bool]string{true: "for up to ", false: "for "}[n[how] > 1] + part.Took(time.Duration(longest[how]))
			word = map[bool]string{true: held, false: held + " and " + word}[how == wire.Held]
		}
		switch {
		case events && len(out) == 0:
			word = part.Plural(n[how], "event") + " " + wasWere(n[how]) + " " + word
		case events:
			word = part.Count(n[how]) + " " + word
		case len(out) == 0:
			word = what + "was " + word
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

func wasWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// passedBy says what did all of it.
func passedBy(list []wire.Passage) string {
	rules := map[string]bool{}
	for _, p := range list {
		rules[p.Rule] = true
	}
	if len(rules) == 1 {
		return PassedBy(list[0])
	}
	if hand := rules[""]; hand {
		return "by hand and by rules"
	}
	return "by " + part.Plural(len(rules), "rule")
}

// Injection is the word for what was sent and never came: of a rule that sends events again,
// "duplicated".
func Injection(p wire.Passage) string {
	if _, do, ok := strings.Cut(p.Rule, "=>"); ok && strings.Contains(do, "duplicate") {
		return "duplicated"
	}
	return "injected"
}
