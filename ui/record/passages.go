package record

import (
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
)

// PassedMark returns the sign and the word for how a frame passed.
func PassedMark(p wire.PassageKind) (glyph, word string) { return words.PassageMark(p) }

// PassedBy names the rule or person that caused a passage.
func PassedBy(p wire.Passage) string { return words.PassageAuthor(p) }

// HeldFor returns how long a frame was held; "" if it was not.
func HeldFor(p wire.Passage) string {
	if p.HoldTime <= 0 {
		return ""
	}
	return part.Duration(time.Duration(p.HoldTime))
}

// PassedSummary returns the kinds of passage that a row names, those first that matter most to
// whoever waits for the response: up to two, or the first and the number of others.
func PassedSummary(s wire.PassageKinds) (shown []wire.PassageKind, others int) {
	for _, p := range []wire.PassageKind{wire.PassageDropped, wire.PassageInjected, wire.PassageEdited, wire.PassageHeld, wire.PassageDelayed} {
		if s.Has(p) {
			shown = append(shown, p)
		}
	}
	if len(shown) > 2 {
		return shown[:1], len(shown) - 1
	}
	return shown, 0
}

// PassedList names everything that was done to something on its way.
func PassedList(s wire.PassageKinds) string {
	var out []string
	for _, p := range s.List() {
		_, word := PassedMark(p)
		out = append(out, word)
	}
	return "By rules or by hand, on the way: " + strings.Join(out, ", ")
}

// PassedSentence describes what was done to an exchange on its way; "" for nothing.
func PassedSentence(list []wire.Passage, events bool) string {
	return words.PassagesSentence(list, events)
}

// Injection returns the word for an event that was sent but had never arrived: "duplicated" for a
// rule that duplicates events, otherwise "injected".
func Injection(p wire.Passage) string {
	if _, do, ok := strings.Cut(p.Rule, "=>"); ok && strings.Contains(do, "duplicate") {
		return "duplicated"
	}
	return "injected"
}
