package judge

import (
	_ "embed"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

//go:embed rules.txt
var rulesText string

// description is a finding that rules.txt has; its first lines say what is in it.
type description struct {
	fits            []condition // one of them is enough
	at, says, shows string
	level           a2a.Severity // "" for the check's
}

// descriptions are those of each check.
var descriptions = sync.OnceValue(func() map[string][]description {
	all := map[string][]description{}
	for record := range strings.SplitSeq(rulesText, "\n\n") {
		r, checks := description{}, ""
		for line := range strings.Lines(record) {
			switch label, value, _ := strings.Cut(strings.TrimSpace(line), ": "); label {
			case "rule":
				checks = value
			case "if":
				r.fits = append(r.fits, conditionOf(value, vocabulary()))
			case "at":
				r.at = value
			case "says":
				r.says = value
			case "shows":
				r.shows = value
			case "level":
				r.level = a2a.Severity(value)
			}
		}
		for id := range strings.FieldsSeq(checks) {
			all[id] = append(all[id], r)
		}
	}
	return all
})

//go:embed words.txt
var wordsText string

// vocabulary has the conditions of conditions.go and those of words.txt.
var vocabulary = sync.OnceValue(func() map[string]condition {
	all := maps.Clone(conditions)
	for line := range strings.Lines(wordsText) {
		if word, is, ok := strings.Cut(strings.TrimSpace(line), "= "); ok {
			all[strings.TrimSpace(word)] = conditionOf(is, all)
		}
	}
	return all
})

// conditionOf is the condition that all of some words hold.
func conditionOf(words string, known map[string]condition) condition {
	var all []condition
	for word := range strings.FieldsSeq(words) {
		is, not := strings.CutPrefix(word, "-")
		holds := known[is]
		if holds == nil {
			holds = kindOf(is)
		}
		all = append(all, func(v *view) bool { return holds(v) != not })
	}
	return func(v *view) bool {
		return !slices.ContainsFunc(all, func(holds condition) bool { return !holds(v) })
	}
}

// kindOf is the condition of a kind with a list of names.
func kindOf(word string) condition {
	kind, list, _ := strings.Cut(word, ":")
	names := strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
	switch kind {
	case "op":
		return func(v *view) bool { return !v.isDelivery() && slices.Contains(names, string(v.Identity.Op)) }
	case "binding":
		return func(v *view) bool { return slices.Contains(names, string(v.Identity.Binding)) }
	case "state":
		return func(v *view) bool { return slices.Contains(names, string(v.last)) }
	case "error":
		return func(v *view) bool { return v.err != nil && slices.Contains(names, string(v.err.Name)) }
	case "fails":
		var but []a2a.ErrorName
		for _, name := range names {
			but = append(but, a2a.ErrorName(name))
		}
		return func(v *view) bool { return v.fails(but...) }
	}
	panic(fmt.Errorf("there is no condition %q; add it to conditions.go or words.txt", word))
}

// described tells the first finding of the check in rules.txt that fits.
func described(v *view) {
	for _, r := range descriptions()[v.check.ID] {
		if !slices.ContainsFunc(r.fits, func(fits condition) bool { return fits(v) }) {
			continue
		}
		var others []string
		if r.shows != "" {
			others = []string{facts[r.shows](v).exchange}
		}
		f := v.answers(r.at, os.Expand(r.says, func(word string) string { return words[word](v) }), others...)
		if r.level != "" {
			f.Severity = r.level
		}
		return
	}
}

// words are what rules.txt says of an exchange.
var words = map[string]func(*view) string{
	"answer":     (*view).saidOrStatus,
	"said":       (*view).said,
	"named":      func(v *view) string { return brief(v.named) },
	"task":       func(v *view) string { return brief(v.task) },
	"was":        func(v *view) string { return v.known.state.Word() },
	"is":         func(v *view) string { return v.last.Word() },
	"context":    func(v *view) string { return brief(v.context) },
	"owncontext": func(v *view) string { return brief(v.known.context) },
	"wanted":     func(v *view) string { return brief(v.c.Message.ContextID) },
	"lacking":    func(v *view) string { return brief(v.inactive()[0]) },
}

// facts are what other exchanges told of the task, or of the push configuration.
var facts = map[string]func(*view) *fact{
	"began":    func(v *view) *fact { return &v.agent.task(v.task).named },
	"over":     func(v *view) *fact { return &v.known.over },
	"canceled": func(v *view) *fact { return &v.known.canceled },
	"contexts": func(v *view) *fact { return &v.known.contexts },
	"owned":    func(v *view) *fact { return &v.known.owned },
	"missing":  func(v *view) *fact { return &v.agent.task(v.named).missing },
	"deleted":  (*view).deletion,
}
