package words

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// PassageMark returns a glyph and a word for what became of a frame on its way.
func PassageMark(p wire.PassageKind) (glyph, word string) {
	switch p {
	case wire.PassageHeld:
		return "‖", "held"
	case wire.PassageDelayed:
		return "◷", "delayed"
	case wire.PassageEdited:
		return "±", "edited"
	case wire.PassageDropped:
		return "∅", "dropped"
	case wire.PassageInjected:
		return "+", "injected"
	}
	return "·", markedLine(string(p), 20)
}

// PassageAuthor says who intervened: a rule or a person.
func PassageAuthor(p wire.Passage) string {
	if p.Rule == "" {
		return "by hand"
	}
	return "by the rule " + markedLine(p.Rule, 200)
}

// markedLine returns a text on one line of at most n characters, with markers for characters that must not
// take effect.
func markedLine(s string, n int) string {
	s = strings.Join(strings.Fields(Mark(clip.Bytes(s, n*utf8.UTFMax))), " ")
	return clip.Runes(s, n)
}

// PassagesSentence says what rules and people did to an exchange on its way, "" for nothing. With
// events, it counts the events of the response.
func PassagesSentence(list []wire.Passage, events bool) string {
	var said []string
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		of := slices.DeleteFunc(slices.Clone(list), func(p wire.Passage) bool { return p.Side != side })
		if len(of) == 0 {
			continue
		}
		what := map[wire.Side]string{wire.Request: "the request ", wire.Response: "the response "}[side]
		said = append(said, sidePassages(of, what, side == wire.Response && events))
	}
	if len(said) == 0 {
		return ""
	}
	return "On the way " + strings.Join(said, "; ") + ", " + commonAuthor(list) + "."
}

// sidePassages says what was done to one side: to it as a whole, or to how many of its events.
func sidePassages(list []wire.Passage, what string, events bool) string {
	n, longest := map[wire.PassageKind]int{}, map[wire.PassageKind]int64{}
	for _, p := range list {
		n[p.Kind]++
		longest[p.Kind] = max(longest[p.Kind], p.HoldTime)
	}
	var out []string
	for _, how := range []wire.PassageKind{wire.PassageHeld, wire.PassageDelayed, wire.PassageEdited, wire.PassageDropped, wire.PassageInjected} {
		if n[how] == 0 {
			continue
		}
		_, word := PassageMark(how)
		if longest[how] > 0 && how != wire.PassageDelayed && how != wire.PassageInjected {
			held := "held " + map[bool]string{true: "for up to ", false: "for "}[n[how] > 1] + FormatDuration(time.Duration(longest[how]))
			word = map[bool]string{true: held, false: held + " and " + word}[how == wire.PassageHeld]
		}
		switch {
		case events && len(out) == 0:
			word = Plural(n[how], "event") + " " + pluralWas(n[how]) + " " + word
		case events:
			word = Count(n[how]) + " " + word
		case len(out) == 0:
			word = what + "was " + word
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

func pluralWas(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// commonAuthor says who caused the passages in list: a rule, several rules, people, or both.
func commonAuthor(list []wire.Passage) string {
	rules := map[string]bool{}
	for _, p := range list {
		rules[p.Rule] = true
	}
	if len(rules) == 1 {
		return PassageAuthor(list[0])
	}
	if hand := rules[""]; hand {
		return "by hand and by rules"
	}
	return "by " + Plural(len(rules), "rule")
}
