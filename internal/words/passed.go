package words

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
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
	return "·", markedLine(string(p), 20)
}

// PassedBy says what had a frame pass as it did: a rule, or a person.
func PassedBy(p wire.Passage) string {
	if p.Rule == "" {
		return "by hand"
	}
	return "by the rule " + markedLine(p.Rule, 200)
}

// markedLine is a text on one line of at most n characters, with markers for what would act.
func markedLine(s string, n int) string {
	s = strings.Join(strings.Fields(Marked(clip.Bytes(s, n*utf8.UTFMax))), " ")
	return clip.Runes(s, n)
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
			held := "held " + map[bool]string{true: "for up to ", false: "for "}[n[how] > 1] + Took(time.Duration(longest[how]))
			word = map[bool]string{true: held, false: held + " and " + word}[how == wire.Held]
		}
		switch {
		case events && len(out) == 0:
			word = Plural(n[how], "event") + " " + wasWere(n[how]) + " " + word
		case events:
			word = Count(n[how]) + " " + word
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
	return "by " + Plural(len(rules), "rule")
}
